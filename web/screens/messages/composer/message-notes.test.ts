import { expect, test } from "vitest";
import type { ConversationAdvice } from "#web/domains/chat/advice/advice-store.ts";
import { findNotes, READ_MESSAGES } from "#web/screens/messages/composer/message-notes.ts";
import { buildMessage } from "#web/testing/message-factory.ts";

const UNTOUCHED: ConversationAdvice = { hidden: [], answeredSeq: 0, showsPictures: false };
const MINE = { _id: "me", username: "me" };
const MONEY = "Can you send me $200?";
const LINK = "https://example.com";
const INSULT = "You are such a bitch";

const say = (...texts: readonly string[]) => texts.map((content, i) => buildMessage(i + 1, { content }));
const find = (messages: ReturnType<typeof say>, advice: Partial<ConversationAdvice> = {}) =>
  Object.fromEntries(findNotes(messages, "me", { ...UNTOUCHED, ...advice }));

test("there is one card of each kind, under the newest message", () => {
  expect(find(say(MONEY, LINK, "Leg day?", MONEY))).toEqual({
    "message 2": { isQuestion: false, caution: "link" },
    "message 4": { isQuestion: false, caution: "money" },
  });
});

test("the most serious kind of a message counts, also when it was put away", () => {
  const both = say(`${MONEY} ${LINK}`);
  expect(find(both)).toEqual({ "message 1": { isQuestion: false, caution: "money" } });
  expect(find(both, { hidden: ["money"] })).toEqual({});
  expect(find(say(MONEY, LINK), { hidden: ["money"] })).toEqual({
    "message 2": { isQuestion: false, caution: "link" },
  });
});

test("the question is asked once, and not again for what came before an answer", () => {
  const messages = say(INSULT, INSULT, "Sorry.");
  expect(find(messages)).toEqual({ "message 2": { isQuestion: true, caution: undefined } });
  expect(find(messages, { answeredSeq: 2 })).toEqual({});
  expect(find(say(INSULT, INSULT, INSULT), { answeredSeq: 2 })).toEqual({
    "message 3": { isQuestion: true, caution: undefined },
  });
});

test("a message can have the question and a card", () => {
  expect(find(say(`${INSULT}. ${MONEY}`))).toEqual({ "message 1": { isQuestion: true, caution: "money" } });
});

test("own messages, pictures and messages before the last twenty have no notes", () => {
  expect(find([buildMessage(1, { content: MONEY, sender: MINE }), buildMessage(2, { messageType: "image" })])).toEqual(
    {},
  );
  const chat = Array.from({ length: READ_MESSAGES }, (_, i) => `Set ${i + 1}`);
  expect(find(say(MONEY, ...chat.slice(1)))).not.toEqual({});
  expect(find(say(MONEY, ...chat))).toEqual({});
});
