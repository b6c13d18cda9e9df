import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import lighthouse from "lighthouse";

export const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;
/** Those that depend on no machine. */
export const STEADY = CATEGORIES.slice(1);

/** A page that asks for something all the time is marked as it is then. */
const LOAD_MS = 15_000;

/** Marks of 0 to 100. */
export type Scores = Readonly<Record<(typeof CATEGORIES)[number], number>>;

export interface Marks {
  readonly scores: Scores;
  /** What cost a mark that depends on no machine, in Lighthouse's words. */
  readonly flaws: readonly string[];
}

/** A port that nobody listens on, for a browser to be told what to do at. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/**
 * Opens a page as a phone would see it, and marks it.
 * @param port where the browser is told what to do
 * @param keep what the browser has stored stays, logins too; else each page is a first visit
 * @throws Error when the page cannot be measured
 */
export async function mark(url: string, port: number, keep = false): Promise<Marks> {
  const flags = { port, onlyCategories: [...CATEGORIES], logLevel: "error" as const, disableStorageReset: keep };
  const result = await lighthouse(url, { ...flags, disableFullPageScreenshot: true, maxWaitForLoad: LOAD_MS });
  if (!result || result.lhr.runtimeError) {
    throw new Error(`${url} could not be measured: ${result?.lhr.runtimeError?.message}`);
  }
  const { categories, audits } = result.lhr;
  const score = (id: string) => Math.round((categories[id]?.score ?? 0) * 100);
  const scores = {
    performance: score("performance"),
    accessibility: score("accessibility"),
    "best-practices": score("best-practices"),
    seo: score("seo"),
  };
  const refs = STEADY.flatMap((id) => categories[id]?.auditRefs ?? []).filter(({ weight }) => weight > 0);
  const flaws = refs.flatMap(({ id }) => {
    const audit = audits[id];
    return typeof audit?.score === "number" && audit.score < 1 ? [audit.title] : [];
  });
  return { scores, flaws };
}
