import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TYPING_SHOWN_MS } from "#contract/limits.ts";
import { createTypingSignal } from "#web/screens/messages/log/typing-signal.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** At some times in milliseconds. @returns the times of the signals */
function type(times: readonly number[], sentAt?: number): number[] {
  const [emitted, start] = [[] as number[], Date.now()];
  const signal = createTypingSignal(() => emitted.push(Date.now() - start));
  for (const time of times) setTimeout(signal.keystroke, time);
  if (sentAt !== undefined) setTimeout(signal.stop, sentAt);
  vi.advanceTimersByTime(60_000);
  return emitted;
}

// @spec 4.typing-told-throttled
test("emits a typing signal after a keystroke, at most every two seconds until two seconds of inactivity", () => {
  expect(type([0])).toEqual([0]);
  expect(type(Array.from({ length: 21 }, (_, i) => i * 250))).toEqual([0, 2000, 4000, 6000]);
  expect(type([0, 5000])).toEqual([0, 5000]);
});

test("the sign does not disappear while somebody types slowly", () => {
  const keystrokes = [0, 1900, 3800, 5700, 7600];
  const emitted = type(keystrokes);
  for (const time of keystrokes) expect(emitted.some((at) => at <= time && time < at + TYPING_SHOWN_MS)).toBe(true);
  const pauses = emitted.slice(1).map((time, i) => time - (emitted[i] ?? 0));
  expect(Math.max(...pauses)).toBeLessThan(TYPING_SHOWN_MS);
});

test("a sent message ends the signal, and the next keystroke emits at once", () => {
  expect(type([0, 100, 1000], 500)).toEqual([0, 1000]);
});
