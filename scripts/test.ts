import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findBrowser } from "./browser.ts";
import { runBuild } from "./build-in-child.ts";
import { type Cost, createBusyTimer } from "./busy-time.ts";
import { type Selection, selectChangedTests } from "./changed-tests.ts";
import { INSTALL_HINT, installDebianBrowsers, listMissingBrowsers } from "./debian-browsers.ts";
import { keepTempFilesInMemory } from "./memory-folder.ts";
import { runChecks, runProgram } from "./run-checks.ts";
import {
  describeFailure,
  describeSlowest,
  type Failure,
  type Outcome,
  type PlaywrightReport,
  readPlaywrightReport,
  readVitestReport,
  type VitestReport,
} from "./test-report.ts";

/**
 * `npm test` runs the checks and the unit tests while the web app is built, then the server tests, then the browser
 * tests, so that fast failures come first. `npm test -- --changed` runs what the changes since the last commit can
 * break. `npm run test:server`, `test:units` and `test:browser` run one part, or the files given after `--`.
 */

/** A busy machine may cause one or two timeouts per run. More are a defect. */
const FLAKY_MAX = 2;
const SLOWEST = 20;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => process.exit(1));
keepTempFilesInMemory();
const root = join(import.meta.dirname, "..");
const reports = mkdtempSync(join(tmpdir(), "spotter-report-"));
const measure = createBusyTimer();

function read<T>(name: string): T | undefined {
  try {
    return JSON.parse(readFileSync(join(reports, name), "utf8")) as T;
  } catch {
    return undefined;
  }
}

const NOTHING: Outcome = { passed: 0, failures: [], retried: [], tests: [] };

/** A run that exits with an error, but reports no failed test, counts as a failure. */
const withExit = (outcome: Outcome, ok: boolean, runner: string): Outcome =>
  ok || outcome.failures.length > 0
    ? outcome
    : { ...outcome, failures: [{ file: "", title: `(${runner})`, reason: "see the output above" }] };

async function runVitest(project: string, args: readonly string[], isBeside: boolean): Promise<Outcome> {
  const name = `${project}-${args.length}.json`;
  const output = `--outputFile.json=${join(reports, name)}`;
  const all = ["run", "--project", project, "--reporter=default", "--reporter=json", output, ...args];
  const ok = await runProgram("vitest", all, { isBeside });
  const report = read<VitestReport>(name);
  return withExit(report ? readVitestReport(report, root) : NOTHING, ok, "Vitest");
}

/** Files with failures run again alone, if there are at most two failures. */
async function runVitestTwice(project: string, args: readonly string[], isBeside = false): Promise<Outcome> {
  const first = await runVitest(project, args, isBeside);
  const files = [...new Set(first.failures.map(({ file }) => file))];
  if (first.failures.length === 0 || first.failures.length > FLAKY_MAX || files.includes("")) return first;
  const again = await runVitest(
    project,
    [...args.filter((arg) => arg.startsWith("-")), "--maxWorkers=1", ...files],
    isBeside,
  );
  const isStillFailing = (failure: Failure) => again.failures.some(({ title }) => title === failure.title);
  return { ...first, failures: again.failures, retried: first.failures.filter((failure) => !isStillFailing(failure)) };
}

/** Installed while other parts run, because that takes up to half a minute. */
let installing: Promise<void> | undefined;

async function runBrowser(args: readonly string[]): Promise<Outcome> {
  await findBrowser();
  installing ??= installDebianBrowsers();
  await installing;
  await runBuild(console.log);
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, "browser.json") };
  const ok = await runProgram("playwright", ["test", "--reporter=list,json", ...args], { env });
  const report = read<PlaywrightReport>("browser.json");
  return withExit(report ? readPlaywrightReport(report, "e2e") : NOTHING, ok, "Playwright");
}

async function runStatic(): Promise<Outcome> {
  const { passed, failed } = await runChecks();
  const failures = Array.from({ length: failed }, () => ({
    file: "",
    title: "(checks)",
    reason: "see the output above",
  }));
  return { ...NOTHING, passed, failures };
}

interface Part {
  readonly name: string;
  readonly outcome: Outcome;
  readonly cost: Cost;
}
const done: Part[] = [];

async function runPart(name: string, work: () => Promise<Outcome>): Promise<void> {
  const { result: outcome, cost } = await measure(work);
  done.push({ name, outcome, cost });
  const failed = outcome.failures.length;
  console.log(`${name}: ${outcome.passed} passed, ${failed} failed in ${Math.round(cost.wallMs / 1000)} s`);
}

const build = async (): Promise<Outcome> => {
  await runBuild(console.log);
  return NOTHING;
};

async function runParts({ units, server, browser }: Selection): Promise<void> {
  // A missing browser is reported first, and not after minutes.
  if (browser) {
    await findBrowser();
    installing = installDebianBrowsers();
  }
  const building = server || browser ? runPart("build", build) : undefined;
  await runPart("checks", runStatic);
  if (units) await runPart("units", () => runVitestTwice("units", units, true));
  await building;
  if (server) await runPart("server", () => runVitestTwice("server", server));
  if (browser) await runPart("browser", () => runBrowser(browser));
}

async function runOne(part: string, args: readonly string[]): Promise<void> {
  if (part === "server") await runPart("build", build);
  if (part === "browser") return runPart(part, () => runBrowser(args));
  return runPart(part, () => runVitestTwice(part, args));
}

function printSummary(): number {
  const all = (of: "failures" | "retried") => done.flatMap(({ outcome }) => outcome[of]);
  const [failures, retried, tests] = [all("failures"), all("retried"), done.flatMap(({ outcome }) => outcome.tests)];
  console.log(`\n${describeSlowest(tests, SLOWEST)}`);
  console.log(`\n${"part".padEnd(10)}${"wall".padStart(8)}${"CPU".padStart(8)}  tests`);
  const row = (name: string, { wallMs, cpuMs }: Cost, count: number) =>
    console.log(
      [name.padEnd(10), ...[wallMs, cpuMs].map((ms) => `${Math.round(ms / 1000)} s`.padStart(8)), `  ${count}`].join(
        "",
      ),
    );
  for (const { name, outcome, cost } of done) row(name, cost, outcome.tests.length);
  row(
    "all",
    { wallMs: performance.now() - started, cpuMs: done.reduce((sum, { cost }) => sum + cost.cpuMs, 0) },
    tests.length,
  );
  if (failures.length > 0) console.log(`\nFailed:\n${failures.map(describeFailure).join("\n")}`);
  if (retried.length > 0)
    console.log(`\nPassed on the second attempt only:\n${retried.map(describeFailure).join("\n")}`);
  const missing = installing ? listMissingBrowsers() : [];
  if (missing.length > 0) console.log(`\nNOT TESTED: ${missing.join(" and ")}, which ${INSTALL_HINT}`);
  const isTooFlaky = retried.length > FLAKY_MAX;
  const passed = done.reduce((sum, { outcome }) => sum + outcome.passed, 0) + (isTooFlaky ? 0 : retried.length);
  const failed = failures.length + (isTooFlaky ? retried.length : 0);
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed;
}

const started = performance.now();
const [part, ...args] = process.argv.slice(2);
if (part === undefined) await runParts({ units: [], server: [], browser: [] });
else if (part === "--changed") await runParts(selectChangedTests(root));
else if (["server", "units", "browser"].includes(part)) await runOne(part, args);
else {
  console.error("Usage: node scripts/test.ts [--changed | server [file …] | units [file …] | browser [file …]]");
  process.exit(2);
}
rmSync(reports, { recursive: true, force: true });
process.exit(printSummary() === 0 ? 0 : 1);
