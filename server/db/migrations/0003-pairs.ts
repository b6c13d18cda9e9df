import { type Kysely, sql } from "kysely";

/**
 * Two members are one row, whoever acted first: crushes both ways, the match, its end, and the conversation's order.
 * That row is the lock for everything between the two.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table pairs (
      id uuid primary key,
      low_id uuid not null references members (id),
      high_id uuid not null references members (id),
      low_crushed_at timestamptz,
      high_crushed_at timestamptz,
      matched_at timestamptz,
      ended_at timestamptz,
      last_seq bigint not null default 0,
      rev bigint not null default 0,
      low_read_at timestamptz,
      high_read_at timestamptz,
      unique (low_id, high_id),
      check (low_id < high_id),
      check (matched_at is null or (low_crushed_at is not null and high_crushed_at is not null))
    )`.execute(db);
  await sql`create index pairs_by_high on pairs (high_id, low_id)`.execute(db);

  await sql`
    create table messages (
      id uuid primary key,
      pair_id uuid not null references pairs (id),
      seq bigint not null,
      rev bigint not null,
      sender_id uuid not null references members (id),
      client_id uuid,
      kind text not null default 'text' check (kind in ('text', 'image')),
      content text not null default '',
      created_at timestamptz not null default now(),
      read_at timestamptz,
      deleted_at timestamptz,
      unique (pair_id, seq),
      unique (sender_id, client_id)
    )`.execute(db);
  await sql`create index messages_by_rev on messages (pair_id, rev)`.execute(db);
  await sql`create index messages_unread on messages (pair_id, sender_id) where read_at is null and deleted_at is null`.execute(
    db,
  );
}
