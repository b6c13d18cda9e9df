import { expect, test } from "vitest";
import { quoted } from "#server/platform/email/quoted-words.ts";

test.each([
  ["Washington Park, south gate", "“Washington Park, south gate”"],
  ["St. Mary's gym, 5th floor.", "“St. Mary's gym, 5th floor.”"],
  ["Confirm at https://sp0tter-login.example/v now", "“Confirm at (address left out) now”"],
  ["see sp0tter.com/v", "“see (address left out)”"],
  ["www.sp0tter", "“(address left out)”"],
  ["see sp0tter。com or sp0tter．com/v", "“see (address left out) or (address left out)”"],
  ["10.1.2.3/login", "“(address left out)”"],
  ["Park” Your account is closed “Gate", "“Park' Your account is closed 'Gate”"],
  ["write to help@sp0tter.io", "“write to (address left out)”"],
])("%s is quoted without what a mail client would link", (words, expected) => {
  expect(quoted(words)).toBe(expected);
});
