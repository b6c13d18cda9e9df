import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import { type IndexThread, startIndexThread } from "#server/domains/discovery/memory-index/index-thread.ts";
import {
  FIRST_ID,
  findIndexState,
  type IndexPosition,
  readChanges,
  readRecords,
} from "#server/domains/discovery/memory-index/memory-index.repo.ts";
import {
  hashUuid,
  NO_SEED,
  toBigInt,
  WORDS_PER_UUID,
  writeUuid,
} from "#server/domains/discovery/memory-index/uuid-hash.ts";
import type { Search } from "#server/domains/discovery/search/discovery.queries.ts";
import type { KnownMembers } from "#server/domains/discovery/search/searcher.queries.ts";
import type { Db } from "#server/platform/db/client.ts";

/** With fewer members the database ranks fast enough. */
const MEMBERS_MIN = 20_000;
const BATCH = 20_000;
/** The index is built again when so many members are searched apart from the rest. */
const RECENT_MAX = 20_000;
const CHANGES_FACTOR = 10;
/** A search reads changes first if the last ones were read so many milliseconds ago. */
const FRESH_MS = 500;
/** A search that takes longer goes to the database. */
const WAIT_MS = 1_000;
/** Changes are read at least so often, so that a search has few to read. */
const SYNC_EVERY_MS = 5_000;
const CHECK_EVERY_MS = 60_000;

/** Any two ids. */
const HASHED = { id: "0190163d-8694-739b-aea5-966c26f8ad91", seedId: "9f1cd1e5-41f4-4bd5-93ba-9b8cbcf4a8a5" };

/** The database remains the source: it ranks while there is no index, and checks all who are shown. */
export interface DiscoveryIndex {
  /** Builds the index in the background once there are enough members, and keeps it true. */
  start(): void;
  /** Builds the index now. @returns false if there are too few members */
  build(): Promise<boolean>;
  /**
   * The ids that `rankMembers` selects, in its order, with changes of other members up to half a second ago.
   * @returns undefined if the database has to rank
   */
  rank(search: Search, known: KnownMembers): Promise<string[] | undefined>;
  /** @returns undefined if the database has to count */
  count(search: Search, known: KnownMembers, limit: number): Promise<number | undefined>;
  stop(): Promise<void>;
}

interface LiveIndex {
  readonly thread: IndexThread;
  position: IndexPosition;
  /** When the position was read, as `performance.now()`. */
  syncedAt: number;
  syncing: Promise<void> | undefined;
  /** It must be built again. */
  isOutdated: boolean;
  isBroken: boolean;
}

function hashLikeDatabase(): string {
  const words = new Uint32Array(2 * WORDS_PER_UUID);
  writeUuid(HASHED.id, words, 0);
  writeUuid(HASHED.seedId, words, WORDS_PER_UUID);
  return String(toBigInt(hashUuid(words, 0, hashUuid(words, WORDS_PER_UUID, NO_SEED))));
}

/** @throws Error if the work takes longer than `WAIT_MS` */
function inTime<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timeout = setTimeout(() => late.reject(new Error("the discovery index did not answer in time")), WAIT_MS);
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timeout));
}

/** For tests. */
export interface DiscoveryIndexOptions {
  readonly membersMin?: number;
  readonly freshMs?: number;
  readonly recentMax?: number;
}

export function createDiscoveryIndex(
  db: Db,
  log: Logger,
  { membersMin = MEMBERS_MIN, freshMs = FRESH_MS, recentMax = RECENT_MAX }: DiscoveryIndexOptions = {},
): DiscoveryIndex {
  let live: LiveIndex | undefined;
  let building: Promise<boolean> | undefined;
  const stopping = new AbortController();

  async function readNow(index: LiveIndex): Promise<void> {
    const startedAt = performance.now();
    const { position, isGap, packed, removedIds } = await readChanges(db, index.position, CHANGES_FACTOR * recentMax);
    if (isGap) {
      log.info("discovery index: missed changes");
      index.isBroken = true;
      return;
    }
    if (packed.byteLength > 0 || removedIds.length > 0)
      index.isOutdated = (await index.thread.apply(packed, removedIds)) > recentMax;
    index.position = position;
    index.syncedAt = startedAt;
  }

  const sync = (index: LiveIndex): Promise<void> =>
    (index.syncing ??= readNow(index).finally(() => (index.syncing = undefined)));

  async function load(): Promise<boolean> {
    const startedAt = performance.now();
    const state = await findIndexState(db, membersMin, HASHED);
    if (!state.isLarge) return false;
    if (state.hash !== hashLikeDatabase()) {
      log.warn("discovery index: the database hashes ids in another way, so it ranks itself");
      return false;
    }
    const thread = startIndexThread((error) => {
      log.error({ err: error }, "discovery index: thread failed");
      index.isBroken = true;
    });
    const index: LiveIndex = {
      thread,
      position: state.position,
      syncedAt: startedAt,
      syncing: undefined,
      isOutdated: false,
      isBroken: false,
    };
    try {
      for (let afterId = FIRST_ID; ; ) {
        stopping.signal.throwIfAborted();
        const batch = await readRecords(db, afterId, BATCH);
        if (!batch) break;
        thread.load(batch.packed);
        afterId = batch.lastId;
      }
      await thread.build();
      await sync(index);
      stopping.signal.throwIfAborted();
      if (index.isBroken) throw new Error("the discovery index could not follow the changes during its build");
    } catch (error) {
      await thread.close();
      throw error;
    }
    const former = live;
    live = index;
    log.info({ ms: Math.round(performance.now() - startedAt) }, "discovery index: built");
    await former?.thread.close();
    return true;
  }

  const build = (): Promise<boolean> => (building ??= load().finally(() => (building = undefined)));

  /** @returns milliseconds until the next call */
  async function maintain(): Promise<number> {
    if (live && !live.isBroken) await sync(live);
    if (live && !live.isBroken && !live.isOutdated) return SYNC_EVERY_MS;
    return (await build()) ? SYNC_EVERY_MS : CHECK_EVERY_MS;
  }

  async function maintainUntilStopped(): Promise<void> {
    const { signal } = stopping;
    while (!signal.aborted) {
      const delay = await maintain().catch((error: unknown) => {
        if (!signal.aborted) log.warn({ err: error }, "discovery index: maintenance failed");
        return CHECK_EVERY_MS;
      });
      await pause(delay, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** @returns undefined if there is no index that is up to date, or it does not answer */
  async function ask<T>(call: (thread: IndexThread) => Promise<T>): Promise<T | undefined> {
    const index = live;
    if (!index || index.isBroken) return undefined;
    try {
      if (performance.now() - index.syncedAt >= freshMs) await inTime(sync(index));
      return index.isBroken ? undefined : await inTime(call(index.thread));
    } catch (error) {
      log.warn({ err: error }, "discovery index: search failed");
      return undefined;
    }
  }

  let maintaining: Promise<void> | undefined;

  return {
    start() {
      maintaining ??= maintainUntilStopped();
    },
    build,
    rank: (search, known) => ask((thread) => thread.search(search, known)),
    count: (search, known, limit) => ask((thread) => thread.count(search, known, limit)),
    async stop() {
      stopping.abort();
      await maintaining;
      await building?.catch(() => undefined);
      const last = live;
      live = undefined;
      await last?.thread.close();
    },
  };
}
