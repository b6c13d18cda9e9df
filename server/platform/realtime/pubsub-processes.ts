import pg from "pg";
import type { Logger } from "pino";
import { KEEP_ALIVE } from "#server/platform/db/client.ts";

/** Others then delete the process. */
const EXPIRES_AFTER_HEARTBEATS = 6;

/**
 * Each running process has a row, whatever its transport. Over PostgreSQL publishers find their targets there. With
 * Redis it shows that the setting is the same everywhere.
 */
export interface ProcessTable {
  /**
   * @returns whether the row was added: the process is new, others took it for dead, or a crash emptied the table,
   * which is unlogged
   */
  register(id: string): Promise<boolean>;
  unregister(id: string): Promise<void>;
  /**
   * For a publisher that ends before it could announce a gap. Deletes processes, which then register as new at their
   * next heartbeat, and report one.
   */
  unregisterAll(over: "this transport" | "the other transport"): Promise<void>;
  compare(): Promise<void>;
  /** At the last comparison another process received its messages over the other transport. */
  isDivided(): boolean;
}

interface ProcessTraits {
  readonly receivesRedis: boolean;
  /** The members with sockets are in the table `connections`. Otherwise the process is sent all messages. */
  readonly listsMembers: boolean;
}

/** The timeout of statements is that of a heartbeat. */
export function openPubSubPool(connection: pg.PoolConfig, max: number, heartbeatMs: number, log: Logger): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    max,
    ...KEEP_ALIVE,
    connectionTimeoutMillis: heartbeatMs,
    query_timeout: heartbeatMs,
    // Nothing here need survive a crash.
    options: "-c synchronous_commit=off",
  });
  pool.on("error", (error) => {
    // Connections that are being closed may report that the server shuts down.
    if (!pool.ending) log.warn({ err: error }, "pubsub: publish connection lost");
  });
  // A connection that breaks between two statements reports it only here.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

export function createProcessTable(
  pool: pg.Pool,
  heartbeatMs: number,
  { receivesRedis, listsMembers }: ProcessTraits,
  log: Logger,
  onAgreed: () => void,
): ProcessTable {
  const expiresAfterMs = EXPIRES_AFTER_HEARTBEATS * heartbeatMs;
  let isDivided = false;

  return {
    async register(id) {
      const { rows } = await pool.query<{ added: boolean }>(
        `with expired as (
           delete from processes where id in (
             select id from processes where expires_at < now() and id <> $1 for update skip locked))
         insert into processes (id, lists_members, receives_redis, expires_at)
         values ($1, $2, $3, now() + $4 * interval '1 millisecond')
         on conflict (id) do update set expires_at = excluded.expires_at
         returning xmax = 0 as added`,
        [id, listsMembers, receivesRedis, expiresAfterMs],
      );
      return rows[0]?.added === true;
    },

    async unregister(id) {
      await pool.query("delete from processes where id = $1", [id]);
    },

    async unregisterAll(over) {
      const isOther = over === "the other transport";
      await pool.query("delete from processes where receives_redis = $1", [receivesRedis !== isOther]);
    },

    async compare() {
      const { rowCount } = await pool.query(
        "select from processes where receives_redis <> $1 and expires_at > now() limit 1",
        [receivesRedis],
      );
      const differs = rowCount === 1;
      if (differs === isDivided) return;
      isDivided = differs;
      if (differs)
        return log.error({ receivesRedis }, "pubsub: only some processes have REDIS_URL, no events between them");
      log.info("pubsub: all processes use the same transport");
      onAgreed();
    },

    isDivided: () => isDivided,
  };
}
