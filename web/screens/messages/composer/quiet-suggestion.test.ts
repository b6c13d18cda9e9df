import { expect, test } from "vitest";
import type { Message } from "#contract/chat/messages.ts";
import { chooseSuggestion, isQuiet } from "#web/screens/messages/composer/quiet-suggestion.tsx";

const NOW = Date.parse("2026-11-26T12:00:00Z");
const HOUR = 3_600_000;

const message = (from: string, hoursAgo: number, content = "Leg day?") =>
  ({ sender: { _id: from }, content, createdAt: new Date(NOW - hoursAgo * HOUR).toISOString() }) as Message;

test("a conversation is quiet after 48 hours, and no longer after 30 days", () => {
  expect(isQuiet([], "me", NOW)).toBe(false);
  expect(isQuiet([message("them", 47.9)], "me", NOW)).toBe(false);
  expect(isQuiet([message("them", 48)], "me", NOW)).toBe(true);
  expect(isQuiet([message("them", 100), message("me", 50)], "me", NOW)).toBe(true);
  expect(isQuiet([message("them", 30 * 24)], "me", NOW)).toBe(false);
});

test("nobody is asked to write a third message without an answer", () => {
  expect(isQuiet([message("them", 99), message("me", 60), message("me", 50)], "me", NOW)).toBe(false);
  expect(isQuiet([message("me", 60), message("them", 50), message("them", 50)], "me", NOW)).toBe(true);
});

test("suggests the plan, or what has not been sent", () => {
  const openers = ["About you", "About us", "A plan"];
  expect(chooseSuggestion(openers, [message("me", 50)])).toBe("A plan");
  expect(chooseSuggestion(openers, [message("me", 50, "A plan")])).toBe("About us");
  expect(
    chooseSuggestion(
      openers,
      openers.map((opener) => message("me", 50, opener)),
    ),
  ).toBeUndefined();
});
