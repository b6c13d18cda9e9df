import { expect, test } from "vitest";
import type { Message, MessagesPage } from "#contract/messages.ts";
import {
  type ConversationPages,
  getOlderCursor,
  getRevision,
  listMessages,
  mergeChanges,
  withMessages,
} from "#web/features/messages/conversation-pages.ts";
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

/** 5, 6 on the newest page, 3, 4 on the one before; 1 and 2 are not loaded. */
const thread: ConversationPages = {
  pages: [page([message(5), message(6)], true, 6), page([message(3), message(4)], true, 6)],
  pageParams: [undefined, "message 5"],
};

const seqs = (cached: ConversationPages) => listMessages(cached).map((one) => one.seq);

test("pages are put in order", () => {
  expect(seqs(thread)).toEqual([3, 4, 5, 6]);
  expect(getOlderCursor(thread.pages)).toBe("message 3");
});

test("there is nothing older than a last page", () => {
  expect(getOlderCursor([page([message(1)], false, 1)])).toBeUndefined();
});

test("a message is there once, by its id and by its sender's id", () => {
  const twice = withMessages(thread, [
    message(6),
    message(7, { clientId: "c" }),
    message(7, { _id: "again", clientId: "c" }),
  ]);
  expect(seqs(twice)).toEqual([3, 4, 5, 6, 7]);
});

test("what was read stays read, whatever an older answer says", () => {
  const read = withMessages(thread, [message(6, { read: true, readAt: "2026-11-20T12:00:00.000Z" })]);
  expect(listMessages(withMessages(read, [message(6)])).at(-1)?.read).toBe(true);
});

test("merge adds, replaces and removes, in any order of arrival", () => {
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

test("merge leaves messages that are older than what is loaded to their page", () => {
  const after = mergeChanges(thread, { messages: [message(1), message(7)], deleted: [], readAt: null, rev: 8 }, "b");
  expect(seqs(after)).toEqual([3, 4, 5, 6, 7]);
});

test("merge marks as read what the other has read, and never the other's own", () => {
  const after = mergeChanges(thread, { messages: [], deleted: [], readAt: new Date(5000).toISOString(), rev: 7 }, "b");
  expect(listMessages(after).map((one) => [one.seq, one.read])).toEqual([
    [3, true],
    [4, false],
    [5, true],
    [6, false],
  ]);
});

test("an answer that is older than what is known takes nothing back", () => {
  const after = mergeChanges(thread, { messages: [], deleted: [], readAt: null, rev: 2 }, "b");
  expect(getRevision(after)).toBe(6);
  expect(seqs(after)).toEqual([3, 4, 5, 6]);
});
