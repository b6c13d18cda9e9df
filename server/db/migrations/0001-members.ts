import { type Kysely, sql } from "kysely";

/** Who there is, how they log in, and what they tell of themselves. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table members (
      id uuid primary key,
      standing text not null default 'active' check (standing in ('active', 'hidden', 'suspended', 'gone')),
      is_demo boolean not null default false,
      joined_at timestamptz not null default now(),
      last_active_at timestamptz not null default clock_timestamp()
    )`.execute(db);
  await sql`create index members_by_activity on members (is_demo, last_active_at desc, id) where standing = 'active'`.execute(
    db,
  );

  // The keys are normalised in code, so that uniqueness does not hang on a collation.
  await sql`
    create table accounts (
      member_id uuid primary key references members (id),
      email text not null,
      email_key text not null unique,
      email_verified_at timestamptz,
      password_hash text not null,
      born date not null
    )`.execute(db);

  await sql`
    create table sessions (
      token_hash bytea primary key check (octet_length(token_hash) = 32),
      member_id uuid not null references members (id),
      created_at timestamptz not null default now(),
      last_used_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index sessions_by_member on sessions (member_id)`.execute(db);

  await sql`
    create table profiles (
      member_id uuid primary key references members (id),
      username text not null,
      username_key text not null unique,
      age smallint check (age between 18 and 120),
      gender text check (gender in ('Man', 'Woman')),
      height_inches smallint,
      body_type text,
      location text not null default '',
      location_type text not null default 'manual' check (location_type in ('manual', 'device')),
      cell text,
      place_changes_on date,
      place_changes smallint not null default 0,
      bio text not null default '',
      interests text[] not null default '{}',
      looking_for text,
      prompts jsonb not null default '[]',
      completion smallint not null default 0
    )`.execute(db);

  await sql`
    create table photos (
      id uuid primary key,
      member_id uuid not null references members (id),
      position smallint not null check (position between 0 and 5),
      key text not null unique,
      width integer not null,
      height integer not null,
      blur text not null,
      display_mode text not null default 'contain' check (display_mode in ('contain', 'cover')),
      alt text not null default '',
      created_at timestamptz not null default now(),
      unique (member_id, position) deferrable initially deferred
    )`.execute(db);

  await sql`
    create table notification_preferences (
      member_id uuid primary key references members (id),
      email_enabled boolean not null default true,
      crush_received boolean not null default true,
      new_message boolean not null default true,
      new_match boolean not null default true,
      low_crush_balance boolean not null default true,
      marketing boolean not null default false
    )`.execute(db);

  await sql`create table secrets (name text primary key, value bytea not null)`.execute(db);
}
