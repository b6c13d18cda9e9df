import { randomUUID } from "node:crypto";
import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Context } from "#server/context.ts";
import { OWNER } from "#server/db/embedded-roles.ts";
import { partitionMessages } from "#server/db/message-partitions/convert-online.ts";
import { PARTITION_NAMES, SCHEMA } from "#server/db/message-partitions/definition.ts";
import { newTimeOrderedId } from "#server/lib/ids.ts";
import { listConversations, listMessages } from "#server/modules/messages/conversations.service.ts";
import { sendMessage } from "#server/modules/messages/message-send.service.ts";
import { deleteMessage, markRead } from "#server/modules/messages/messages.service.ts";
import { findViewableContext } from "#server/modules/photos/photos.queries.ts";
import { type Chat, drawChats, fillMessages, openOwner } from "./message-table.ts";
import { OPTIONS } from "./options.ts";
import { report } from "./report.ts";
import { atRate, median, quantile, withServer } from "./server.ts";

/**
 * Rehearses the partitioning of messages while members write at a fixed rate: how long it takes, what they wait for, and
 * what the same calls take before and after. Fails if an acknowledged message is lost or doubled.
 * Options: `--messages`, `--rate`, `--runs`.
 */
const BENCH = "partition-messages";
const CHATS = 2_000;
/** One in so many texts is deleted again; one in so many is followed by a reading of the conversation. */
const DELETE_EVERY = 20;
const READ_EVERY = 5;
const CALLS = 200;

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
};

const callerOf = ({ me }: Chat) => ({ id: me, username: "m", sessionId: me });
const conversationOf = ({ me, other }: Chat) => [me, other].sort().join("_");

interface Written {
  /** Acknowledged messages, and of these the ones whose deletion was acknowledged, too. */
  readonly ids: Set<string>;
  readonly deleted: Set<string>;
  /** Milliseconds of each write, by the step that the conversion was in. */
  readonly waits: Map<string, number[]>;
  failures: number;
}

/** Writes until it is stopped, each text by the code that a request runs. */
function startWriting(ctx: Context, chats: readonly Chat[], step: () => string) {
  const written: Written = { ids: new Set(), deleted: new Set(), waits: new Map(), failures: 0 };
  const pending = new Set<Promise<void>>();
  let isStopped = false;
  const write = async (nth: number): Promise<void> => {
    const chat = chats[nth % chats.length];
    if (!chat) return;
    const during = step();
    const measure = async <T>(work: () => Promise<T>): Promise<T> => {
      const startedAt = performance.now();
      const result = await work();
      const waits = written.waits.get(during) ?? [];
      written.waits.set(during, waits);
      waits.push(performance.now() - startedAt);
      return result;
    };
    const text = { receiverId: chat.other, content: `Set ${nth}, after leg day`, clientId: randomUUID() };
    const { message } = await measure(() => sendMessage(ctx, callerOf(chat), text));
    written.ids.add(message._id);
    if (nth % READ_EVERY === 0) await measure(() => markRead(ctx, chat.other, conversationOf(chat)));
    if (nth % DELETE_EVERY !== 0) return;
    await measure(() => deleteMessage(ctx, chat.me, message._id));
    written.deleted.add(message._id);
  };
  const writing = (async () => {
    for (let from = 0; !isStopped; from += OPTIONS.rate)
      await atRate(OPTIONS.rate, 1, (nth) => {
        const one = write(from + nth)
          .catch((error: unknown) => {
            written.failures++;
            console.error(error);
          })
          .finally(() => pending.delete(one));
        pending.add(one);
      });
    await Promise.all(pending);
  })();
  const stop = async (): Promise<Written> => {
    isStopped = true;
    await writing;
    return written;
  };
  return stop;
}

/** Counts the connections that wait for a lock, and for how long the longest has. */
function watchLocks(client: pg.Client) {
  let [most, longestMs, isStopped] = [0, 0, false];
  const watching = (async () => {
    while (!isStopped) {
      const { rows } = await client.query(`
        select count(*)::int as many, coalesce(max(extract(epoch from clock_timestamp() - query_start) * 1000), 0)::float8 as ms
        from pg_stat_activity where wait_event_type = 'Lock'`);
      most = Math.max(most, rows[0].many);
      longestMs = Math.max(longestMs, rows[0].ms);
      await pause(20);
    }
  })();
  return async () => {
    isStopped = true;
    await watching;
    return { most, longestMs };
  };
}

