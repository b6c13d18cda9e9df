import { type Kysely, sql } from "kysely";

/** Trusted contacts of members, and workout dates that are shared with them. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table trusted_contacts (
      id uuid not null,
      member_id uuid not null references members (id),
      name text not null,
      email text not null,
      address_hash bytea not null,
      token_hash bytea not null,
      state text not null default 'pending',
      asked_at timestamptz not null,
      confirmed_at timestamptz,
      constraint trusted_contacts_pkey primary key (id),
      constraint trusted_contacts_token_key unique (token_hash),
      constraint trusted_contacts_address_key unique (member_id, address_hash),
      constraint trusted_contacts_state_check check (state in ('pending', 'confirmed')),
      constraint trusted_contacts_confirmed_check check ((state = 'confirmed') = (confirmed_at is not null))
    );

    create table refused_contacts (
      member_id uuid not null references members (id),
      address_hash bytea not null,
      refused_at timestamptz not null,
      constraint refused_contacts_pkey primary key (member_id, address_hash)
    );

    create table date_shares (
      id uuid not null,
      member_id uuid not null references members (id),
      contact_id uuid not null references trusted_contacts (id) on delete cascade,
      message_id uuid references messages (id) on delete set null,
      token_hash bytea not null,
      check_back boolean not null,
      created_at timestamptz not null,
      withdrawn_at timestamptz,
      starts_at timestamptz,
      ends_at timestamptz,
      summary text,
      ask_at timestamptz,
      asked_at timestamptz,
      tell_at timestamptz,
      delays integer not null default 0,
      answer text,
      answered_at timestamptz,
      told_at timestamptz,
      constraint date_shares_pkey primary key (id),
      constraint date_shares_token_key unique (token_hash),
      constraint date_shares_answer_check check (answer in ('back', 'tell')),
      constraint date_shares_begun_check check (starts_at is null or (ends_at is not null and summary is not null))
    );
    create unique index date_shares_open on date_shares (message_id, contact_id) where withdrawn_at is null;
    create index date_shares_by_member on date_shares (member_id);
    create index date_shares_by_contact on date_shares (contact_id);
    create index date_shares_to_ask on date_shares (ask_at) where ask_at is not null;
    create index date_shares_to_tell on date_shares (tell_at) where tell_at is not null;
  `.execute(db);
}
