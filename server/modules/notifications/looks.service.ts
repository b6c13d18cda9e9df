import type { Context } from "#server/context.ts";
import { endLooks, upsertLooks } from "#server/modules/notifications/looks.repo.ts";

/** A look lasts so long, unless it is ended or goes on: of a process that has ended nobody says that it did. */
const LASTS_S = 90;
const RENEWED_MS = 60_000;
/** What sockets say is gathered for so long. */
const GATHERED_MS = 50;

/** Who looks at the app just now. */
export interface Looks {
  /** One of a member's sockets says whether somebody looks there. Kept a moment later, many at once. */
  note(socketId: string, memberId: string, isLooking: boolean): void;
  /** How many sockets of this process somebody looks at just now. */
  count(): number;
  /** Stops renewing, and ends what goes on. */
  close(): Promise<void>;
}

/**
 * Keeps in the database who looks at the app through this process, so that all processes know. A failure costs a minute: it
 * is noted anew then.
 */
export function keepLooks(ctx: Pick<Context, "db" | "log">): Looks {
  const looking = new Map<string, string>();
  const begun = new Set<string>();
  const ended = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  /** One statement after the other: of two about one socket the later one counts. */
  let writing = Promise.resolve();

  async function write(): Promise<void> {
    const ends = [...ended];
    const begins = [...begun].flatMap((socketId) => {
      const memberId = looking.get(socketId);
      return memberId === undefined ? [] : [{ socketId, memberId }];
    });
    ended.clear();
    begun.clear();
    if (ends.length > 0) await endLooks(ctx.db, ends);
    if (begins.length > 0) await upsertLooks(ctx.db, begins, LASTS_S);
  }
  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write).catch((error: unknown) => ctx.log.warn({ err: error }, "who looks was not noted"));
    return writing;
  }
  const renewing = setInterval(() => {
    for (const socketId of looking.keys()) begun.add(socketId);
    void flush();
  }, RENEWED_MS);
  renewing.unref();

  return {
    note(socketId, memberId, isLooking) {
      if (looking.has(socketId) === isLooking) return;
      if (isLooking) looking.set(socketId, memberId);
      else looking.delete(socketId);
      (isLooking ? begun : ended).add(socketId);
      (isLooking ? ended : begun).delete(socketId);
      timer ??= setTimeout(() => void flush(), GATHERED_MS);
    },
    count: () => looking.size,
    async close() {
      clearInterval(renewing);
      for (const socketId of looking.keys()) ended.add(socketId);
      looking.clear();
      begun.clear();
      await flush();
    },
  };
}
