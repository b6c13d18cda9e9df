import type { Context } from "#server/context.ts";

/**
 * `jobs.ts` lists all jobs. The data holds ids, never secrets or members' text: handlers read what they need. A job
 * that sends an email has `email` in its name.
 */
export interface Job<Name extends string = string, Data extends object = Record<never, never>> {
  readonly name: Name;
  /**
   * UTC. One process runs each occurrence. A failed one is not retried: the next replaces it, and a late retry would
   * overlap.
   */
  readonly schedule?: string;
  /** How often a failed job is retried, with exponential backoff. */
  readonly retryLimit?: number;
  /** Seconds after which an attempt counts as failed, although its process lives: by default two minutes. */
  readonly expireSeconds?: number;
  /** The job that gets the data once all attempts have failed. */
  readonly deadLetter?: string;
  /** Workers per process. */
  readonly workers?: number;
  /** Jobs that a worker runs at once. */
  readonly batchSize?: number;
  /** @param id the same for all attempts @throws Error if it is to be retried */
  handle(ctx: Context, data: Data, id: string): Promise<unknown>;
}
