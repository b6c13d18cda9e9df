import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { findBrowser } from "./browser.ts";
import { runBuild } from "./build-in-child.ts";
import { runChecks, runProgram } from "./run-checks.ts";

/**
 * `npm test` runs the checks, then the server and unit tests, then the browser tests, so that fast failures come first.
 * `npm run test:server`, `test:units` and `test:browser` run one part, or the files given after `--`.
 */

interface Counts {
  readonly passed: number;
  readonly failed: number;
  /** Passed only on the second attempt. Not included in `passed`. */
  readonly flaky?: number;
}

/** A busy machine may cause one or two timeouts per run. More are a defect. */
const FLAKY_MAX = 2;

const root = join(import.meta.dirname, "..");
const reports = mkdtempSync(join(tmpdir(), "spotter-report-"));

function read<T>(name: string): T | undefined {
  try {
    return JSON.parse(readFileSync(join(reports, name), "utf8")) as T;
  } catch {
    return undefined;
  }
}

/** A test that failed, or a file that could not be loaded. */
interface Failure {
  /** Relative to the repository. */
  readonly file: string;
  readonly title: string;
  readonly reason: string;
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly { fullName: string; status: string; failureMessages: readonly string[] }[];
  }[];
}

/** Runs Vitest. A run that exits with an error but reports no failed test counts as one failure. */
async function runVitest(name: string, args: readonly string[]): Promise<{ passed: number; failures: Failure[] }> {
  const output = `--outputFile.json=${join(reports, name)}`;
  const ok = await runProgram("vitest", ["run", "--reporter=default", "--reporter=json", output, ...args]);
  const report = read<VitestReport>(name);
  const failures = (report?.testResults ?? []).flatMap(({ name: path, status, message, assertionResults }) => {
    const file = relative(root, path);
    const failed = assertionResults.filter((test) => test.status === "failed");
    if (status === "failed" && failed.length === 0) return [{ file, title: "(could not be loaded)", reason: message }];
    return failed.map(({ fullName, failureMessages }) => ({
      file,
      title: fullName,
      reason: failureMessages.join("\n"),
    }));
  });
  if (!ok && failures.length === 0) failures.push({ file: "", title: "(Vitest)", reason: "see the output above" });
  return { passed: report?.numPassedTests ?? 0, failures };
}

/** The summary repeats the failures, because Vitest prints its report before the browser tests run. */
const listFailures = (failures: readonly Failure[]): string => failures.map(describeFailure).join("\n");

function describeFailure({ file, title, reason }: Failure): string {
  const lines = reason.split("\n").filter((line) => !line.includes("node_modules"));
  return [`  ${file} > ${title}`, ...lines.slice(0, 40).map((line) => `    ${line}`)].join("\n");
}

/**
 * Runs the server and unit tests in parallel, then the files with failures alone, if there are at most two failures.
 * The summary contains both results, because a test that fails only in parallel is a defect, too.
 */
async function runVitestTwice(args: readonly string[]): Promise<Counts & { summary: string }> {
  const first = await runVitest("vitest.json", args);
  const files = [...new Set(first.failures.map(({ file }) => file))];
  if (first.failures.length === 0) return { passed: first.passed, failed: 0, summary: "" };
  if (first.failures.length > FLAKY_MAX || files.includes(""))
    return { passed: first.passed, failed: first.failures.length, summary: `Failed:\n${listFailures(first.failures)}` };
  const again = await runVitest("vitest-again.json", ["--maxWorkers=1", ...files]);
  const failed = again.failures.length;
  const flaky = Math.max(0, first.failures.length - failed);
  const summary = [`Failed in parallel:\n${listFailures(first.failures)}`];
  summary.push(failed > 0 ? `Failed alone:\n${listFailures(again.failures)}` : "Passed alone.");
  return { passed: first.passed, failed, flaky, summary: summary.join("\n") };
}

async function runBrowser(args: readonly string[]): Promise<Counts> {
  await findBrowser();
  await runBuild(console.log);
  const ok = await runProgram("playwright", ["test", "--reporter=list,json", ...args], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, "browser.json"),
  });
  const report = read<{ stats: { expected: number; unexpected: number; flaky: number } }>("browser.json");
  const { expected = 0, unexpected = 0, flaky = 0 } = report?.stats ?? {};
  return { passed: expected, failed: ok ? unexpected : Math.max(unexpected, 1), flaky };
}

const [part, ...args] = process.argv.slice(2);
const parts = {
  server: () => runVitestTwice(["--project", "server", ...args]),
  units: () => runVitestTwice(["--project", "units", ...args]),
  browser: () => runBrowser(args),
};

/** Runs all parts. A missing browser is reported first, and not after ten minutes. */
async function* runAll(): AsyncGenerator<Counts & { summary?: string }> {
  await findBrowser();
  yield await runChecks();
  // The server tests need the built web app.
  await runBuild(console.log);
  yield await runVitestTwice([]);
  yield await runBrowser([]);
}

async function* runPart(name: keyof typeof parts): AsyncGenerator<Counts & { summary?: string }> {
  if (name === "server") await runBuild(console.log);
  yield await parts[name]();
}

if (part !== undefined && !(part in parts)) {
  console.error(`Usage: node scripts/test.ts [${Object.keys(parts).join(" | ")}] [file …]`);
  process.exit(2);
}
const started = Date.now();
const results: (Counts & { summary?: string })[] = [];
for await (const result of part === undefined ? runAll() : runPart(part as keyof typeof parts)) results.push(result);
rmSync(reports, { recursive: true, force: true });

const sum = (count: keyof Counts) => results.reduce((total, one) => total + (one[count] ?? 0), 0);
const flaky = sum("flaky");
const allowed = flaky <= FLAKY_MAX ? flaky : 0;
const passed = sum("passed") + allowed;
const failed = sum("failed") + flaky - allowed;
console.log(`\nFinished in ${Math.round((Date.now() - started) / 1000)} s:`);
for (const { summary } of results) if (summary) console.log(summary);
console.log(`${passed} passed, ${failed} failed${flaky > 0 ? `; ${flaky} passed on the second attempt only` : ""}`);
process.exit(failed === 0 ? 0 : 1);
