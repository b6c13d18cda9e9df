import { describe } from "vitest";

/**
 * Programs that only a fleet needs, and the variable with the address of each. `npm test` needs nothing but npm, so it
 * skips the tests of an engine by name; `npm run fleet` starts all engines and runs them.
 */
const ENGINES = {
  Redis: "ENGINE_REDIS_URL",
  S3: "ENGINE_S3_URL",
  PgBouncer: "ENGINE_PGBOUNCER_URL",
} as const;
export type Engine = keyof typeof ENGINES;

export const findEngine = (engine: Engine): string | undefined => process.env[ENGINES[engine]];

/** Describes tests that need an engine. Without it they are skipped, and their title says how to run them. */
export function describeWithEngine(engine: Engine, title: string, define: (address: string) => void): void {
  const address = findEngine(engine);
  if (address === undefined) describe.skip(`${title} (needs ${engine}: npm run fleet)`, () => define(""));
  else describe(title, () => define(address));
}
