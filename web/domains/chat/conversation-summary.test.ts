import { expect, test } from "vitest";
import type { Conversation } from "#contract/chat/messages.ts";
import { getPreview, isMyTurn } from "#web/domains/chat/conversation-summary.ts";
import { buildConversation, her, me } from "#web/testing/conversation-fixture.ts";

const { lastMessage, ...conversation } = buildConversation(1);
type LastMessage = NonNullable<typeof lastMessage>;
const withLast = (sender: string, last: Partial<LastMessage> = {}, more: Partial<Conversation> = {}): Conversation => ({
  ...conversation,
  lastMessage: { ...(lastMessage as LastMessage), sender: { _id: sender }, ...last },
  ...more,
});
const goneUser = { ...conversation.otherUser, isGone: true as const };

test.each([
  ["her text", withLast(her, { content: "Hello" }), "Hello"],
  ["my text", withLast(me, { content: "Hello" }), "You: Hello"],
  ["my picture", withLast(me, { messageType: "image", content: "" }), "You: 📷 Photo"],
  ["no message", { ...conversation, lastMessage: null }, ""],
  ["what is gone", { ...conversation, otherUser: goneUser, lastMessage: null }, "Their messages are gone."],
])("previews %s", (_what, one, preview) => {
  expect(getPreview(one, me)).toBe(preview);
});

test.each([
  ["she wrote last", withLast(her), true],
  ["I wrote last", withLast(me), false],
  ["there is something to read first", withLast(her, {}, { unreadCount: 1 }), false],
  ["my date waits for her", withLast(me, { messageType: "date", turn: her }), false],
  ["her change of my date waits for me", withLast(me, { messageType: "date", turn: me }), true],
  ["a date waits for nobody", withLast(her, { messageType: "date", turn: null }), false],
  ["she has deleted her account", withLast(her, {}, { otherUser: goneUser }), false],
  ["nobody has written", { ...conversation, lastMessage: null }, false],
])("whether it is my turn if %s", (_when, one, isMine) => {
  expect(isMyTurn(one, me)).toBe(isMine);
});
