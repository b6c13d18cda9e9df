import { expect, test } from "vitest";
import type { Message, MessagesPage } from "#contract/chat/messages.ts";
import type { Reaction } from "#contract/chat/reactions.ts";
import {
  type ConversationPages,
  getOlderCursor,
  getRevision,
  listMessages,
  mergeChanges,
  withMessages,
  withoutMessages,
  withoutSender,
  withReaction,
} from "#web/domains/chat/conversation-pages.ts";
import { buildMessage } from "#web/testing/message-factory.ts";

const message = (seq: number, more: Partial<Message> = {}): Message =>
  buildMessage(seq, { sender: { _id: seq % 2 ? "a" : "b", username: "" }, ...more });

const page = (messages: Message[], hasMore: boolean, rev: number): MessagesPage => ({
  success: true,
  conversationId: "a_b",
  messages,
  deleted: [],
  readAt: null,
  rev,
  hasMore,
});

/** Messages 5 and 6 are on the newest page, 3 and 4 on the previous one; 1 and 2 are not loaded. */
const thread: ConversationPages = {
  pages: [page([message(5), message(6)], true, 6), page([message(3), message(4)], true, 6)],
  pageParams: [undefined, "message 5"],
};

const seqs = (cached: ConversationPages) => listMessages(cached).map((one) => one.seq);

test("lists the messages of all pages in order", () => {
  expect(seqs(thread)).toEqual([3, 4, 5, 6]);
  expect(getOlderCursor(thread.pages)).toBe("message 3");
});

test("has no older cursor after the last page", () => {
  expect(getOlderCursor([page([message(1)], false, 1)])).toBeUndefined();
});

test("adds a message once, by its id and by its clientId", () => {
  const twice = withMessages(thread, [
    message(6),
    message(7, { clientId: "c" }),
    message(7, { _id: "again", clientId: "c" }),
  ]);
  expect(seqs(twice)).toEqual([3, 4, 5, 6, 7]);
});

test("keeps a message read when an older response says otherwise", () => {
  const read = withMessages(thread, [message(6, { read: true, readAt: "2026-11-20T12:00:00.000Z" })]);
  expect(listMessages(withMessages(read, [message(6)])).at(-1)?.read).toBe(true);
});

test("merges added, changed and deleted messages in any order", () => {
  const after = mergeChanges(
    thread,
    {
      messages: [message(8), message(7), message(4, { content: "new" })],
      deleted: ["message 5"],
      readAt: null,
      rev: 11,
    },
    "b",
  );
  expect(seqs(after)).toEqual([3, 4, 6, 7, 8]);
  expect(listMessages(after)[1]?.content).toBe("new");
  expect(getRevision(after)).toBe(11);
});

test("ignores merged messages that are older than the loaded ones", () => {
  const after = mergeChanges(thread, { messages: [message(1), message(7)], deleted: [], readAt: null, rev: 8 }, "b");
  expect(seqs(after)).toEqual([3, 4, 5, 6, 7]);
});

test("marks only messages to the reader as read", () => {
  const after = mergeChanges(thread, { messages: [], deleted: [], readAt: new Date(5000).toISOString(), rev: 7 }, "b");
  expect(listMessages(after).map((one) => [one.seq, one.read])).toEqual([
    [3, true],
    [4, false],
    [5, true],
    [6, false],
  ]);
});

test("has the last count of workouts that both have trained at", () => {
  const missed = { messages: [], deleted: [], readAt: null, rev: 7 };
  const counted = mergeChanges(thread, { ...missed, trainedTogether: 2 }, "b");
  expect(counted.pages[0]?.trainedTogether).toBe(2);
  expect(mergeChanges(counted, missed, "b").pages[0]?.trainedTogether).toBeUndefined();
});

test("ignores an older revision", () => {
  const after = mergeChanges(thread, { messages: [], deleted: [], readAt: null, rev: 2 }, "b");
  expect(getRevision(after)).toBe(6);
  expect(seqs(after)).toEqual([3, 4, 5, 6]);
});

test("has one reaction of each member to a message", () => {
  const react = (cached: ConversationPages, by: string, emoji: Reaction | null) =>
    withReaction(cached, { messageId: "message 5", by, emoji });
  const reactions = (cached: ConversationPages) => listMessages(cached).find(({ seq }) => seq === 5)?.reactions;
  const both = react(react(react(thread, "a", "🔥"), "b", "💪"), "a", "👍");
  expect(reactions(both)?.toSorted((x, y) => (x.by < y.by ? -1 : 1))).toEqual([
    { by: "a", emoji: "👍" },
    { by: "b", emoji: "💪" },
  ]);
  expect(reactions(react(both, "b", null))).toEqual([{ by: "a", emoji: "👍" }]);
  expect(reactions(withoutSender(both, "b"))).toEqual([{ by: "a", emoji: "👍" }]);
});

test("keeps a reply without the text of a deleted original", () => {
  const replyTo = {
    _id: "message 6",
    sender: { _id: "b" },
    messageType: "text" as const,
    excerpt: "Hi",
    isDeleted: false,
  };
  const replied = withMessages(thread, [message(7, { replyTo })]);
  const deleted = [{ ...replyTo, excerpt: "", isDeleted: true }];
  for (const change of [withoutMessages(replied, ["message 6"]), withoutSender(replied, "b")]) {
    expect(listMessages(change).flatMap((one) => one.replyTo ?? [])).toEqual(deleted);
  }
});
