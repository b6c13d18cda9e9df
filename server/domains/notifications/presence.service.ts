import type { Context } from "#server/context.ts";
import { endPresence, upsertPresence } from "#server/domains/notifications/presence.repo.ts";

/** Presence expires by itself, so that a killed process leaves no member present. Sockets renew it before that. */
const EXPIRES_AFTER_S = 90;
const RENEW_EVERY_MS = 60_000;
/** Changes of sockets are written in batches. */
const BATCH_MS = 50;

/** Present: the app is open and visible. */
export interface Presence {
  /** Written to the database in batches. */
  set(socketId: string, memberId: string, isPresent: boolean): void;
  /** Writes all present sockets again: the database may have lost them. */
  renew(): void;
  count(): number;
  close(): Promise<void>;
}

/** In the database, where all processes read it. A failed write is repeated with the next renewal. */
export function createPresence(ctx: Pick<Context, "db" | "log">): Presence {
  const present = new Map<string, string>();
  const started = new Set<string>();
  const ended = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  /** One write at a time: of two writes about one socket, the later must win. */
  let writing = Promise.resolve();

  async function write(): Promise<void> {
    const ends = [...ended];
    const starts = [...started].flatMap((socketId) => {
      const memberId = present.get(socketId);
      return memberId === undefined ? [] : [{ socketId, memberId }];
    });
    ended.clear();
    started.clear();
    if (ends.length > 0) await endPresence(ctx.db, ends);
    if (starts.length > 0) await upsertPresence(ctx.db, starts, EXPIRES_AFTER_S);
  }
  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write).catch((error: unknown) => ctx.log.warn({ err: error }, "presence: write failed"));
    return writing;
  }
  const renew = (): void => {
    for (const socketId of present.keys()) started.add(socketId);
    void flush();
  };
  const renewing = setInterval(renew, RENEW_EVERY_MS);
  renewing.unref();

  return {
    set(socketId, memberId, isPresent) {
      if (present.has(socketId) === isPresent) return;
      if (isPresent) present.set(socketId, memberId);
      else present.delete(socketId);
      (isPresent ? started : ended).add(socketId);
      (isPresent ? ended : started).delete(socketId);
      timer ??= setTimeout(() => void flush(), BATCH_MS);
    },
    renew,
    count: () => present.size,
    async close() {
      clearInterval(renewing);
      for (const socketId of present.keys()) ended.add(socketId);
      present.clear();
      started.clear();
      await flush();
    },
  };
}
