import { expect, test } from "vitest";
import type { Conversation } from "#contract/chat/messages.ts";
import { findNewestToHear } from "#web/screens/messages/list/sidebar.tsx";

const match = (_id: string) => ({ _id, username: _id }) as Conversation["otherUser"];
const conversation = (_id: string, settings: Partial<Conversation>) =>
  ({ otherUser: match(_id), isMuted: false, isArchived: false, ...settings }) as Conversation;

test("push is offered for the latest match that is neither muted nor archived", () => {
  const matches = ["muted", "archived", "new", "older"].map(match);
  const quiet = [conversation("muted", { isMuted: true }), conversation("archived", { isArchived: true })];
  expect(findNewestToHear(matches, quiet)?._id).toBe("new");
  expect(findNewestToHear(matches, [...quiet, conversation("new", {})])?._id).toBe("new");
  expect(findNewestToHear(matches.slice(0, 2), quiet)).toBeUndefined();
});
