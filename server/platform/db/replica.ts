import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { Logger } from "pino";
import { type Database, type Db, isStatementTimeout, type ReadDb } from "#server/platform/db/client.ts";
import { type Position, UNKNOWN_POSITION } from "#server/platform/db/read-position.ts";
import { isConnectionError } from "#server/platform/db/unavailable.ts";
import { createBatcher } from "#server/platform/lib/batcher.ts";
import { gauges, replicaReads } from "#server/platform/observability/metrics.ts";

/**
 * Runs reads that may be some seconds old, on the replica if it is fresh enough, else on the primary. What a read
 * decides, such as who may see whom, must not be among them. An error on the replica repeats the work on the primary.
 */
export type LaggingReads = <T>(read: (db: ReadDb) => Promise<T>) => Promise<T>;

export interface Replica {
  /** @param seen what the client has written must be visible up to there */
  readsAt(seen: Position): LaggingReads;
  /**
   * The position of the primary now, which includes all commits that have returned. `UNKNOWN_POSITION` if it is gone.
   */
  findPosition(): Promise<Position>;
  /** Starts to measure the lag, without which the replica is not used. */
  start(): void;
  stop(): Promise<void>;
}

/** The most seconds that a lagging read is old. */
export const LAG_MAX_MS = 5_000;
const CHECK_MS = 1_000;
const CHECK_TIMEOUT_MS = 2_000;
const BATCH_MAX = 1_000;

type Unused = "unchecked" | "unreachable" | "lag" | "ahead" | "not a replica" | "another database";

interface Checked {
  readonly system: string;
  readonly is_replica: boolean;
  readonly position: Position;
}

async function check(db: Db): Promise<Checked> {
  const { rows } = await sql<Checked>`
    select system_identifier || ' ' || (select oid from pg_database where datname = current_database()) as system,
      pg_is_in_recovery() as is_replica,
      pg_wal_lsn_diff(case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end, '0/0')
        as position
    from pg_control_system()`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("the query for the position returned no row");
  return row;
}

/** A hanging server counts as one that does not respond. */
async function withTimeout<T>(work: Promise<T>): Promise<T> {
  const abort = new AbortController();
  const late = pause(CHECK_TIMEOUT_MS, undefined, { signal: abort.signal, ref: false }).then(() => {
    throw new Error("the check timed out");
  });
  return Promise.race([work, late]).finally(() => abort.abort());
}

/** Samples of the primary are kept for this time. A replica that is further behind is not used by far. */
const KEPT_MS = 60_000;

/** Compares a replica with samples of the primary, so that no clock of a server counts. */
interface LagTracker {
  /** @param at when the primary was asked, in milliseconds */
  addSample(position: Position, at: number): void;
  /** The age of the latest sample that the replica has replayed, in milliseconds; Infinity if it has replayed none. */
  lagOf(replayed: Position, now: number): number;
}

export function createLagTracker(): LagTracker {
  const samples: { readonly position: Position; readonly at: number }[] = [];
  return {
    addSample(position, at) {
      // A new primary may be behind the former one, whose samples then mean nothing.
      if (position < (samples.at(-1)?.position ?? 0)) samples.length = 0;
      samples.push({ position, at });
      while (at - (samples[0]?.at ?? at) > KEPT_MS) samples.shift();
    },
    lagOf(replayed, now) {
      const latest = samples.findLast(({ position }) => position <= replayed);
      return latest ? now - latest.at : Number.POSITIVE_INFINITY;
    },
  };
}

/**
 * Routes reads between a primary and its replica. Each second both are asked for their positions.
 * @param open opens the pool of the replica, which is only connected to when it is used
 */
