import { type Kysely, sql } from "kysely";

/** Notifications, contact messages, the newsletter and broadcasts. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table notification_preferences (
      member_id uuid primary key references members (id),
      disabled_flags text[] not null default '{marketing}',
      discreet boolean not null default false,
      quiet_from smallint,
      quiet_until smallint,
      quiet_time_zone text,
      low_balance_emailed_at timestamptz,
      someone_new_looked_at timestamptz,
      constraint notification_preferences_quiet_check check (
        num_nulls(quiet_from, quiet_until, quiet_time_zone) in (0, 3)
        and quiet_from between 0 and 23 and quiet_until between 0 and 23 and quiet_from <> quiet_until
      )
    );
    create index notification_preferences_someone_new on notification_preferences (member_id)
      where someone_new_looked_at is not null;

    create table notifications (
      id uuid primary key default gen_random_uuid(),
      member_id uuid not null references members (id),
      cause text not null,
      other_id uuid references members (id),
      state text not null,
      created_at timestamptz not null default clock_timestamp(),
      push_after timestamptz,
      email_after timestamptz not null,
      delivered_via text,
      delivered_at timestamptz,
      handled_through bigint not null default 0,
      emailed_through bigint not null default 0,
      constraint notifications_once unique nulls not distinct (member_id, cause, other_id),
      constraint notifications_state_check check (state in ('pending', 'dispatched', 'delivered', 'dropped')),
      constraint notifications_delivered_via_check check (delivered_via in ('push', 'email'))
    ) with (fillfactor = 80);
    create index notifications_by_other on notifications (other_id) where other_id is not null;
    create index notifications_pending on notifications (email_after, member_id) where state = 'pending';

    create table push_subscriptions (
      id uuid primary key,
      member_id uuid not null references members (id),
      session_id uuid not null references sessions (id) on delete cascade,
      endpoint text not null unique,
      p256dh bytea not null,
      auth bytea not null,
      created_at timestamptz not null default now()
    );
    create index push_subscriptions_by_member on push_subscriptions (member_id);
    create index push_subscriptions_by_session on push_subscriptions (session_id);
  `.execute(db);
  await createSupport(db);
}

async function createSupport(db: Kysely<never>): Promise<void> {
  await sql`
    create table contact_messages (
      id uuid primary key,
      client_id uuid unique,
      member_id uuid references members (id),
      name text not null,
      email text not null,
      subject text not null,
      message text not null,
      is_honeypot_hit boolean not null,
      created_at timestamptz not null default now(),
      queued_at timestamptz not null default now(),
      mailed_at timestamptz,
      resolved_at timestamptz
    );
    create index contact_messages_by_member on contact_messages (member_id) where member_id is not null;
    create index contact_messages_by_time on contact_messages (created_at);
    create index contact_messages_unmailed on contact_messages (queued_at)
      where mailed_at is null and not is_honeypot_hit;

    create table newsletter_subscribers (
      id uuid primary key,
      email text not null,
      email_normalized text not null unique,
      state text not null default 'pending',
      since timestamptz not null default now(),
      unsubscribe_hash bytea not null unique,
      constraint newsletter_subscribers_state_check check (state in ('pending', 'confirmed', 'unsubscribed')),
      constraint newsletter_subscribers_unsubscribe_hash_check check (octet_length(unsubscribe_hash) = 32)
    );

    create table newsletter_links (
      token_hash bytea primary key,
      subscriber_id uuid not null references newsletter_subscribers (id) on delete cascade,
      expires_at timestamptz not null,
      constraint newsletter_links_token_hash_check check (octet_length(token_hash) = 32)
    );
    create index newsletter_links_by_subscriber on newsletter_links (subscriber_id);

    create table broadcasts (
      id uuid primary key,
      subject text not null,
      body text not null,
      created_at timestamptz not null default now(),
      members_queued_up_to uuid,
      subscribers_queued_up_to uuid,
      queued_at timestamptz,
      constraint broadcasts_subject_check check (subject <> ''),
      constraint broadcasts_body_check check (body <> '')
    );

    create table broadcast_recipients (
      broadcast_id uuid not null references broadcasts (id),
      address_hash bytea not null,
      job_id uuid not null,
      constraint broadcast_recipients_pkey primary key (broadcast_id, address_hash)
    );
  `.execute(db);
}
