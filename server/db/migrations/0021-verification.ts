import { type Kysely, sql } from "kysely";

/** Selfies by which members show that they are the person in their main photo, and the badge that they get for it. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
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
      where (state in ('started', 'submitted'));
    create index verification_requests_by_member on verification_requests (member_id, created_at);
    create index verification_requests_waiting on verification_requests (submitted_at) where (state = 'submitted');

    alter table profiles add column verified_at timestamptz;
    alter table profiles add column verified_photo_id uuid;
    alter table profiles add constraint profiles_verified_check
      check ((verified_at is null) = (verified_photo_id is null));

    alter table search_index add column is_verified boolean not null default false;
    alter table search_preferences add column verified_only boolean not null default false;
  `.execute(db);
}
