import type { Context } from "#server/context.ts";
import type { Caller } from "#server/platform/http/register-endpoint.ts";
import type { EndedSessions } from "#server/platform/realtime/socket-server.ts";

/** Milliseconds for which a session that ended is still accepted if the event of its end is lost. */
const KEPT_MS = 5_000;
const SESSIONS_MAX = 20_000;

export interface SessionCache {
  /** The caller of a session that was found within the last seconds and has not ended since, as far as is known here. */
  find(sessionId: string): Caller | undefined;
  /** Looks up a session and keeps what is found. @param read finds it in the database */
  read(sessionId: string, read: () => Promise<Caller | undefined>): Promise<Caller | undefined>;
  /** @param ended undefined drops all */
  drop(ended: EndedSessions | undefined): void;
}

/** Every request has a session, and most members send many within seconds. */
export function createSessionCache({ realtime }: Pick<Context, "realtime">): SessionCache {
  /** The oldest comes first. */
  const kept = new Map<string, { readonly caller: Caller; readonly until: number }>();
  let drops = 0;

  function drop(ended: EndedSessions | undefined): void {
    drops++;
    if (!ended) kept.clear();
    else if ("sessionId" in ended) kept.delete(ended.sessionId);
    else for (const [sessionId, { caller }] of kept) if (caller.id === ended.memberId) kept.delete(sessionId);
  }

  realtime.onSessionsEnded(drop);
  return {
    find(sessionId) {
      const one = kept.get(sessionId);
      return one && one.until > performance.now() ? one.caller : undefined;
    },
    async read(sessionId, read) {
      const dropsBefore = drops;
      const caller = await read();
      kept.delete(sessionId);
      // What was read before a session ended may be out of date.
      if (!caller || drops !== dropsBefore) return caller;
      kept.set(sessionId, { caller, until: performance.now() + KEPT_MS });
      if (kept.size > SESSIONS_MAX) kept.delete(kept.keys().next().value ?? "");
      return caller;
    },
    drop,
  };
}
