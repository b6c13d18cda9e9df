import { type Kysely, sql } from "kysely";

/** Profiles: photos, training weeks, verification, and what is kept of what members have removed. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table profiles (
      member_id uuid primary key references members (id),
      username text not null,
      username_normalized text not null unique,
      username_skeleton text not null,
      age smallint,
      effective_age smallint,
      age_effective_at timestamptz,
      next_birthday date,
      gender text,
      effective_gender text,
      gender_effective_at timestamptz,
      height_inches smallint,
      body_type text,
      location text not null default '',
      location_type text not null default 'manual',
      h3_cell text,
      location_changes_date date,
      location_changes_today smallint not null default 0,
      bio text not null default '',
      interests text[] not null default '{}',
      looking_for text,
      prompts jsonb not null default '[]',
      texts_changed_at timestamptz not null default now(),
      completion smallint not null default 0,
      verified_at timestamptz,
      verified_photo_id uuid,
      constraint profiles_age_check check (age >= 18 and age <= 120),
      constraint profiles_counted_age_check check (effective_age >= 18 and effective_age <= 120),
      constraint profiles_gender_check check (gender in ('Man', 'Woman')),
      constraint profiles_counted_gender_check check (effective_gender in ('Man', 'Woman')),
      constraint profiles_location_type_check check (location_type in ('manual', 'device')),
      constraint profiles_verified_check check ((verified_at is null) = (verified_photo_id is null))
    );
    create unique index profiles_by_username_skeleton on profiles (username_skeleton);
    create index profiles_by_birthday on profiles (next_birthday);
    create index profiles_age_waiting on profiles (age_effective_at) where age_effective_at is not null;
    create index profiles_gender_waiting on profiles (gender_effective_at) where gender_effective_at is not null;

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
  `.execute(db);
  await createPhotos(db);
  await createTraining(db);
  await createRetained(db);
}

async function createPhotos(db: Kysely<never>): Promise<void> {
  await sql`
    create table photos (
      id uuid primary key,
      member_id uuid not null references members (id),
      position smallint not null,
      key text not null unique,
      width integer not null,
      height integer not null,
      thumbhash text not null,
      display_mode text not null default 'contain',
      focus_x smallint not null default 50,
      focus_y smallint not null default 50,
      alt text not null default '',
      -- On the row that is read anyway, so that nothing that shows photos needs a join.
      check_state text,
      created_at timestamptz not null default now(),
      constraint photos_member_id_position_key unique (member_id, position) deferrable initially deferred,
      constraint photos_position_check check (position >= 0 and position <= 5),
      constraint photos_display_mode_check check (display_mode in ('contain', 'cover')),
      constraint photos_focus_check check (focus_x between 0 and 100 and focus_y between 0 and 100),
      constraint photos_check_state_check check (check_state in ('pending', 'held'))
    );

    create table pending_uploads (
      key text primary key,
      created_at timestamptz not null default now(),
      is_expired boolean not null
    );

    create table verification_requests (
      id uuid primary key,
      member_id uuid not null references members (id),
      pose text not null,
      state text not null default 'started',
      image_key text,
      is_live boolean,
      refusal text,
      created_at timestamptz not null default now(),
      submitted_at timestamptz,
      decided_at timestamptz,
      constraint verification_requests_state_check check (state in ('started', 'submitted', 'approved', 'refused')),
      -- The selfie is kept until it is decided on.
      constraint verification_requests_image_check check ((state = 'submitted') = (image_key is not null)),
      constraint verification_requests_submitted_check
        check ((state = 'started') = (submitted_at is null) and (state = 'started') = (is_live is null)),
      constraint verification_requests_decided_check
        check ((state in ('approved', 'refused')) = (decided_at is not null)),
      constraint verification_requests_refusal_check check ((state = 'refused') = (refusal is not null))
    );
    create unique index verification_requests_open on verification_requests (member_id)
      where state in ('started', 'submitted');
    create index verification_requests_by_member on verification_requests (member_id, created_at);
    create index verification_requests_waiting on verification_requests (submitted_at) where state = 'submitted';
  `.execute(db);
}

async function createTraining(db: Kysely<never>): Promise<void> {
  await sql`
    create table training (
      member_id uuid primary key references members (id) on delete cascade,
      -- 42 bits: 7 days of 6 parts.
      week bigint not null,
      sports jsonb not null,
      is_shared boolean not null,
      consent_version integer not null,
      consented_at timestamptz not null,
      changed_at timestamptz not null,
      -- What is used for matching: the latest values from counts_on, those before until then.
      counted_coarse smallint not null default 0,
      counted_sports jsonb not null default '[]',
      counts_on date,
      constraint training_week_check check (week >= 0 and week < 4398046511104),
      constraint training_coarse_check check (counted_coarse between 0 and 63),
      -- Nothing counts of a week that is not shared.
      constraint training_shared_check
        check (is_shared or (counted_coarse = 0 and counted_sports = '[]' and counts_on is null))
    );
    create index training_due on training (counts_on) where counts_on is not null;
  `.execute(db);
}

async function createRetained(db: Kysely<never>): Promise<void> {
  await sql`
    create table retained_photos (
      key text primary key,
      photo_id uuid not null,
      member_id uuid not null references members (id),
      width integer not null,
      height integer not null,
      thumbhash text not null,
      alt text not null,
      shown_from timestamptz not null,
      removed_at timestamptz not null default now(),
      purge_after timestamptz not null
    );
    create index retained_photos_by_end on retained_photos (purge_after);
    create index retained_photos_by_member on retained_photos (member_id, removed_at);

    create table retained_texts (
      id uuid primary key,
      member_id uuid not null references members (id),
      bio text not null,
      prompts jsonb not null,
      shown_from timestamptz not null,
      replaced_at timestamptz not null default now(),
      purge_after timestamptz not null
    );
    create index retained_texts_by_end on retained_texts (purge_after);
    create index retained_texts_by_member on retained_texts (member_id, replaced_at);

    create table retained_profiles (
      member_id uuid primary key references members (id),
      username text not null,
      age integer,
      gender text,
      location text not null,
      bio text not null,
      prompts jsonb not null,
      interests text[] not null,
      looking_for text,
      purge_after timestamptz not null
    );
  `.execute(db);
}
