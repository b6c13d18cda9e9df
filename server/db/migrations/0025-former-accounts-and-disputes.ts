import { type Kysely, sql } from "kysely";

/**
 * What an account is recognized by when the same person opens another one, what is kept of accounts that have ended, and
 * payments that a bank has taken back. Values are keyed hashes; the key is not in the database.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table identities (
      member_id uuid not null references members (id),
      kind text not null check (kind in ('email', 'card', 'device')),
      hash bytea not null check (octet_length(hash) = 32),
      since timestamptz not null default now(),
      primary key (member_id, kind, hash)
    )`.execute(db);
  await sql`create index identities_by_hash on identities (kind, hash)`.execute(db);

  // `banned_until` is when a ban ends by itself; null for no such time.
  await sql`
    create table former_accounts (
      member_id uuid primary key references members (id),
      reason text not null check (reason in ('suspended', 'reported', 'disputed', 'blocked', 'left')),
      is_banned boolean not null default false,
      banned_until timestamptz,
      kept_until timestamptz not null,
      check (is_banned or banned_until is null)
    )`.execute(db);
  await sql`create index former_accounts_by_end on former_accounts (kept_until)`.execute(db);

  // Blocks of which at least one side has gone.
  await sql`
    create table retained_blocks (
      blocker_id uuid not null references members (id),
      blocked_id uuid not null references members (id),
      inherited boolean not null,
      listed boolean not null,
      kept_until timestamptz not null,
      primary key (blocker_id, blocked_id)
    )`.execute(db);
  await sql`create index retained_blocks_by_blocked on retained_blocks (blocked_id)`.execute(db);
  await sql`
    alter table pairs
      add column low_block_inherited boolean not null default false,
      add column high_block_inherited boolean not null default false,
      add constraint pairs_inherited_blocks check (
        (not low_block_inherited or low_blocked_at is not null)
        and (not high_block_inherited or high_blocked_at is not null))`.execute(db);

  // Addresses that have had their free crushes, without a member.
  await sql`
    create table welcome_claims (
      hash bytea primary key check (octet_length(hash) = 32),
      claimed_at timestamptz not null default now()
    )`.execute(db);

  await sql`
    create table membership_payments (
      payment_id text primary key,
      membership_id text not null references memberships (provider_id) on delete cascade,
      asked bigint not null default 0,
      heard bigint not null default 0,
      since timestamptz not null default now(),
      looked_at timestamptz
    )`.execute(db);
  await sql`create index membership_payments_by_membership on membership_payments (membership_id)`.execute(db);
  await sql`
    create table disputes (
      payment_id text primary key,
      member_id uuid not null references members (id),
      kind text not null check (kind in ('pack', 'membership')),
      state text not null check (state in ('open', 'lost', 'won')),
      opened_at timestamptz not null default now(),
      closed_at timestamptz,
      resolved_at timestamptz
    )`.execute(db);
  await sql`create index disputes_by_member on disputes (member_id)`.execute(db);
  await sql`
    create table payment_holds (
      member_id uuid not null references members (id),
      payment_id text not null references disputes (payment_id),
      primary key (member_id, payment_id)
    )`.execute(db);
  await sql`create index payment_holds_by_payment on payment_holds (payment_id)`.execute(db);

  // Addresses of announcements are hashed with the key outside the database from now on: without this key the earlier
  // hashes say nothing any more.
  await sql`delete from secrets where name = 'announcements'`.execute(db);
}
