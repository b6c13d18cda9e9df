import { type RawBuilder, sql } from "kysely";
import type { Device } from "#server/domains/accounts/identities/devices.repo.ts";
import { DEVICE_LINKS_MAX } from "#server/domains/accounts/identities/identities.policy.ts";
import type { Identity } from "#server/domains/accounts/identities/identities.statements.ts";
import type { Db } from "#server/platform/db/client.ts";
import type { MemberStatus } from "#server/platform/db/schema/accounts.ts";
import type { FormerReason, LinkKind } from "#server/platform/db/schema/identities.ts";
import { limitSql } from "#server/platform/lib/page.ts";

/** Identities of accounts that were deleted without a reason to keep them are not matched. */
const isRecognized = sql<boolean>`(
    members.status <> 'deleted'
    or exists (
      select 1 from former_accounts former
      where former.member_id = members.id and former.reason <> 'left' and former.kept_until > now()))`;

/** An account that shares an identity or a device with another one. */
export interface LinkedRow {
  readonly id: string;
  readonly status: MemberStatus;
  /** Null if the member is deleted. */
  readonly username: string | null;
  readonly kinds: LinkKind[];
  /** Since when both have what they share. */
  readonly since: Date;
  readonly deleted_at: Date | null;
  readonly reason: FormerReason | null;
  readonly is_banned: boolean;
  readonly banned_until: Date | null;
}

/** More linked accounts of one member are not listed. */
const LINKED_MAX = 50;

/** SQL: identities of two accounts are the same. An address may be given by one of them, or by both. */
const isShared = sql`theirs.hash = mine.hash and theirs.member_id <> mine.member_id
      and theirs.kind = any(case when mine.kind = 'card' then '{card}' else '{email,given_email}' end::text[])`;

/**
 * Other accounts that share something with a member, by kind: an address that only one has confirmed is a given one.
 * @param limit of each identity, the latest; null for all
 */
const sharedIdentities = (which: RawBuilder<unknown>, limit: number | null) => sql`
    select theirs.member_id, case when theirs.kind = mine.kind then mine.kind else 'given_email' end as kind,
      greatest(mine.created_at, theirs.created_at) as since
    from identities mine cross join lateral (
      select theirs.* from identities theirs
      where ${isShared} and (select ${isRecognized} from members where members.id = theirs.member_id)
      order by theirs.created_at desc ${limitSql(limit)}
    ) as theirs
    where ${which}`;

const sharedDevices = (memberId: string) => {
  const latest = sql`order by theirs.last_seen_on desc, theirs.member_id limit ${sql.lit(DEVICE_LINKS_MAX)}`;
  return sql`
    select theirs.member_id, 'device', greatest(mine.first_seen_on, theirs.first_seen_on)::timestamptz
    from member_devices mine cross join lateral (
      select theirs.* from member_devices theirs
      where theirs.hash = mine.hash and theirs.member_id <> mine.member_id ${latest}
    ) as theirs
    where mine.member_id = ${memberId} ${latest}`;
};

const linked = (shared: RawBuilder<unknown>, limit: number | null) => sql<LinkedRow>`
    select members.id, members.status, profiles.username, members.deleted_at, former.reason,
      array_agg(distinct shared.kind) as kinds, max(shared.since) as since,
      (suspensions.member_id is not null
        or coalesce(former.is_banned and coalesce(former.banned_until > now(), true), false)) as is_banned,
      coalesce(suspensions.ends_at, former.banned_until) as banned_until
    from (${shared}) as shared (member_id, kind, since)
    join members on members.id = shared.member_id
    left join profiles on profiles.member_id = members.id
    left join suspensions on suspensions.member_id = members.id
    left join former_accounts former on former.member_id = members.id
    where ${isRecognized}
    group by members.id, profiles.member_id, suspensions.member_id, former.member_id
    order by since desc, members.id ${limitSql(limit)}`;

/** Accounts that share an identity or a device with a member, the latest `LINKED_MAX`, and whether there are more. */
export async function findLinkedAccounts(db: Db, memberId: string): Promise<{ rows: LinkedRow[]; isMore: boolean }> {
  const limit = LINKED_MAX + 1;
  const identities = sharedIdentities(sql`mine.member_id = ${memberId}`, limit);
  const { rows } = await linked(sql`${identities} union all (${sharedDevices(memberId)})`, limit).execute(db);
  return { rows: rows.slice(0, LINKED_MAX), isMore: rows.length > LINKED_MAX };
}

/** What two members share, other than devices; undefined for nothing. */
export async function findLink(db: Db, memberId: string, otherId: string): Promise<LinkedRow | undefined> {
  const which = sql`mine.member_id = ${memberId} and theirs.member_id = ${otherId}`;
  return (await linked(sharedIdentities(which, null), null).execute(db)).rows[0];
}

/** Accounts that share one of the identities of a member. */
export async function findLinkedByHash(db: Db, { member_id, kind, hash }: Identity): Promise<LinkedRow[]> {
  const which = sql`mine.member_id = ${member_id} and mine.kind = ${kind} and mine.hash = ${hash}`;
  return (await linked(sharedIdentities(which, null), null).execute(db)).rows;
}

/** Suspended members who have used the same browser last, and deleted ones who are banned. */
export async function findSuspendedOnDevice(db: Db, { member_id, hash }: Device, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select theirs.member_id as id
    from member_devices theirs
    where theirs.hash = ${hash} and theirs.member_id <> ${member_id}
      and (
        exists (select 1 from suspensions where suspensions.member_id = theirs.member_id)
        or exists (
          select 1 from former_accounts former
          where former.member_id = theirs.member_id and former.is_banned
            and coalesce(former.banned_until > now(), true)))
    order by theirs.last_seen_on desc, id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Other members with a common identity whose accounts are not deleted. Those who have only given the address of a member
 * who has confirmed it are found, and not the reverse: what happens to them must not reach its owner.
 */
export async function findSiblings(db: Db, memberId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct theirs.member_id as id
    from identities mine
    join identities theirs on ${isShared} and not (mine.kind = 'given_email' and theirs.kind = 'email')
    join members on members.id = theirs.member_id and members.status <> 'deleted'
    where mine.member_id = ${memberId}
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Members who were recognized as returning, latest first. */
export async function findRecognizedMembers(db: Db, limit: number) {
  const { rows } = await sql<{ id: string; username: string; status: MemberStatus; since: Date }>`
    select members.id, members.status, profiles.username, max(mine.created_at) as since
    from identities mine
    join members on members.id = mine.member_id and members.status <> 'deleted'
    join profiles on profiles.member_id = members.id
    where exists (
      select 1 from identities theirs join members on members.id = theirs.member_id
      where ${isShared} and theirs.created_at <= mine.created_at and ${isRecognized})
    group by members.id, profiles.member_id
    order by since desc, members.id limit ${limit}`.execute(db);
  return rows;
}

/** The ban that a deleted account has left behind; undefined if there is none in force. `until` is null for no end. */
export const findBan = (db: Db, memberId: string) =>
  db
    .selectFrom("former_accounts")
    .select("banned_until as until")
    .where("member_id", "=", memberId)
    .where("is_banned", "=", true)
    .where(sql<boolean>`coalesce(banned_until > now(), true)`)
    .executeTakeFirst();
