import { relative } from "node:path";

/** Or a file that could not be loaded. */
export interface Failure {
  readonly file: string;
  readonly title: string;
  readonly reason: string;
}

export interface TimedTest {
  readonly file: string;
  readonly title: string;
  readonly ms: number;
}

export interface Outcome {
  readonly passed: number;
  readonly failures: readonly Failure[];
  /** Failed at first, and passed on the second attempt. Not included in `passed`. */
  readonly retried: readonly Failure[];
  readonly tests: readonly TimedTest[];
}

export interface VitestReport {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      /** Milliseconds. */
      readonly duration?: number | null;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

interface PlaywrightSuite {
  readonly file: string;
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly {
    readonly title: string;
    readonly tests: readonly {
      readonly status: "expected" | "unexpected" | "flaky" | "skipped";
      readonly results: readonly {
        readonly duration: number;
        readonly status: string;
        readonly errors: readonly { readonly message?: string }[];
      }[];
    }[];
  }[];
}

export interface PlaywrightReport {
  /** Errors outside of tests, such as in the global setup. */
  readonly errors: readonly { readonly message?: string }[];
  readonly suites: readonly PlaywrightSuite[];
}

/** @param root the folder that names of files are relative to */
export function readVitestReport({ numPassedTests, testResults }: VitestReport, root: string): Outcome {
  const failures: Failure[] = [];
  const tests: TimedTest[] = [];
  for (const { name, status, message, assertionResults } of testResults) {
    const file = relative(root, name);
    for (const { fullName: title, status, duration, failureMessages } of assertionResults) {
      tests.push({ file, title, ms: duration ?? 0 });
      if (status === "failed") failures.push({ file, title, reason: failureMessages.join("\n") });
    }
    if (status === "failed" && !failures.some((failure) => failure.file === file))
      failures.push({ file, title: "(could not be loaded)", reason: message });
  }
  return { passed: numPassedTests, failures, retried: [], tests };
}

/** @param folder the folder that Playwright's names of files are relative to */
export function readPlaywrightReport({ errors, suites }: PlaywrightReport, folder: string): Outcome {
  const outcome = { passed: 0, failures: [] as Failure[], retried: [] as Failure[], tests: [] as TimedTest[] };
  const reasonOf = (all: readonly { readonly message?: string }[]) => all.map(({ message = "" }) => message).join("\n");
  for (const error of errors)
    outcome.failures.push({ file: folder, title: "(outside of tests)", reason: reasonOf([error]) });
  const add = (suite: PlaywrightSuite) => {
    const file = `${folder}/${suite.file}`;
    for (const { title, tests } of suite.specs)
      for (const { status, results } of tests) {
        outcome.tests.push({ file, title, ms: results.reduce((sum, { duration }) => sum + duration, 0) });
        const failed = { file, title, reason: reasonOf(results[0]?.errors ?? []) };
        if (status === "expected") outcome.passed++;
        else if (status === "flaky") outcome.retried.push(failed);
        else if (status === "unexpected") outcome.failures.push(failed);
      }
    for (const inner of suite.suites ?? []) add(inner);
  };
  for (const suite of suites) add(suite);
  return outcome;
}

const REASON_LINES = 40;

/** For the end of the run: the runner's own report is far above. */
export function describeFailure({ file, title, reason }: Failure): string {
  const lines = reason.split("\n").filter((line) => !line.includes("node_modules"));
  return [`  ${file} > ${title}`, ...lines.slice(0, REASON_LINES).map((line) => `    ${line}`)].join("\n");
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1).padStart(7)} s`;

/** They run side by side, so this is no wall time. */
export function describeSlowest(tests: readonly TimedTest[], count: number): string {
  const files = new Map<string, number>();
  for (const { file, ms } of tests) files.set(file, (files.get(file) ?? 0) + ms);
  const rank = (rows: readonly (readonly [string, number])[]) =>
    [...rows]
      .sort(([, a], [, b]) => b - a)
      .slice(0, count)
      .map(([name, ms]) => `  ${seconds(ms)}  ${name}`);
  const titles = tests.map(({ file, title, ms }) => [`${file} > ${title}`, ms] as const);
  return ["Slowest files:", ...rank([...files]), "Slowest tests:", ...rank(titles)].join("\n");
}