export function createReplica(
  primary: Db,
  open: (onLost: (error: Error) => void) => Database,
  log: Logger,
  lagMaxMs = LAG_MAX_MS,
): Replica {
  const tracker = createLagTracker();
  let replayed: Position = 0;
  let lagMs = Number.POSITIVE_INFINITY;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let unused: Unused | undefined = "unchecked";
  let checking: Promise<void> | undefined;
  const abort = new AbortController();
  const replica = open(() => expire());
  /** They end when the replica goes silent, and the primary repeats them. */
  const running = new Set<(error: Error) => void>();

  /** After a lost connection the replica is used again once it was checked. */
  function expire(): void {
    checkedAt = Number.NEGATIVE_INFINITY;
  }

  /** A connection to a server that has gone silent would hold its reads for a quarter of an hour. */
  function giveUpReads(cause: unknown): never {
    for (const giveUp of running) giveUp(new Error("the replica does not respond", { cause }));
    throw cause;
  }

  const readOnReplica = <T>(read: (db: ReadDb) => Promise<T>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      running.add(reject);
      read(replica.db)
        .then(resolve, reject)
        .finally(() => running.delete(reject));
    });

  function setUnused(reason: Unused | undefined, error?: unknown): void {
    if (reason === unused) return;
    unused = reason;
    if (reason === undefined) log.info("replica: used for reads");
    else if (!abort.signal.aborted) log.warn({ reason, err: error }, "replica: not used for reads");
  }

  const findUnused = (there: Checked, here: Checked): Unused | undefined => {
    if (there.system !== here.system) return "another database";
    // A promoted one goes its own way, unless the primary's address leads to it as well.
    if (!there.is_replica) return "not a replica";
    // The primary lacks now what it had at the check before: another replica with less was promoted. It cannot follow
    // that one, but would count as fresh until that one has written as much.
    if (replayed > here.position) return "ahead";
    return lagMs > lagMaxMs ? "lag" : undefined;
  };

  async function checkBoth(): Promise<void> {
    const at = performance.now();
    try {
      const here = await withTimeout(check(primary));
      tracker.addSample(here.position, at);
      const there = await withTimeout(check(replica.db)).catch(giveUpReads);
      lagMs = tracker.lagOf(there.position, at);
      gauges.replicaLag.set(lagMs / 1000);
      setUnused(findUnused(there, here));
      [replayed, checkedAt] = [there.position, at];
    } catch (error) {
      gauges.replicaLag.set(Number.POSITIVE_INFINITY);
      setUnused("unreachable", error);
    }
  }

  async function keepChecking(): Promise<void> {
    while (!abort.signal.aborted) {
      await checkBoth();
      await pause(CHECK_MS, undefined, { signal: abort.signal }).catch(() => undefined);
    }
  }

  const findPositions = createBatcher(
    async (items: readonly null[]) => {
      // Not `pg_current_wal_lsn`, which is behind commits that do not wait for the disk.
      const { rows } = await sql<{ position: Position }>`
        select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as position`.execute(primary);
      return items.map(() => rows[0]?.position ?? UNKNOWN_POSITION);
    },
    BATCH_MAX,
    () => false,
  );

  /** @returns undefined if the replica may answer */
  function findObstacle(seen: Position): Unused | "own write" | undefined {
    if (unused !== undefined) return unused;
    if (lagMs + performance.now() - checkedAt > lagMaxMs) return "unchecked";
    return seen > replayed ? "own write" : undefined;
  }

  return {
    readsAt: (seen) => async (read) => {
      const obstacle = findObstacle(seen);
      if (obstacle !== undefined) {
        replicaReads.inc({ by: "primary", why: obstacle });
        return read(primary);
      }
      try {
        const result = await readOnReplica(read);
        replicaReads.inc({ by: "replica", why: "fresh" });
        return result;
      } catch (error) {
        // It would take as long on the primary.
        if (isStatementTimeout(error)) throw error;
        if (isConnectionError(error)) expire();
        replicaReads.inc({ by: "primary", why: "error" });
        return read(primary);
      }
    },
    findPosition: () => findPositions(null).catch(() => UNKNOWN_POSITION),
    start() {
      checking ??= keepChecking();
    },
    async stop() {
      abort.abort();
      await checking;
      await replica.close();
    },
  };
}
