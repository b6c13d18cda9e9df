import { beforeEach, expect, test, vi } from "vitest";
import {
  clearEmailUnverified,
  dismissReminder,
  isEmailUnverified,
  isReminderDismissed,
  markEmailUnverified,
} from "#web/domains/accounts/verify-email-banner-state.ts";

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
  expect(isEmailUnverified("1", sam)).toBe(true);
  expect(isEmailUnverified("1", { ...sam, emailVerified: true })).toBe(false);
  expect(isEmailUnverified("1", { ...sam, email: "sam@demo.example" })).toBe(false);
  expect(isEmailUnverified("1", { ...sam, email: "sam@example.com" })).toBe(true);
});

test("uses the last known state of the same member until the profile is loaded", () => {
  expect(isEmailUnverified("1", undefined)).toBe(false);
  markEmailUnverified("1");
  expect(isEmailUnverified("1", undefined)).toBe(true);
  expect(isEmailUnverified("2", undefined)).toBe(false);
  expect(isEmailUnverified("1", { ...sam, emailVerified: true })).toBe(false);
  clearEmailUnverified();
  expect(isEmailUnverified("1", undefined)).toBe(false);
});

test("dismisses the reminder for one member only", () => {
  dismissReminder("1");
  expect(isReminderDismissed("1")).toBe(true);
  expect(isReminderDismissed("2")).toBe(false);
});
