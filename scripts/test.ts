import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { findBrowser } from "./browser.ts";
import { runBuild } from "./build-in-child.ts";
import { run, runChecks } from "./steps.ts";

/** Everything that `npm test` proves, in the order in which it is cheap to fail: checks, server and units, browser. */

interface Counts {
  readonly passed: number;
  readonly failed: number;
  /** Passed, but at the second try only: not among `passed`. */
  readonly flaky?: number;
}

/** One moment of a busy machine is let pass; several in one run are no chance. */
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

/** A test that failed, or a file that could not even be read. */
interface Failure {
  /** From the root. */
  readonly file: string;
  readonly title: string;
  readonly why: string;
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

/** Runs tests of server and units. @returns how many passed, and what failed; a run that ends badly without a failure has one all the same */
async function runVitest(name: string, args: readonly string[]): Promise<{ passed: number; failures: Failure[] }> {
  const output = `--outputFile.json=${join(reports, name)}`;
  const ok = await run("vitest", ["run", "--reporter=default", "--reporter=json", output, ...args]);
  const report = read<VitestReport>(name);
  const failures = (report?.testResults ?? []).flatMap(({ name: path, status, message, assertionResults }) => {
    const file = relative(root, path);
    const failed = assertionResults.filter((test) => test.status === "failed");
    if (status === "failed" && failed.length === 0) return [{ file, title: "(the file)", why: message }];
    return failed.map(({ fullName, failureMessages }) => ({ file, title: fullName, why: failureMessages.join("\n") }));
  });
  if (!ok && failures.length === 0) failures.push({ file: "", title: "the runner itself", why: "see above" });
  return { passed: report?.numPassedTests ?? 0, failures };
}

/** So that the end of the output says it: what failed stands far above, before the browser's tests. */
const named = (failures: readonly Failure[]): string => failures.map(describeFailure).join("\n");

function describeFailure({ file, title, why }: Failure): string {
  const lines = why.split("\n").filter((line) => !line.includes("node_modules"));
  return [`  ${file} > ${title}`, ...lines.slice(0, 40).map((line) => `    ${line}`)].join("\n");
}

/**
 * Runs the tests of server and units beside one another, and the files of a few that failed once more, alone. What failed
 * is named at the end of everything either way: one that only fails beside others is a defect, too.
 */
async function runServerAndUnits(): Promise<Counts & { said: string }> {
  const first = await runVitest("vitest.json", []);
  const files = [...new Set(first.failures.map(({ file }) => file))];
  if (first.failures.length === 0) return { passed: first.passed, failed: 0, said: "" };
  if (first.failures.length > FLAKY_MAX || files.includes(""))
    return { passed: first.passed, failed: first.failures.length, said: `Failed:\n${named(first.failures)}` };
  const again = await runVitest("vitest-again.json", ["--maxWorkers=1", ...files]);
  const failed = again.failures.length;
  const flaky = Math.max(0, first.failures.length - failed);
  const said = [`Failed beside others:\n${named(first.failures)}`];
  said.push(failed > 0 ? `Failed alone:\n${named(again.failures)}` : "Passed alone.");
  return { passed: first.passed, failed, flaky, said: said.join("\n") };
}

async function runBrowser(): Promise<Counts> {
  const ok = await run("playwright", ["test", "--reporter=list,json"], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, "browser.json"),
  });
  const report = read<{ stats: { expected: number; unexpected: number; flaky: number } }>("browser.json");
  const { expected = 0, unexpected = 0, flaky = 0 } = report?.stats ?? {};
  return { passed: expected, failed: ok ? unexpected : Math.max(unexpected, 1), flaky };
}

const started = Date.now();
await findBrowser();
const checks = await runChecks();
await runBuild(console.log);
const units = await runServerAndUnits();
const browser = await runBrowser();
rmSync(reports, { recursive: true, force: true });

const sum = (count: keyof Counts) =>
  [checks, units, browser].reduce((total, one: Counts) => total + (one[count] ?? 0), 0);
const flaky = sum("flaky");
const allowed = flaky <= FLAKY_MAX ? flaky : 0;
const passed = sum("passed") + allowed;
const failed = sum("failed") + flaky - allowed;
console.log(`\nIn ${Math.round((Date.now() - started) / 1000)} s:`);
if (units.said) console.log(units.said);
console.log(`${passed} passed, ${failed} failed${flaky > 0 ? `; ${flaky} passed at the second try only` : ""}`);
process.exit(failed === 0 ? 0 : 1);
