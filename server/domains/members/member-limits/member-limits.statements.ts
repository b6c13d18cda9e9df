import { type RawBuilder, sql } from "kysely";
import { isSubscriptionActive } from "#server/domains/billing/subscriptions/subscriptions.queries.ts";
import { SWEPT_AT_ONCE } from "#server/domains/members/member-data/member-data.ts";
import {
  type Level,
  LIMITS,
  type LimitKind,
  limitFor,
} from "#server/domains/members/member-limits/member-limits.policy.ts";
import { isFirstDaySql } from "#server/domains/members/members.queries.ts";
import { type Db, mayBeLostSql, type Tx } from "#server/platform/db/client.ts";
import { compileOnce } from "#server/platform/db/compiled-statement.ts";

/** SQL: how far a member may go. A demo member is never restricted. */
const levelSql = (memberId: RawBuilder<string>) => sql<Level>`
    select not is_demo and (${isFirstDaySql} or email_verified_at is null) as "isRestricted",
      exists (select 1 from subscriptions where subscriptions.member_id = ${memberId} and ${isSubscriptionActive}) as "isUnlimited"
    from members left join accounts on accounts.member_id = members.id
    where members.id = ${memberId}`;

const windowOf = (kind: LimitKind) => sql<Date>`now() + make_interval(secs => ${LIMITS[kind].windowSeconds})`;

/** How often something was done in a window, and when that ends. */
export interface Used {
  readonly used: number;
  readonly until: Date;
}

/**
 * SQL: counts one use of each member, in the order of the ids. Concurrent uses of one member are serialized.
 * @param from a FROM clause with a WHERE clause, in which each member is once
 */
const countUsesSql = (memberId: RawBuilder<string>, kind: LimitKind, from: RawBuilder<unknown>) => sql<Used>`
    insert into member_usage as known (member_id, kind, count, ends_at)
    select ${memberId}, ${kind}, 1, ${windowOf(kind)} ${from} order by 1
    on conflict (member_id, kind) do update set
      count = case when known.ends_at <= now() then 1 else known.count + 1 end,
      ends_at = case when known.ends_at <= now() then excluded.ends_at else known.ends_at end
    returning member_id, count as used, ends_at as until`;

export async function countUse(tx: Tx, memberId: string, kind: LimitKind): Promise<Used> {
  const { rows } = await countUsesSql(sql`${memberId}::uuid`, kind, sql`where true`).execute(tx);
  const [row] = rows;
  if (!row) throw new Error("a count that was just stored is missing");
  return row;
}

/** The limit that applies to a member, and what they have used of it. */
export interface LimitedUse extends Used {
  readonly limit: number;
}

/**
 * Part of a statement: `counted (member_id, used, until, "limit")` counts one use of a daily limit of some members, and
 * rolls the statement back if one is too many. @param from as for `countUsesSql`
 */
export function countLimitedUsesSql(
  memberId: RawBuilder<string>,
  kind: LimitKind,
  from: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const limitOf = (isRestricted: boolean, isUnlimited: boolean) =>
    sql`${limitFor(kind, { isRestricted, isUnlimited })}::int`;
  return sql`
    uses as (${countUsesSql(memberId, kind, from)}), counted as materialized (
      select uses.*, "limit"
      from uses, lateral (${levelSql(sql`uses.member_id`)}) as level, lateral (
        select case when "isUnlimited" then case when "isRestricted" then ${limitOf(true, true)} else ${limitOf(false, true)} end
          else case when "isRestricted" then ${limitOf(true, false)} else ${limitOf(false, false)} end end as "limit") as limits
      where case when used <= "limit" then true
        else refuse(${LIMITS[kind].code}, json_build_object('limit', "limit", 'until', until)::text) end
    )`;
}

/** As `countUse`, in a transaction of its own that a crash of the server may lose. */
export async function countLosableUse(tx: Tx, memberId: string, kind: LimitKind): Promise<Used> {
  const { rows } = await countUsesSql(sql`${memberId}::uuid`, kind, sql`where ${mayBeLostSql}`).execute(tx);
  const [row] = rows;
  if (!row) throw new Error("a count that was just stored is missing");
  return row;
}

/** A stored row, whether or not its window has ended. */
interface UsageRow {
  readonly kind: string;
  readonly count: number;
  readonly people: Buffer;
  readonly until: Date;
  readonly isOver: boolean;
}

const usageRows = (db: Db, memberId: string, kinds: readonly LimitKind[]) =>
  db
    .selectFrom("member_usage")
    .select(["kind", "count", "people", "ends_at as until", sql<boolean>`ends_at <= now()`.as("isOver")])
    .where("member_id", "=", memberId)
    .where("kind", "in", [...kinds]);

