import { type Kysely, sql } from "kysely";

/** People who moderate, who are not members, and the logs of what they, operators and members do. */
export async function up(db: Kysely<never>): Promise<void> {
  await createStaff(db);
  await createLogs(db);
}

async function createStaff(db: Kysely<never>): Promise<void> {
  await sql`
    create table staff_members (
      id uuid primary key,
      name text not null check (char_length(name) between 1 and 40),
      role text not null check (role in ('photos', 'reports', 'all', 'read_only')),
      created_at timestamptz not null default now(),
      removed_at timestamptz
    );
    -- The audit log names a person by this name, so two of them never share one at the same time.
    create unique index staff_members_by_name on staff_members (lower(name)) where removed_at is null;

    create table staff_passkeys (
      credential_id text primary key,
      staff_id uuid not null references staff_members (id),
      public_key bytea not null,
      counter bigint not null,
      transports text[] not null,
      created_at timestamptz not null default now(),
      last_used_at timestamptz
    );
    create index staff_passkeys_by_staff on staff_passkeys (staff_id);

    create table staff_sessions (
      token_hash bytea primary key,
      staff_id uuid not null references staff_members (id),
      device text not null,
      created_at timestamptz not null default now(),
      last_used_at timestamptz not null default now(),
      -- When it has last proved its person's passkey.
      authenticated_at timestamptz not null default now()
    );
    create index staff_sessions_by_staff on staff_sessions (staff_id);

    create table staff_invitations (
      token_hash bytea primary key,
      staff_id uuid not null unique references staff_members (id),
      created_at timestamptz not null default now()
    );

    -- A challenge is answered once, within minutes. That of a registration belongs to an invitation.
    create table staff_challenges (
      challenge_hash bytea primary key,
      invitation_hash bytea references staff_invitations (token_hash) on delete cascade,
      created_at timestamptz not null default now()
    );
    create index staff_challenges_by_invitation on staff_challenges (invitation_hash);
  `.execute(db);
}

async function createLogs(db: Kysely<never>): Promise<void> {
  await sql`
    create table audit_log (
      id uuid primary key,
      occurred_at timestamptz not null default clock_timestamp(),
      actor text not null,
      acting_as text,
      staff_id uuid,
      action text not null,
      target uuid,
      reason text not null default '',
      details jsonb not null default '{}',
      idempotency_key text unique,
      constraint audit_log_who_check check (actor <> ''),
      constraint audit_log_acting_as_check check (acting_as <> '')
    );
    create index audit_log_by_target on audit_log (target, id);

    create function refuse_audit_change() returns trigger language plpgsql as $function$
    begin
      raise exception 'the audit log is only ever added to' using errcode = 'restrict_violation';
    end $function$;

    create trigger audit_is_append_only before delete or update on audit_log
      for each row execute function refuse_audit_change();
    create trigger audit_is_not_truncated before truncate on audit_log
      for each statement execute function refuse_audit_change();

    -- A session that switches ordinary triggers off keeps these.
    alter table audit_log enable always trigger audit_is_append_only;
    alter table audit_log enable always trigger audit_is_not_truncated;

    -- What a restore of an earlier backup has to repeat. No foreign keys: events outlive the rows that they are about.
    -- Times are those of the clock, so that two events of one transaction have an order.
    create table status_events (
      id uuid primary key,
      occurred_at timestamptz not null default clock_timestamp(),
      event text not null,
      member_id uuid not null,
      other_id uuid,
      detail text,
      until timestamptz
    );
    create index status_events_by_time on status_events (occurred_at);

    create table security_events (
      id uuid primary key,
      occurred_at timestamptz not null default clock_timestamp(),
      last_occurred_at timestamptz not null default clock_timestamp(),
      count integer not null default 1,
      kind text not null,
      outcome text not null,
      member_id uuid,
      subject_hash bytea,
      network_hash bytea,
      device text not null default '',
      details jsonb not null default '{}',
      coalesce_key bytea unique,
      constraint security_events_count_check check (count > 0),
      constraint security_events_subject_hash_check check (octet_length(subject_hash) = 32),
      constraint security_events_network_hash_check check (octet_length(network_hash) = 32),
      constraint security_events_coalesce_key_check check (octet_length(coalesce_key) = 32)
    );
    create index security_events_by_member on security_events (member_id, id) where member_id is not null;
    create index security_events_by_network on security_events (network_hash, id) where network_hash is not null;
  `.execute(db);
}
