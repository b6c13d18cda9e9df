import { expect, test } from "vitest";
import { createBusyTimer } from "./busy-time.ts";
import { describeFailure, describeSlowest, readPlaywrightReport, readVitestReport } from "./test-report.ts";

test("a report of Vitest names failed tests, and files that could not be loaded", () => {
  const assertionResults = [
    { fullName: "adds", status: "passed", duration: 12, failureMessages: [] },
    { fullName: "divides", status: "failed", duration: 3, failureMessages: ["by zero", "twice"] },
    { fullName: "waits", status: "skipped", duration: null, failureMessages: [] },
  ];
  const report = {
    numPassedTests: 1,
    testResults: [
      { name: "/root/a.test.ts", status: "failed", message: "", assertionResults },
      { name: "/root/b.test.ts", status: "failed", message: "no such module", assertionResults: [] },
    ],
  };
  expect(readVitestReport(report, "/root")).toEqual({
    passed: 1,
    failures: [
      { file: "a.test.ts", title: "divides", reason: "by zero\ntwice" },
      { file: "b.test.ts", title: "(could not be loaded)", reason: "no such module" },
    ],
    retried: [],
    tests: [
      { file: "a.test.ts", title: "adds", ms: 12 },
      { file: "a.test.ts", title: "divides", ms: 3 },
      { file: "a.test.ts", title: "waits", ms: 0 },
    ],
  });
});

test("a report of Playwright tells tests that passed at once from those that did on the second attempt or never", () => {
  const attempt = (duration: number, ...messages: string[]) => ({
    duration,
    status: messages.length > 0 ? "failed" : "passed",
    errors: messages.map((message) => ({ message })),
  });
  const spec = (
    title: string,
    status: "expected" | "unexpected" | "flaky",
    ...results: ReturnType<typeof attempt>[]
  ) => ({
    title,
    tests: [{ status, results }],
  });
  const inner = {
    file: "a.spec.ts",
    specs: [
      spec("flaky", "flaky", attempt(7, "late"), attempt(5)),
      spec("fails", "unexpected", attempt(1, "no"), attempt(1, "never")),
    ],
  };
  const report = {
    errors: [{ message: "no server" }],
    suites: [{ file: "a.spec.ts", specs: [spec("passes", "expected", attempt(2))], suites: [inner] }],
  };
  expect(readPlaywrightReport(report, "e2e")).toEqual({
    passed: 1,
    failures: [
      { file: "e2e", title: "(outside of tests)", reason: "no server" },
      { file: "e2e/a.spec.ts", title: "fails", reason: "no" },
    ],
    retried: [{ file: "e2e/a.spec.ts", title: "flaky", reason: "late" }],
    tests: [
      { file: "e2e/a.spec.ts", title: "passes", ms: 2 },
      { file: "e2e/a.spec.ts", title: "flaky", ms: 12 },
      { file: "e2e/a.spec.ts", title: "fails", ms: 2 },
    ],
  });
});

test("the end of a run shows reasons without the runner's own frames, and what took longest", () => {
  const reason = "expected 1\n    at node_modules/vitest/runner.js\n    at a.test.ts:3";
  expect(describeFailure({ file: "a.test.ts", title: "adds", reason })).toBe(
    "  a.test.ts > adds\n    expected 1\n        at a.test.ts:3",
  );
  const tests = [
    { file: "a", title: "one", ms: 1_000 },
    { file: "b", title: "two", ms: 1_500 },
    { file: "a", title: "three", ms: 900 },
  ];
  expect(describeSlowest(tests, 2).split("\n")).toEqual([
    "Slowest files:",
    "      1.9 s  a",
    "      1.5 s  b",
    "Slowest tests:",
    "      1.5 s  b > two",
    "      1.0 s  a > one",
  ]);
});

test("parts that run at once share the machine's time", async () => {
  let machineMs = 0;
  const measure = createBusyTimer(() => machineMs);
  const spend = async (ms: number) => {
    machineMs += ms;
  };
  const { promise, resolve } = Promise.withResolvers<void>();
  const long = measure(async () => {
    await spend(10);
    await promise;
  });
  const { result, cost } = await measure(() => spend(40).then(() => "done"));
  resolve();
  expect(result).toBe("done");
  expect(cost.cpuMs).toBe(20);
  expect((await long).cost.cpuMs).toBe(10 + 20);
});
