import { type Kysely, sql } from "kysely";

/** Passkeys, authenticator apps and recovery codes of members, and when a session was last authenticated. */
export async function up(db: Kysely<never>): Promise<void> {
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

    -- Sessions from before have not proved anything lately.
    alter table sessions add column authenticated_at timestamptz;
    alter table sessions alter column authenticated_at set default now();
  `.execute(db);
}
