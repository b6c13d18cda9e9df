import { type Kysely, sql } from "kysely";

/** Messages to the operator, who wants the newsletter, and how often each was asked for, by keys that name nobody. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table contact_messages (
      id uuid primary key,
      client_id uuid unique,
      member_id uuid references members (id),
      name text not null,
      email text not null,
      subject text not null,
      message text not null,
      is_trapped boolean not null,
      created_at timestamptz not null default now(),
      queued_at timestamptz not null default now(),
      mailed_at timestamptz,
      resolved_at timestamptz
    )`.execute(db);
  await sql`create index contact_messages_by_time on contact_messages (created_at)`.execute(db);
  await sql`create index contact_messages_by_member on contact_messages (member_id) where member_id is not null`.execute(
    db,
  );
  await sql`
    create index contact_messages_unmailed on contact_messages (queued_at) where mailed_at is null and not is_trapped`.execute(
    db,
  );

  await sql`
    create table newsletter_subscribers (
      id uuid primary key,
      email text not null,
      email_key text not null unique,
      state text not null default 'pending' check (state in ('pending', 'confirmed', 'unsubscribed')),
      since timestamptz not null default now(),
      unsubscribe_hash bytea not null unique check (octet_length(unsubscribe_hash) = 32)
    )`.execute(db);
  await sql`
    create table newsletter_links (
      token_hash bytea primary key check (octet_length(token_hash) = 32),
      subscriber_id uuid not null references newsletter_subscribers (id) on delete cascade,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index newsletter_links_by_subscriber on newsletter_links (subscriber_id)`.execute(db);

  await sql`
    create table support_counts (
      key bytea primary key,
      count integer not null,
      ends_at timestamptz not null
    )`.execute(db);
}