const admissionStatement = compileOnce(({ memberId, kinds }: { memberId: string; kinds: readonly LimitKind[] }) => {
  return sql<Level & { readonly [K in keyof UsageRow]: UsageRow[K] | null }>`
    select level.*, kind, count, people, ends_at as until, ends_at <= now() as "isOver"
    from (${levelSql(sql`${memberId}`)}) as level
    left join member_usage on member_usage.member_id = ${memberId} and kind = any(${kinds}::text[])`;
});

/** What decides whom a member may be shown: how far they may go, and what they have used of some kinds. */
export interface Usage {
  readonly level: Level;
  readonly rows: readonly UsageRow[];
}

/** @throws Error for no member */
export async function findUsage(db: Db, memberId: string, kinds: readonly LimitKind[]): Promise<Usage> {
  const rows = await admissionStatement(db, { memberId, kinds });
  const [first] = rows;
  if (!first) throw new Error(`no member ${memberId}`);
  const isUsed = (row: (typeof rows)[number]): row is Level & UsageRow => row.kind !== null;
  return { level: first, rows: rows.filter(isUsed) };
}

/** Locks the row of one kind until the end of the transaction; creates it if absent. */
export async function lockUsage(tx: Tx, memberId: string, kind: LimitKind): Promise<UsageRow> {
  const lock = () => usageRows(tx, memberId, [kind]).forUpdate().executeTakeFirst();
  const known = await lock();
  if (known) return known;
  const row = { member_id: memberId, kind, ends_at: sql<Date>`now()` };
  await tx
    .insertInto("member_usage")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const made = await lock();
  if (!made) throw new Error("a count that was just stored is missing");
  return made;
}

/**
 * Stores the counted people. Needs the row's lock. @param anew whether a window begins @returns when the window ends
 */
export async function setPeople(
  tx: Tx,
  memberId: string,
  kind: LimitKind,
  { people, count, anew }: { people: Buffer; count: number; anew: boolean },
): Promise<Date> {
  const { ends_at } = await tx
    .updateTable("member_usage")
    .set({ people, count, ...(anew && { ends_at: windowOf(kind) }) })
    .where("member_id", "=", memberId)
    .where("kind", "=", kind)
    .returning("ends_at")
    .executeTakeFirstOrThrow();
  return ends_at;
}

/**
 * Stores the counted people in one statement, which a crash of the server may lose. @param before those that were read,
 * undefined if the window has ended or there is no row
 * @returns when the window ends; undefined if the count has changed since
 */
export async function replacePeople(
  tx: Tx,
  memberId: string,
  kind: LimitKind,
  { before, people, count }: { before: Buffer | undefined; people: Buffer; count: number },
): Promise<Date | undefined> {
  const isSame = before ? sql`known.ends_at > now() and known.people = ${before}` : sql`known.ends_at <= now()`;
  const { rows } = await sql<{ until: Date }>`
    insert into member_usage as known (member_id, kind, count, people, ends_at)
    select ${memberId}::uuid, ${kind}::text, ${count}::int, ${people}::bytea, ${windowOf(kind)} where ${mayBeLostSql}
    on conflict (member_id, kind) do update set count = excluded.count, people = excluded.people,
      ends_at = ${before ? sql`known.ends_at` : sql`excluded.ends_at`}
    where ${isSame}
    returning ends_at as until`.execute(tx);
  return rows[0]?.until;
}

/**
 * Part of a statement, after an `open` with a `sender_id` in each row: counts the messages of each sender.
 * `message_usage` has `sent`, the count including these, and the end of the window. Rows are locked in the order of the
 * ids.
 */
export const countingMessages = () => sql`
    message_usage as (
      insert into member_usage as known (member_id, kind, count, ends_at)
      select sender_id, 'messages', count(*), ${windowOf("messages")} from open group by sender_id order by sender_id
      on conflict (member_id, kind) do update set
        count = case when known.ends_at <= now() then excluded.count else known.count + excluded.count end,
        ends_at = case when known.ends_at <= now() then excluded.ends_at else known.ends_at end
      returning member_id as sender_id, count as sent, ends_at
    )`;

/** Deletes rows whose windows have ended, except locked ones. */
export async function deleteEnded(tx: Tx): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from member_usage where (member_id, kind) in (
      select member_id, kind from member_usage where ends_at <= now()
      limit ${SWEPT_AT_ONCE} for update skip locked)`.execute(tx);
  return Number(numAffectedRows);
}
