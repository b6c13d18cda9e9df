import { validate, version } from "uuid";
import { expect, test, vi } from "vitest";
import { newId } from "#web/lib/new-id.ts";

test("ids are UUIDs of version 7 that are unique and in order, also within a millisecond and with a clock put back", () => {
  vi.useFakeTimers({ now: Date.parse("2031-05-01T10:00:00Z") });
  const ids = Array.from({ length: 2000 }, (_, i) => {
    if (i === 1000) vi.setSystemTime(Date.parse("2031-05-01T09:00:00Z"));
    return newId();
  });
  expect(ids.every((id) => validate(id) && version(id) === 7)).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.toSorted()).toEqual(ids);
  expect(Number.parseInt(ids[0]?.replace("-", "").slice(0, 12) ?? "", 16)).toBe(Date.parse("2031-05-01T10:00:00Z"));
  vi.useRealTimers();
});
