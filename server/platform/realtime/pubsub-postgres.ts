import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import type { Logger } from "pino";
import { newId } from "#server/platform/lib/ids.ts";
import { createPartDecoder, createPartEncoder } from "#server/platform/realtime/pubsub-codec.ts";
import { channelOf, createListener } from "#server/platform/realtime/pubsub-listener.ts";
import type { ProcessTable } from "#server/platform/realtime/pubsub-processes.ts";
import type { Rooms } from "#server/platform/realtime/pubsub-rooms.ts";
import type { OutgoingMessage, Transport, TransportHandlers } from "#server/platform/realtime/pubsub-transport.ts";

const HEARTBEAT = "heartbeat";
const CLOSE_TIMEOUT_MS = 3_000;

export interface PostgresTransportOptions {
  /** The listening connection is direct, because LISTEN does not work through PgBouncer in transaction mode. */
  readonly connection: pg.PoolConfig;
  readonly pool: pg.Pool;
  readonly table: ProcessTable;
  /** A connection without a heartbeat for three times as long is dropped. */
  readonly heartbeatMs: number;
  /** No other process has sockets. Then it writes no connections, and is sent all that commands publish. */
  readonly isAlone: boolean;
}

interface Target {
  readonly process: string;
  /** A member with sockets at the process. Null: the process itself. */
  readonly member: string | null;
  readonly listsMembers: boolean;
}

/** @returns the messages for each target process, in order */
function routeBatch(batch: readonly OutgoingMessage[], targets: readonly Target[]): ReadonlyMap<string, string[]> {
  const connected = new Set(targets.map(({ process, member }) => `${process} ${member}`));
  const routed = new Map<string, string[]>();
  for (const { process, member, listsMembers } of targets) {
    if (member !== null) continue;
    const wanted = batch.filter(
      ({ memberId }) => memberId === undefined || !listsMembers || connected.has(`${process} ${memberId}`),
    );
    if (wanted.length > 0)
      routed.set(
        process,
        wanted.map(({ text }) => text),
      );
  }
  return routed;
}

/**
 * Messages over LISTEN and NOTIFY, with a channel for each process. The table `connections` says which process has
 * sockets of which member; a publisher looks up a batch in one query and notifies each process once.
 *
 * A process registers under a new id for each listening connection: it listens, adds its row, writes all its members,
 * and reports a gap. A publisher that looked up before that reached only the old id; what it published was committed
 * earlier still, so devices that fetch after the gap read it.
 */
export function createPostgresTransport(
  rooms: Rooms,
  log: Logger,
  { connection, pool, table, heartbeatMs, isAlone }: PostgresTransportOptions,
  handlers: TransportHandlers,
): Transport {
  /** The id of the latest listening connection. This process gets nothing that it sends. */
  let registration = newId();
  let isListening = false;
  let isLost = false;

  async function writeConnections(id: string, joined: readonly string[], left: readonly string[]): Promise<void> {
    // The foreign key refuses rows of a process that others took for dead.
    await pool.query(
      `with gone as (delete from connections where process_id = $1 and member_id = any($3::uuid[]))
       insert into connections (member_id, process_id)
       select member_id, $1 from unnest($2::uuid[]) as member_id on conflict do nothing`,
      [id, joined, left],
    );
  }

  async function findTargets(batch: readonly OutgoingMessage[]): Promise<readonly Target[]> {
    const members = new Set(batch.flatMap(({ memberId }) => memberId ?? []));
    const { rows } = await pool.query<Target>({
      name: "pubsub-targets",
      text: `select id as process, null::uuid as member, lists_members as "listsMembers" from processes where id <> $2
             union all
             select process_id, member_id, true from connections where member_id = any($1::uuid[]) and process_id <> $2`,
      values: [[...members], registration],
    });
    return rows;
  }

  const decode = createPartDecoder();
  const listener = createListener(connection, heartbeatMs, log, {
    onPayload(payload) {
      if (payload === HEARTBEAT) return true;
      try {
        for (const message of decode(payload)) handlers.onMessage(message);
      } catch (error) {
        log.error({ err: error }, "pubsub: message failed");
      }
      return false;
    },
    async register(id, fail) {
      const previous = registration;
      registration = id;
      await table.register(id);
      // The connection was lost meanwhile, and the next one registers already.
      if (registration !== id) throw new Error("connection closed");
      if (!isAlone) await rooms.connect((joined, left) => writeConnections(id, joined, left), fail);
      // A lost connection may have left its row.
      await table.unregister(previous);
    },
    onReady(isFirst) {
      isLost = false;
      if (!isFirst) handlers.onGap();
    },
    async renew(id) {
      const [wasLost] = await Promise.all([
        table.register(id),
        table.compare(),
        pool.query("select pg_notify($1, $2)", [channelOf(id), HEARTBEAT]),
      ]);
      return !wasLost;
    },
    onLost() {
      isLost = true;
      rooms.disconnect();
    },
  });

  const encodeParts = createPartEncoder(newId());
  return {
    async listen() {
      await listener.listen();
      isListening = true;
    },
    async publish(batch) {
      const routed = routeBatch(batch, await findTargets(batch));
      const parts = [...routed].flatMap(([process, texts]) =>
        encodeParts(texts).map((part) => [channelOf(process), part] as const),
      );
      if (parts.length === 0) return 0;
      await pool.query("select pg_notify(channel, part) from unnest($1::text[], $2::text[]) as t (channel, part)", [
        parts.map(([channel]) => channel),
        parts.map(([, part]) => part),
      ]);
      return routed.values().reduce((sum, { length }) => sum + length, 0);
    },
    isWorking: () => !isLost,
    async close() {
      const unregistered = isListening ? table.unregister(registration).catch(() => undefined) : undefined;
      await Promise.race([unregistered, pause(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
      await listener.close();
    },
  };
}