/** Milliseconds of the calls that members make most, each in the middle of its runs. */
async function measureCalls(ctx: Context, owner: pg.Client, chats: readonly Chat[]): Promise<Map<string, number>> {
  const { rows: images } = await owner.query<{ key: string; sender: string; id: string }>(
    `select attachment_key as key, sender_id as sender, id from messages where attachment_key is not null limit ${CALLS}`,
  );
  const at = <T>(list: readonly T[], nth: number): T => list[nth % list.length] as T;
  const calls: Record<string, (nth: number) => Promise<unknown>> = {
    send: (nth) =>
      sendMessage(ctx, callerOf(at(chats, nth)), {
        receiverId: at(chats, nth).other,
        content: "How about Thursday?",
        clientId: newTimeOrderedId(),
      }),
    page: (nth) => listMessages(ctx, at(chats, nth).me, at(chats, nth).other, {}),
    conversations: (nth) => listConversations(ctx, at(chats, nth).me, { limit: 20 }),
    "delete by id": async (nth) => {
      const chat = at(chats, nth);
      const text = { receiverId: chat.other, content: "Wrong chat", clientId: newTimeOrderedId() };
      const { message } = await sendMessage(ctx, callerOf(chat), text);
      return () => deleteMessage(ctx, chat.me, message._id);
    },
    "image by key": (nth) => findViewableContext(ctx.db, at(images, nth).key, at(images, nth).sender),
  };
  const times = new Map<string, number>();
  for (const [name, call] of Object.entries(calls)) {
    const taken: number[] = [];
    for (let nth = 0; nth < CALLS; nth++) {
      let ms = 0;
      const startedAt = performance.now();
      const next = await call(nth);
      ms = performance.now() - startedAt;
      if (typeof next === "function") ms = await timed(next as () => Promise<unknown>);
      taken.push(ms);
    }
    times.set(name, median(taken.slice(CALLS / 4)));
  }
  return times;
}

/** Bytes of a table with its partitions. */
async function measureBytes(owner: pg.Client): Promise<{ table: number; indexes: number }> {
  const { rows } = await owner.query(`
    select sum(pg_table_size(relid))::float8 as "table", sum(pg_indexes_size(relid))::float8 as indexes
    from (select relid from pg_partition_tree('messages') union select 'messages'::regclass) as parts`);
  return rows[0];
}

/** Reads the last messages of all conversations, which leaves a dead row for each. */
const readLast = (owner: pg.Client, sequence: number) =>
  owner.query(`update messages set read_at = null where sequence = ${sequence}`);

await withServer(
  async () => undefined,
  async (ctx, _address, connection) => {
    const filling = await timed(() => fillMessages(connection, OPTIONS.messages));
    const owner = await openOwner(connection);
    // Sees the connections of its own role: those of members.
    const watcher = new pg.Client(connection);
    watcher.on("error", () => undefined);
    await watcher.connect();
    const chats = await drawChats(owner, CHATS);
    const { rows: counted } = await owner.query("select count(*)::float8 as rows from messages");
    report(BENCH, "filled", { rows: counted[0].rows, seconds: filling / 1000 });
    const bytesBefore = await measureBytes(owner);
    await readLast(owner, 10);
    const vacuumBefore = await timed(() => owner.query("vacuum messages"));
    const callsBefore = await measureCalls(ctx, owner, chats);

    let step = "before";
    const startedAt = new Map<string, number>();
    const enter = (next: string) => {
      if (next === "batch") return;
      step = next;
      startedAt.set(next, performance.now());
    };
    const stopWatching = watchLocks(watcher);
    const stopWriting = startWriting(ctx, chats, () => step);
    await pause(5_000);
    const converting = await timed(() =>
      partitionMessages({ ...connection, user: OWNER }, { onStep: enter, report: (line) => console.error(line) }),
    );
    enter("after");
    await pause(5_000);
    const written = await stopWriting();
    const locks = await stopWatching();

    const entered = [...startedAt];
    for (const [i, [name, from]] of entered.entries()) {
      const until = entered[i + 1]?.[1];
      if (until !== undefined) report(BENCH, name, { seconds: (until - from) / 1000 });
    }
    for (const [name, waits] of written.waits)
      report(BENCH, `writes: ${name}`, {
        count: waits.length,
        p50_ms: median(waits),
        p99_ms: quantile(waits, 0.99),
        longest_ms: quantile(waits, 1),
      });
    const copying = entered.findIndex(([name]) => name === "Copying messages");
    const copied = (entered[copying + 1]?.[1] ?? 0) - (entered[copying]?.[1] ?? 0);
    report(BENCH, "conversion", {
      rows: counted[0].rows,
      seconds: converting / 1000,
      rows_a_second: counted[0].rows / (copied / 1000),
      waiting_for_locks: locks.most,
      longest_lock_ms: locks.longestMs,
    });

    const { rows: kept } = await owner.query(
      `select count(*)::int as many, count(*) filter (where deleted_at is not null)::int as deleted, count(distinct id)::int as ids
       from messages where id = any($1)`,
      [[...written.ids]],
    );
    const { many, deleted, ids } = kept[0];
    report(BENCH, "acknowledged", { sent: written.ids.size, found: ids, rows: many, failures: written.failures });
    if (many !== written.ids.size || ids !== many || deleted !== written.deleted.size)
      throw new Error("acknowledged messages were lost or doubled");

    const bytes = await measureBytes(owner);
    report(BENCH, "bytes", {
      table_before: bytesBefore.table,
      indexes_before: bytesBefore.indexes,
      table: bytes.table,
      indexes: bytes.indexes,
    });
    // The first vacuum reads all pages, as that of the filled table did.
    await owner.query("vacuum messages");
    await readLast(owner, 11);
    const one = await timed(() => owner.query(`vacuum ${SCHEMA}.${PARTITION_NAMES[0]}`));
    report(BENCH, "vacuum", { all_before_ms: vacuumBefore, one_partition_ms: one, times: vacuumBefore / one });
    const callsAfter = await measureCalls(ctx, owner, chats);
    for (const [name, before] of callsBefore) {
      const after = callsAfter.get(name) ?? 0;
      report(BENCH, `call: ${name}`, { before_ms: before, after_ms: after, times: after / before });
    }
    await owner.end();
    await watcher.end();
  },
);
