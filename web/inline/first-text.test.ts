import { expect, test } from "vitest";
import type { Conversation, Message } from "#contract/chat/messages.ts";
import { listFirstBubbles, listFirstRows } from "#web/inline/first-text.ts";
import { buildConversation, buildConversationMessage, her, me } from "#web/testing/conversation-fixture.ts";

const NOW = Date.UTC(2026, 0, 2);
const conversation = buildConversation(1);
const gone: Conversation = { ...conversation, otherUser: { ...conversation.otherUser, isGone: true } };
const text = (seq: number, more: Partial<Message> = {}, sender = her) => buildConversationMessage(seq, sender, more);
const listTexts = (messages: Message[], more: object = {}, between: Conversation | undefined = conversation) =>
  listFirstBubbles({ messages, ...more }, between, me, NOW).map(({ content }) => content);

test("lists the first eight conversations that are not archived", () => {
  const all = Array.from({ length: 10 }, (_, i) => ({
    ...conversation,
    conversationId: String(i),
    isArchived: i === 1,
  }));
  expect(listFirstRows(all)?.map(({ conversationId }) => conversationId)).toEqual([..."02345678"]);
  // The archive's button is beside the heading.
  expect(listFirstRows(all.slice(1, 2))).toEqual([]);
  expect(listFirstRows([])).toBeUndefined();
});

test("lists the newest eight messages", () => {
  const messages = Array.from({ length: 10 }, (_, seq) => text(seq));
  expect(listTexts(messages)).toEqual([2, 3, 4, 5, 6, 7, 8, 9].map((seq) => `text ${seq}`));
  expect(listTexts(messages, {}, undefined)).toHaveLength(8);
});

test.each<[string, Partial<Message>]>([
  ["a picture", { messageType: "image" }],
  ["a workout date", { messageType: "date" }],
  ["a message with a reaction", { reactions: [{ by: me, emoji: "💪" }] }],
  ["a reply", { replyTo: { _id: "1", sender: { _id: me }, messageType: "text", excerpt: "What?", isDeleted: false } }],
])("lists only what is newer than %s", (_what, more) => {
  expect(listTexts([text(1), text(2, more), text(3), text(4, {}, me)])).toEqual(["text 3", "text 4"]);
  expect(listTexts([text(1), text(2, more)])).toEqual([]);
});

test.each([
  ["a restriction replaces the composer", { restricted: { until: null } }, conversation],
  ["few messages are left", { unanswered: { left: 1, until: new Date(NOW).toISOString() } }, conversation],
  ["the other member has deleted their account", {}, gone],
])("lists nothing if the composer has another height than in the frame: %s", (_why, more, between) => {
  expect(listTexts([text(1)], more, between)).toEqual([]);
});

test("groups as the app does, also by messages that it leaves out", () => {
  const messages = [text(1, { messageType: "image" }), text(2), text(3), text(4, { read: true }, me)];
  const found = listFirstBubbles({ messages }, { ...conversation, unreadCount: 2 }, me, NOW);
  expect(found.map(({ day, fresh, first, last, state }) => [day, fresh, first, last, state])).toEqual([
    [undefined, true, true, false, "received"],
    [undefined, false, false, true, "received"],
    [undefined, false, true, true, "read"],
  ]);
});
