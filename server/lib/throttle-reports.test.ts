import { expect, test, vi } from "vitest";
import { throttleReports } from "#server/lib/throttle-reports.ts";

test("a sampled report comes at once, then once per interval with the number that it stands for", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const reports: (readonly [string, number])[] = [];
  const report = throttleReports<string>(60_000, (subject, skipped) => reports.push([subject, skipped]));
  for (const subject of ["a", "b", "c"]) report(subject);
  vi.advanceTimersByTime(60_000);
  report("d");
  expect(reports).toEqual([
    ["a", 0],
    ["d", 2],
  ]);
  vi.useRealTimers();
});
