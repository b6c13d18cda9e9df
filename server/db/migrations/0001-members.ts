import { type Kysely, sql } from "kysely";

/** Members, their accounts, sessions and profiles. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table members (
      id uuid primary key,
      status text not null default 'active',
      is_demo boolean not null default false,
      joined_at timestamptz not null default now(),
      last_active_at timestamptz not null default clock_timestamp(),
      read_receipts boolean not null default true,
      deleted_at timestamptz,
      constraint members_deleted check ((deleted_at is null) or (status = 'deleted'::text)),
      constraint members_status_check check (status in ('active', 'hidden', 'suspended', 'deleted'))
    );
    create index members_by_gone on members (deleted_at) where (deleted_at is not null);

    create table accounts (
      member_id uuid primary key references members (id),
      email text not null,
      email_normalized text not null unique,
      email_verified_at timestamptz,
      password_hash text not null,
      date_of_birth date not null,
      terms_version text,
      terms_accepted_at timestamptz,
      constraint accounts_check check ((terms_version is null) = (terms_accepted_at is null))
    );

    create table sessions (
      token_hash bytea primary key,
      member_id uuid not null references members (id),
      created_at timestamptz not null default now(),
      last_used_at timestamptz not null default now(),
      id uuid not null unique,
      device text not null,
      is_new_device boolean not null default false,
      constraint sessions_token_hash_check check (octet_length(token_hash) = 32)
    );
    create index sessions_by_member on sessions (member_id);

    create table email_tokens (
      token_hash bytea primary key,
      member_id uuid not null references members (id),
      purpose text not null,
      email_normalized text not null,
      expires_at timestamptz not null,
      constraint email_tokens_purpose_check check (purpose in ('reset', 'verify', 'change')),
      constraint email_tokens_token_hash_check check (octet_length(token_hash) = 32)
    );
    create index email_tokens_by_member on email_tokens (member_id);

    create table email_changes (
      member_id uuid primary key references members (id),
      email text not null,
      email_normalized text not null,
      expires_at timestamptz not null
    );

    create table suspensions (
      member_id uuid primary key references members (id),
      previous_status text not null,
      starts_at timestamptz not null default now(),
      ends_at timestamptz,
      member_message text not null default '',
      constraint suspensions_before_check check (previous_status in ('active', 'hidden'))
    );
    create index suspensions_by_end on suspensions (ends_at) where (ends_at is not null);

    create table suspended_sessions (
      token_hash bytea primary key,
      member_id uuid not null references suspensions (member_id) on delete cascade
    );
    create index suspended_sessions_by_member on suspended_sessions (member_id);

    create table profiles (
      member_id uuid primary key references members (id),
      username text not null,
      username_normalized text not null unique,
      age smallint,
      gender text,
      height_inches smallint,
      body_type text,
      location text not null default '',
      location_type text not null default 'manual',
      h3_cell text,
      location_changes_date date,
      location_changes_today smallint not null default 0,
      bio text not null default '',
      interests text[] not null default '{}'::text[],
      looking_for text,
      prompts jsonb not null default '[]'::jsonb,
      completion smallint not null default 0,
      username_skeleton text,
      effective_gender text,
      effective_age smallint,
      gender_effective_at timestamptz,
      age_effective_at timestamptz,
      next_birthday date,
      constraint profiles_age_check check ((age >= 18) and (age <= 120)),
      constraint profiles_counted_age_check check ((effective_age >= 18) and (effective_age <= 120)),
      constraint profiles_counted_gender_check check (effective_gender in ('Man', 'Woman')),
      constraint profiles_gender_check check (gender in ('Man', 'Woman')),
      constraint profiles_location_type_check check (location_type in ('manual', 'device'))
    );
    create index profiles_age_waiting on profiles (age_effective_at) where (age_effective_at is not null);
    create index profiles_by_birthday on profiles (next_birthday);
    create unique index profiles_by_username_skeleton on profiles (username_skeleton);
    create index profiles_gender_waiting on profiles (gender_effective_at) where (gender_effective_at is not null);

    create table profile_changes (
      id uuid primary key,
      member_id uuid not null references members (id),
      field text not null,
      old_value text,
      new_value text,
      changed_at timestamptz not null,
      effective_at timestamptz not null,
      is_first boolean not null default false,
      constraint profile_changes_field_check check (field in ('age', 'gender'))
    );
    create index profile_changes_by_member on profile_changes (member_id, field, changed_at);

    create table photos (
      id uuid primary key,
      member_id uuid not null references members (id),
      position smallint not null,
      key text not null unique,
      width integer not null,
      height integer not null,
      thumbhash text not null,
      display_mode text not null default 'contain',
      alt text not null default '',
      created_at timestamptz not null default now(),
      constraint photos_member_id_position_key unique (member_id, "position") deferrable initially deferred,
      constraint photos_display_mode_check check (display_mode in ('contain', 'cover')),
      constraint photos_position_check check (("position" >= 0) and ("position" <= 5))
    );

    create table pending_uploads (
      key text primary key,
      created_at timestamptz not null default now(),
      is_expired boolean not null
    );

    create table identities (
      member_id uuid not null references members (id),
      kind text not null,
      hash bytea not null,
      created_at timestamptz not null default now(),
      constraint identities_pkey primary key (member_id, kind, hash),
      constraint identities_hash_check check (octet_length(hash) = 32),
      constraint identities_kind_check check (kind in ('email', 'card', 'device'))
    );
    create index identities_by_hash on identities (kind, hash);

    create table former_accounts (
      member_id uuid primary key references members (id),
      reason text not null,
      is_banned boolean not null default false,
      banned_until timestamptz,
      kept_until timestamptz not null,
      constraint former_accounts_check check (is_banned or (banned_until is null)),
      constraint former_accounts_reason_check
        check (reason in ('suspended', 'reported', 'disputed', 'blocked', 'left'))
    );
    create index former_accounts_by_end on former_accounts (kept_until);

    create table search_preferences (
      member_id uuid primary key references members (id),
      age_min smallint not null default 18,
      age_max smallint not null default 99,
      distance smallint not null default 50,
      gender text[] not null default '{}'::text[],
      looking_for text[] not null default '{}'::text[],
      interests text[] not null default '{}'::text[],
      height_min smallint,
      height_max smallint
    );

    create table search_index (
      member_id uuid primary key references members (id),
      area text,
      h3_cell text,
      gender smallint not null,
      age smallint,
      height smallint,
      looking_for smallint not null,
      interests integer not null,
      want_gender smallint not null,
      want_age_min smallint not null,
      want_age_max smallint not null,
      is_demo boolean not null,
      active_on date not null,
      x double precision,
      y double precision,
      z double precision
    ) with (fillfactor=85);
    create index search_index_by_area on search_index (area, gender, age);

    create unlogged table search_results (
      id uuid primary key,
      viewer_id uuid not null references members (id),
      member_ids uuid[] not null,
      created_at timestamptz not null default now(),
      query_hash text not null,
      used_at timestamptz not null default now()
    );
    create index search_results_by_viewer on search_results (viewer_id);

    create unlogged table member_usage (
      member_id uuid not null references members (id),
      kind text not null,
      count integer not null default 0,
      people bytea storage external not null default '\\x'::bytea,
      ends_at timestamptz not null,
      constraint member_usage_pkey primary key (member_id, kind)
    ) with (fillfactor=70);

    create table rate_limits (
      key bytea primary key,
      count integer not null,
      ends_at timestamptz not null,
      constraint rate_limits_key_check check (octet_length(key) = 32)
    );
    create index rate_limits_by_end on rate_limits (ends_at);

    create table security_events (
      id uuid primary key,
      occurred_at timestamptz not null default clock_timestamp(),
      kind text not null,
      outcome text not null,
      member_id uuid,
      subject_hash bytea,
      network_hash bytea,
      device text not null default '',
      details jsonb not null default '{}'::jsonb,
      last_occurred_at timestamptz not null default clock_timestamp(),
      count integer not null default 1,
      coalesce_key bytea unique,
      constraint security_events_coalesce_key_check check (octet_length(coalesce_key) = 32),
      constraint security_events_count_check check (count > 0),
      constraint security_events_network_hash_check check (octet_length(network_hash) = 32),
      constraint security_events_subject_hash_check check (octet_length(subject_hash) = 32)
    );
    create index security_events_by_member on security_events (member_id, id) where (member_id is not null);
    create index security_events_by_network on security_events (network_hash, id) where (network_hash is not null);

    create table audit_log (
      id uuid primary key,
      occurred_at timestamptz not null default clock_timestamp(),
      actor text not null,
      action text not null,
      target uuid,
      reason text not null default '',
      details jsonb not null default '{}'::jsonb,
      idempotency_key text unique,
      acting_as text,
      constraint audit_log_acting_as_check check (acting_as <> ''::text),
      constraint audit_log_who_check check (actor <> ''::text)
    );
    create index audit_log_by_target on audit_log (target, id);

    create table data_exports (
      token_hash bytea primary key,
      member_id uuid not null references members (id),
      created_at timestamptz not null default now(),
      started_at timestamptz,
      finished_at timestamptz,
      constraint data_exports_token_hash_check check (octet_length(token_hash) = 32)
    );
    create index data_exports_by_member on data_exports (member_id, created_at);

    create table secrets (
      name text primary key,
      value bytea not null
    );

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
  `.execute(db);
}
