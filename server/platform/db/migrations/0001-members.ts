import { type Kysely, sql } from "kysely";

/** Members and their accounts: logins, second factors, suspensions, and what is kept of former accounts. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table members (
      id uuid primary key,
      status text not null default 'active',
      is_demo boolean not null default false,
      joined_at timestamptz not null default now(),
      last_active_at timestamptz not null default clock_timestamp(),
      read_receipts boolean not null default true,
      daily_set boolean not null default true,
      hidden_until timestamptz,
      deleted_at timestamptz,
      constraint members_status_check check (status in ('active', 'hidden', 'suspended', 'deleted')),
      constraint members_hidden_until_check check (hidden_until is null or status <> 'deleted'),
      constraint members_deleted check (deleted_at is null or status = 'deleted')
    );
    create index members_by_gone on members (deleted_at) where deleted_at is not null;
    create index members_hidden_until on members (hidden_until) where hidden_until is not null;

    create table accounts (
      member_id uuid primary key references members (id),
      email text not null,
      email_normalized text not null unique,
      email_verified_at timestamptz,
      password_hash text not null,
      date_of_birth date not null,
      terms_version text,
      terms_accepted_at timestamptz,
      -- Ends the addresses of the member's calendar files when it is raised.
      links_epoch integer not null default 0,
      constraint accounts_check check ((terms_version is null) = (terms_accepted_at is null))
    );
  `.execute(db);
  await createLogins(db);
  await createFactors(db);
  await createSuspensions(db);
  await createIdentities(db);
}

async function createLogins(db: Kysely<never>): Promise<void> {
  await sql`
    create table sessions (
      token_hash bytea primary key,
      id uuid not null unique,
      member_id uuid not null references members (id),
      device text not null,
      is_new_device boolean not null default false,
      created_at timestamptz not null default now(),
      last_used_at timestamptz not null default now(),
      authenticated_at timestamptz default now(),
      constraint sessions_token_hash_check check (octet_length(token_hash) = 32)
    );
    create index sessions_by_member on sessions (member_id);

    create table email_tokens (
      token_hash bytea primary key,
      member_id uuid not null references members (id),
      purpose text not null,
      email_normalized text not null,
      expires_at timestamptz not null,
      constraint email_tokens_token_hash_check check (octet_length(token_hash) = 32),
      constraint email_tokens_purpose_check check (purpose in ('reset', 'verify', 'change'))
    );
    create index email_tokens_by_member on email_tokens (member_id);

    create table email_changes (
      member_id uuid primary key references members (id),
      email text not null,
      email_normalized text not null,
      expires_at timestamptz not null
    );

    create table notice_addresses (
      id uuid primary key,
      member_id uuid not null references accounts (member_id) on delete cascade,
      email text not null,
      created_at timestamptz not null default now()
    );
    create index notice_addresses_by_member on notice_addresses (member_id);

    create table data_exports (
      token_hash bytea primary key,
      member_id uuid not null references members (id),
      created_at timestamptz not null default now(),
      started_at timestamptz,
      finished_at timestamptz,
      constraint data_exports_token_hash_check check (octet_length(token_hash) = 32)
    );
    create index data_exports_by_member on data_exports (member_id, created_at);
  `.execute(db);
}

async function createFactors(db: Kysely<never>): Promise<void> {
  await sql`
    create table passkeys (
      id uuid primary key,
      member_id uuid not null references members (id),
      credential_id text not null unique,
      public_key bytea not null,
      counter bigint not null default 0,
      transports text[] not null,
      name text not null,
      is_backed_up boolean not null,
      created_at timestamptz not null default now(),
      last_used_at timestamptz,
      constraint passkeys_name_check check (name <> '')
    );
    create index passkeys_by_member on passkeys (member_id);

    create table totp_secrets (
      member_id uuid primary key references members (id),
      sealed_secret bytea not null,
      created_at timestamptz not null default now(),
      confirmed_at timestamptz,
      last_step bigint
    );

    create table recovery_codes (
      member_id uuid not null references members (id),
      code_hash bytea not null,
      created_at timestamptz not null default now(),
      used_at timestamptz,
      constraint recovery_codes_pkey primary key (member_id, code_hash),
      constraint recovery_codes_code_hash_check check (octet_length(code_hash) = 32)
    );

    create table webauthn_challenges (
      challenge_hash bytea primary key,
      purpose text not null,
      bound_to bytea,
      expires_at timestamptz not null,
      constraint webauthn_challenges_purpose_check
        check (purpose in ('register', 'login', 'second_factor', 'reauthenticate')),
      constraint webauthn_challenges_bound_to_check check ((bound_to is null) = (purpose = 'login'))
    );
    create index webauthn_challenges_by_expiry on webauthn_challenges (expires_at);
  `.execute(db);
}

async function createSuspensions(db: Kysely<never>): Promise<void> {
  await sql`
    create table suspensions (
      member_id uuid primary key references members (id),
      previous_status text not null,
      starts_at timestamptz not null default now(),
      ends_at timestamptz,
      member_message text not null default '',
      constraint suspensions_before_check check (previous_status in ('active', 'hidden'))
    );
    create index suspensions_by_end on suspensions (ends_at) where ends_at is not null;

    create table suspended_sessions (
      token_hash bytea primary key,
      member_id uuid not null references suspensions (member_id) on delete cascade
    );
    create index suspended_sessions_by_member on suspended_sessions (member_id);
  `.execute(db);
}

async function createIdentities(db: Kysely<never>): Promise<void> {
  await sql`
    create table identities (
      member_id uuid not null references members (id),
      kind text not null,
      hash bytea not null,
      created_at timestamptz not null default now(),
      constraint identities_pkey primary key (member_id, kind, hash),
      constraint identities_kind_check check (kind in ('email', 'given_email', 'card')),
      constraint identities_hash_check check (octet_length(hash) = 32)
    );
    create index identities_by_hash on identities (kind, hash);

    -- The browsers on which members have logged in, as keyed hashes.
    create table member_devices (
      member_id uuid not null references members (id),
      hash bytea not null,
      first_seen_on date not null default current_date,
      last_seen_on date not null default current_date,
      constraint member_devices_pkey primary key (member_id, hash),
      constraint member_devices_hash_check check (octet_length(hash) = 32)
    );
    create index member_devices_by_hash on member_devices (hash);
    create index member_devices_by_day on member_devices (last_seen_on);

    create table former_accounts (
      member_id uuid primary key references members (id),
      reason text not null,
      is_banned boolean not null default false,
      banned_until timestamptz,
      kept_until timestamptz not null,
      constraint former_accounts_check check (is_banned or banned_until is null),
      constraint former_accounts_reason_check
        check (reason in ('suspended', 'reported', 'disputed', 'blocked', 'left'))
    );
    create index former_accounts_by_end on former_accounts (kept_until);
  `.execute(db);
}
