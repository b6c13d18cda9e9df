import { type Kysely, sql } from "kysely";

/**
 * What is left when a member deletes their account: a tombstone (id, time), the conversations in which somebody else wrote,
 * and money. And the downloads of one's own data: a link is good for one, for a minute; its hash is kept for the day's count.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table members
      add column gone_at timestamptz,
      add constraint members_gone check (gone_at is null or standing = 'gone')`.execute(db);
  await sql`create index members_by_gone on members (gone_at) where gone_at is not null`.execute(db);

  // The pair has ended as for everybody else; the one who is still there may read on.
  await sql`
    alter table pairs
      add column gone_at timestamptz,
      add constraint pairs_gone check (gone_at is null or (ended_at is not null and matched_at is not null))`.execute(
    db,
  );

  await sql`
    create table downloads (
      token_hash bytea primary key check (octet_length(token_hash) = 32),
      member_id uuid not null references members (id),
      made_at timestamptz not null default now(),
      begun_at timestamptz,
      ended_at timestamptz
    )`.execute(db);
  await sql`create index downloads_by_member on downloads (member_id, made_at)`.execute(db);
}
