import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import lighthouse, { auditFlowArtifacts, type Flags, type Result } from "lighthouse";
import { calibrateSlowdown } from "./lighthouse-calibration.ts";

export const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;
/** Categories whose score does not depend on the machine. */
export const STABLE_CATEGORIES = CATEGORIES.slice(1);

/** Limits the wait for a page that never stops loading. */
const LOAD_MS = 15_000;
/** Scores from 0 to 100. */
export type Scores = Readonly<Record<(typeof CATEGORIES)[number], number>>;

/** Simulated on a processor `slowdown` times slower than this one. */
export interface Performance {
  readonly slowdown: number;
  readonly score: number;
  /** Total blocking time in milliseconds. */
  readonly blockingMs: number;
}

export interface Audit {
  /** How fast the processor was, as Lighthouse measures it. */
  readonly benchmarkIndex: number;
  /** On a mid-tier phone. */
  readonly calibrated: Performance;
  /** With the slowdown that Lighthouse applies to any machine. */
  readonly fixed: Performance;
  /** With the calibrated performance. */
  readonly scores: Scores;
  readonly failedAudits: readonly string[];
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

const scoreOf = ({ categories }: Result, id: string): number => Math.round((categories[id]?.score ?? 0) * 100);

const toPerformance = (result: Result): Performance => ({
  slowdown: result.configSettings.throttling.cpuSlowdownMultiplier,
  score: scoreOf(result, "performance"),
  blockingMs: Math.round(result.audits["total-blocking-time"]?.numericValue ?? 0),
});

/**
 * On an emulated phone, whose slowness Lighthouse computes from one load at full speed.
 * @param port the browser's remote debugging port
 * @param keepStorage keeps the browser's storage, including sessions, instead of clearing it for each page
 * @throws Error if the page cannot be measured
 */
export async function auditPage(url: string, port: number, keepStorage = false): Promise<Audit> {
  const flags: Flags = {
    port,
    onlyCategories: [...CATEGORIES],
    logLevel: "error",
    disableStorageReset: keepStorage,
    disableFullPageScreenshot: true,
    maxWaitForLoad: LOAD_MS,
  };
  const loaded = await lighthouse(url, flags);
  if (!loaded || loaded.lhr.runtimeError) {
    throw new Error(`${url} could not be measured: ${loaded?.lhr.runtimeError?.message}`);
  }
  const { benchmarkIndex } = loaded.lhr.environment;
  const { settings } = loaded.artifacts;
  const throttling = { ...settings.throttling, cpuSlowdownMultiplier: calibrateSlowdown(benchmarkIndex) };
  // Lighthouse refuses to audit with other settings than those of the load, which this one does not affect.
  const artifacts = { ...loaded.artifacts, settings: { ...settings, throttling } };
  const { steps } = await auditFlowArtifacts({
    gatherSteps: [{ artifacts, flags: { ...flags, throttling } }],
  });
  const calibrated = steps[0]?.lhr;
  if (!calibrated) throw new Error(`${url} could not be audited`);
  const { categories, audits } = calibrated;
  const refs = STABLE_CATEGORIES.flatMap((id) => categories[id]?.auditRefs ?? []).filter(({ weight }) => weight > 0);
  const failedAudits = refs.flatMap(({ id }) => {
    const audit = audits[id];
    return typeof audit?.score === "number" && audit.score < 1 ? [audit.title] : [];
  });
  return {
    benchmarkIndex,
    calibrated: toPerformance(calibrated),
    fixed: toPerformance(loaded.lhr),
    scores: Object.fromEntries(CATEGORIES.map((id) => [id, scoreOf(calibrated, id)])) as Scores,
    failedAudits,
  };
}
