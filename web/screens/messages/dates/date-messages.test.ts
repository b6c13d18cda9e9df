import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import type { Message } from "#contract/chat/messages.ts";
import type { WorkoutDate } from "#contract/training/workout-date.ts";
import { listMessages } from "#web/domains/chat/conversation-pages.ts";
import { getCachedMessages, messageKeys } from "#web/domains/chat/conversations.queries.ts";
import { showDate } from "#web/screens/messages/dates/date-messages.queries.ts";

type State = Pick<WorkoutDate, "version" | "onMyWay">;
const card = (date: State) => ({ _id: "card", sequence: 1, sender: { _id: "me" }, date }) as unknown as Message;

/** A reply comes after an event. */
function showAfter(event: State, reply: State): State | undefined {
  const cache = new QueryClient();
  cache.setQueryData(messageKeys.messages("her"), { pages: [{ messages: [card(event)], rev: 9 }], pageParams: [null] });
  showDate(cache, "her", card(reply));
  const thread = getCachedMessages(cache, "her");
  return thread && listMessages(thread)[0]?.date;
}

test.each<[string, State, State, "reply" | "event"]>([
  ["a later version", { version: 1, onMyWay: [] }, { version: 2, onMyWay: [] }, "reply"],
  ["a member on the way", { version: 2, onMyWay: [] }, { version: 2, onMyWay: ["me"] }, "reply"],
  ["a change that ends being on the way", { version: 2, onMyWay: ["me"] }, { version: 3, onMyWay: [] }, "reply"],
  ["an earlier version", { version: 3, onMyWay: [] }, { version: 2, onMyWay: ["me"] }, "event"],
  ["fewer members on the way", { version: 2, onMyWay: ["her", "me"] }, { version: 2, onMyWay: ["me"] }, "event"],
])("after an event, a reply with %s", (_, event, reply, shown) => {
  expect(showAfter(event, reply)).toMatchObject(shown === "reply" ? reply : event);
});
