import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import lighthouse from "lighthouse";

export const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;
/** Categories whose score does not depend on the machine. */
export const STABLE_CATEGORIES = CATEGORIES.slice(1);

/** Limits the wait for a page that never stops loading. */
const LOAD_MS = 15_000;

/** Scores from 0 to 100. */
export type Scores = Readonly<Record<(typeof CATEGORIES)[number], number>>;

export interface Audit {
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

/**
 * On an emulated phone.
 * @param port the browser's remote debugging port
 * @param keepStorage keeps the browser's storage, including sessions, instead of clearing it for each page
 * @throws Error if the page cannot be measured
 */
export async function auditPage(url: string, port: number, keepStorage = false): Promise<Audit> {
  const flags = { port, onlyCategories: [...CATEGORIES], logLevel: "error" as const, disableStorageReset: keepStorage };
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
  const refs = STABLE_CATEGORIES.flatMap((id) => categories[id]?.auditRefs ?? []).filter(({ weight }) => weight > 0);
  const failedAudits = refs.flatMap(({ id }) => {
    const audit = audits[id];
    return typeof audit?.score === "number" && audit.score < 1 ? [audit.title] : [];
  });
  return { scores, failedAudits };
}
