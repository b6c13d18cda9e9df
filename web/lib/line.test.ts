import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { withPlaceInLine } from "#web/lib/line.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function answerPlaces(...answers: ({ place: number | null } | "down")[]) {
  const asked: string[] = [];
  const fetchPlace = vi.fn(async (url: string) => {
    asked.push(url);
    const next = answers.shift();
    if (next === undefined || next === "down") throw new TypeError("down");
    return Response.json({ success: true, lookAgainMs: 1000, ...next });
  });
  vi.stubGlobal("fetch", fetchPlace);
  return asked;
}

test("asks for the place after two seconds, as often as it is told, until the request has its answer", async () => {
  const asked = answerPlaces({ place: 3 }, { place: null }, "down", { place: 1 });
  const places: number[] = [];
  const request = Promise.withResolvers<string>();
  let sent = "";
  const send = (ticket: string) => {
    sent = ticket;
    return request.promise;
  };
  const result = withPlaceInLine(send, (place) => void places.push(place));
  await vi.advanceTimersByTimeAsync(1999);
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toEqual([`/api/auth/line/${sent}`]);
  await vi.advanceTimersByTimeAsync(2000);
  expect([asked.length, places]).toEqual([3, [3]]);
  // An answer that did not come says nothing of when to ask again.
  await vi.advanceTimersByTimeAsync(5000);
  expect([asked.length, places]).toEqual([4, [3, 1]]);
  request.resolve("logged in");
  expect(await result).toBe("logged in");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(4);
});

test("asks nothing for a request that is answered at once, or fails", async () => {
  const asked = answerPlaces();
  const onPlace = vi.fn();
  expect(await withPlaceInLine(async () => "logged in", onPlace)).toBe("logged in");
  await expect(withPlaceInLine(() => Promise.reject(new Error("no")), onPlace)).rejects.toThrow("no");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toEqual([]);
});
