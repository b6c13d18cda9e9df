import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findBrowser } from "./browser.ts";
import { runBuild } from "./build-in-child.ts";
import { run, runChecks } from "./steps.ts";

/** Everything that `npm test` proves, in the order in which it is cheap to fail: checks, server and units, browser. */

interface Counts {
  passed: number;
  failed: number;
  /** Passed, but not at the first try. */
  flaky?: number;
}

const reports = mkdtempSync(join(tmpdir(), "spotter-report-"));

function read<T>(name: string): T | undefined {
  try {
    return JSON.parse(readFileSync(join(reports, name), "utf8")) as T;
  } catch {
    return undefined;
  }
}

/** One moment of a busy machine is let pass; several at once are no chance. */
const FLAKY_MAX = 2;

/** A runner that failed without counting a failure has failed all the same. More than `FLAKY_MAX` flaky tests count as failed. */
const counted = (ok: boolean, passed = 0, failed = 0, flaky = 0): Counts => {
  const allowed = flaky <= FLAKY_MAX ? flaky : 0;
  const refused = failed + flaky - allowed;
  return { passed: passed + allowed, failed: ok ? refused : Math.max(refused, 1), flaky: allowed };
};

async function runServerAndUnits(): Promise<Counts> {
  const ok = await run("vitest", [
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${join(reports, "vitest.json")}`,
  ]);
  const report = read<{ numPassedTests: number; numFailedTests: number }>("vitest.json");
  return counted(ok, report?.numPassedTests, report?.numFailedTests);
}

async function runBrowser(): Promise<Counts> {
  const ok = await run("playwright", ["test", "--reporter=list,json"], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, "browser.json"),
  });
  const report = read<{ stats: { expected: number; unexpected: number; flaky: number } }>("browser.json");
  return counted(ok, report?.stats.expected, report?.stats.unexpected, report?.stats.flaky);
}

const started = Date.now();
await findBrowser();
const results: Counts[] = [await runChecks()];
await runBuild(console.log);
results.push(await runServerAndUnits(), await runBrowser());
rmSync(reports, { recursive: true, force: true });

const sum = (count: keyof Counts) => results.reduce((total, result) => total + (result[count] ?? 0), 0);
console.log(`\nIn ${Math.round((Date.now() - started) / 1000)} s:`);
const flaky = sum("flaky") > 0 ? `; ${sum("flaky")} passed at the second try only` : "";
console.log(`${sum("passed")} passed, ${sum("failed")} failed${flaky}`);
process.exit(sum("failed") === 0 ? 0 : 1);
