import pg from "pg";
import type { Logger } from "pino";
import { KEEP_ALIVE } from "#server/db/client.ts";
import { type ControlMessage, createPartEncoder } from "#server/realtime/pubsub-codec.ts";
import type { OutgoingMessage } from "#server/realtime/pubsub-queue.ts";

/** A process without a sign of life for this many heartbeats is deleted by the others. */
const EXPIRES_AFTER_HEARTBEATS = 6;
/** One publishes, the other writes connections and heartbeats. */
const CONNECTIONS_MAX = 2;

/**
 * The channel that all processes of releases before migration 0033 listen and publish to. During an upgrade they run
 * beside this release.
 */
export const EARLIER_CHANNEL = "spotter";
/** Begins the senders of this release. */
export const SENDER_PREFIX = "2:";

/** The channel of a process. */
export const channelOf = (processId: string): string => `spotter_${processId}`;

/** The tables `processes` and `connections`, and notifications to processes by PostgreSQL. */
export interface Processes {
  /** A new process is sent everything until it lists its members. */
  register(id: string, receivesRedis: boolean): Promise<void>;
  unregister(id: string): Promise<void>;
  /**
   * Renews a registration, sends the process a heartbeat and deletes expired processes.
   * @returns the other processes that do not receive what is published over Redis; undefined if the registration is gone
   */
  renew(id: string, receivesRedis: boolean): Promise<readonly string[] | undefined>;
  /** Writes which members have sockets at a process. @throws Error if its registration is gone */
  writeConnections(id: string, joined: readonly string[], left: readonly string[]): Promise<void>;
  /**
   * Says whether all members with sockets at a process are in the table `connections`. Otherwise none is, and it is sent
   * all messages.
   */
  setListsMembers(id: string, listsMembers: boolean): Promise<void>;
  /**
   * Sends each message to the processes where its member is connected.
   * @param ids processes that get any. Default: all but this
   * @returns deliveries
   */
  send(batch: readonly OutgoingMessage[], ids?: readonly string[]): Promise<number>;
  /** Sends all messages to processes of earlier releases. */
  sendToEarlierReleases(batch: readonly OutgoingMessage[]): Promise<void>;
  close(): Promise<void>;
}

interface Target {
  readonly process: string;
  /** A member with sockets at the process. Null: the process itself. */
  readonly member: string | null;
  readonly listsMembers: boolean;
}

/**
 * @param self identifies this process as a sender
 * @param ownId the current registration of this process, which gets nothing that it sends
 */
export function createProcesses(
  connection: pg.PoolConfig,
  self: string,
  ownId: () => string,
  heartbeatMs: number,
  log: Logger,
): Processes {
  const pool = new pg.Pool({
    ...connection,
    max: CONNECTIONS_MAX,
    ...KEEP_ALIVE,
    connectionTimeoutMillis: heartbeatMs,
    query_timeout: heartbeatMs,
    // Nothing here need survive a crash.
    options: "-c synchronous_commit=off",
  });
  let isClosing = false;
  pool.on("error", (error) => {
    // Connections that are being closed may report that the server shuts down.
    if (!isClosing) log.warn({ err: error }, "pubsub: publish connection lost");
  });
  // A connection that breaks between two statements reports it only here.
  pool.on("connect", (client) => client.on("error", () => undefined));
  const encodeParts = createPartEncoder(self);
  const expiresAfterMs = EXPIRES_AFTER_HEARTBEATS * heartbeatMs;
  const heartbeat = JSON.stringify({ heartbeat: true } satisfies ControlMessage);

  /** Notifies channels, each of its messages in order. @returns deliveries */
  async function notify(texts: ReadonlyMap<string, readonly string[]>): Promise<number> {
    const parts = [...texts].flatMap(([channel, messages]) =>
      encodeParts(messages).map((part) => [channel, part] as const),
    );
    if (parts.length === 0) return 0;
    await pool.query("select pg_notify(channel, part) from unnest($1::text[], $2::text[]) as t (channel, part)", [
      parts.map(([channel]) => channel),
      parts.map(([, part]) => part),
    ]);
    return texts.values().reduce((sum, { length }) => sum + length, 0);
  }

  return {
    async register(id, receivesRedis) {
      await pool.query(
        `insert into processes (id, lists_members, receives_redis, expires_at)
         values ($1, false, $2, now() + $3 * interval '1 millisecond')`,
        [id, receivesRedis, expiresAfterMs],
      );
    },

    async unregister(id) {
      await pool.query("delete from processes where id = $1", [id]);
    },

    async renew(id, receivesRedis) {
      const { rows } = await pool.query<{ beats: string; others: string[] }>(
        `with renewed as (
           update processes set expires_at = now() + $2 * interval '1 millisecond', receives_redis = $3
           where id = $1 returning id),
         expired as (
           delete from processes where id in (
             select id from processes where expires_at < now() and id <> $1 for update skip locked)),
         beats as (select pg_notify($4, $5) from renewed)
         select (select count(*) from beats) as beats,
           array(select id::text from processes where id <> $1 and not receives_redis) as others`,
        [id, expiresAfterMs, receivesRedis, channelOf(id), encodeParts([heartbeat])[0]],
      );
      return Number(rows[0]?.beats) === 1 ? rows[0]?.others : undefined;
    },

    async writeConnections(id, joined, left) {
      // The foreign key refuses rows of a process that others took for dead.
      await pool.query(
        `with gone as (delete from connections where process_id = $1 and member_id = any($3::uuid[]))
         insert into connections (member_id, process_id)
         select member_id, $1 from unnest($2::uuid[]) as member_id on conflict do nothing`,
        [id, joined, left],
      );
    },

    async setListsMembers(id, listsMembers) {
      const forget = "with forgotten as (delete from connections where process_id = $1)";
      await pool.query(`${listsMembers ? "" : forget} update processes set lists_members = $2 where id = $1`, [
        id,
        listsMembers,
      ]);
    },

    async send(batch, ids) {
      const members = new Set(batch.flatMap(({ memberId }) => memberId ?? []));
      const { rows } = await pool.query<Target>({
        name: "pubsub-targets",
        text: `select id as process, null::uuid as member, lists_members as "listsMembers" from processes
               where id <> $2 and ($3::uuid[] is null or id = any($3))
               union all
               select process_id, member_id, true from connections where member_id = any($1::uuid[]) and process_id <> $2`,
        values: [[...members], ownId(), ids],
      });
      const processes = rows.filter(({ member }) => member === null);
      const connected = new Set(rows.map(({ process, member }) => `${process} ${member}`));
      const texts = new Map<string, readonly string[]>();
      for (const { process, listsMembers } of processes) {
        const wanted = batch.filter(
          ({ memberId }) => memberId === undefined || !listsMembers || connected.has(`${process} ${memberId}`),
        );
        if (wanted.length > 0)
          texts.set(
            channelOf(process),
            wanted.map(({ text }) => text),
          );
      }
      return notify(texts);
    },

    async sendToEarlierReleases(batch) {
      await notify(new Map([[EARLIER_CHANNEL, batch.map(({ text }) => text)]]));
    },

    close() {
      isClosing = true;
      return pool.end();
    },
  };
}
