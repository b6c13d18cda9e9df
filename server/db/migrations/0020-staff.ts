import { type Kysely, sql } from "kysely";

/** People who moderate, with their passkeys and sessions. They are not members. */
export async function up(db: Kysely<never>): Promise<void> {
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
      last_used_at timestamptz not null default now()
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
