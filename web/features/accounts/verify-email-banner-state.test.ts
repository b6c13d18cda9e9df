import { beforeEach, expect, test, vi } from "vitest";
import {
  forgetUnconfirmed,
  isPutOff,
  isUnconfirmed,
  noteUnconfirmed,
  putOff,
} from "#web/features/accounts/verify-email-banner-state.ts";

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  return () => vi.unstubAllGlobals();
});

const sam = { email: "sam@mail.com", emailVerified: false };

test("the profile says whether an address waits, except one that no mail reaches", () => {
  expect(isUnconfirmed("1", sam)).toBe(true);
  expect(isUnconfirmed("1", { ...sam, emailVerified: true })).toBe(false);
  expect(isUnconfirmed("1", { ...sam, email: "sam@demo.example" })).toBe(false);
  expect(isUnconfirmed("1", { ...sam, email: "sam@example.com" })).toBe(true);
});

test("before the profile is there, what was seen last counts, of the same member", () => {
  expect(isUnconfirmed("1", undefined)).toBe(false);
  noteUnconfirmed("1");
  expect(isUnconfirmed("1", undefined)).toBe(true);
  expect(isUnconfirmed("2", undefined)).toBe(false);
  expect(isUnconfirmed("1", { ...sam, emailVerified: true })).toBe(false);
  forgetUnconfirmed();
  expect(isUnconfirmed("1", undefined)).toBe(false);
});

test("putting off is one member's", () => {
  putOff("1");
  expect(isPutOff("1")).toBe(true);
  expect(isPutOff("2")).toBe(false);
});
