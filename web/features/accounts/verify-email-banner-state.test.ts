import { beforeEach, expect, test, vi } from "vitest";
import {
  clearEmailUnconfirmed,
  dismissReminder,
  isEmailUnconfirmed,
  isReminderDismissed,
  markEmailUnconfirmed,
} from "#web/features/accounts/verify-email-banner-state.ts";

beforeEach(() => {
  const values = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => values.set(key, value),
    removeItem: (key: string) => values.delete(key),
  });
  return () => vi.unstubAllGlobals();
});

const sam = { email: "sam@mail.com", emailVerified: false };

test("uses the profile once it is loaded, and ignores addresses that cannot receive email", () => {
  expect(isEmailUnconfirmed("1", sam)).toBe(true);
  expect(isEmailUnconfirmed("1", { ...sam, emailVerified: true })).toBe(false);
  expect(isEmailUnconfirmed("1", { ...sam, email: "sam@demo.example" })).toBe(false);
  expect(isEmailUnconfirmed("1", { ...sam, email: "sam@example.com" })).toBe(true);
});

test("uses the last known state of the same member until the profile is loaded", () => {
  expect(isEmailUnconfirmed("1", undefined)).toBe(false);
  markEmailUnconfirmed("1");
  expect(isEmailUnconfirmed("1", undefined)).toBe(true);
  expect(isEmailUnconfirmed("2", undefined)).toBe(false);
  expect(isEmailUnconfirmed("1", { ...sam, emailVerified: true })).toBe(false);
  clearEmailUnconfirmed();
  expect(isEmailUnconfirmed("1", undefined)).toBe(false);
});

test("dismisses the reminder for one member only", () => {
  dismissReminder("1");
  expect(isReminderDismissed("1")).toBe(true);
  expect(isReminderDismissed("2")).toBe(false);
});
