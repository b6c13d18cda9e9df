import { type Kysely, sql } from "kysely";

/** Reports and notices, the cases that operators look at, what they decide, and checks of images. */
export async function up(db: Kysely<never>): Promise<void> {
  await createReports(db);
  await createCases(db);
  await createDecisions(db);
  await createRetention(db);
  await createImageChecks(db);
}

async function createReports(db: Kysely<never>): Promise<void> {
  await sql`
    create table reports (
      id uuid primary key,
      code text not null,
      reporter_id uuid not null references members (id),
      reported_id uuid not null references members (id),
      reason text not null,
      details text not null default '',
      message_id uuid,
      evidence jsonb not null,
      created_at timestamptz not null default now(),
      resolved_at timestamptz,
      resolution text,
      neutral_outcome text,
      outcome_emailed_at timestamptz,
      constraint reports_resolved check ((resolved_at is null) = (resolution is null)),
      constraint reports_resolution_check check (resolution in ('none', 'warned', 'restricted', 'suspended')),
      constraint reports_neutral_outcome_check check (neutral_outcome in ('unexamined', 'refunded'))
    );
    create unique index reports_code on reports (code);
    create index reports_by_reported on reports (reported_id, created_at);
    create index reports_by_reporter on reports (reporter_id, created_at);
    create index reports_open on reports (created_at) where resolved_at is null;

    create table report_images (
      key text primary key,
      report_id uuid not null references reports (id),
      caption text not null
    );

    -- Notices of illegal content, which anyone can send, with or without an account.
    create table notices (
      id uuid primary key,
      client_id uuid unique,
      number text not null unique,
      kind text not null,
      place text not null,
      username text not null,
      details text not null,
      name text not null,
      email text not null,
      member_id uuid references members (id),
      is_honeypot_hit boolean not null,
      created_at timestamptz not null default now(),
      receipt_mailed_at timestamptz,
      decided_at timestamptz,
      is_upheld boolean,
      is_unexamined boolean not null default false,
      outcome_mailed_at timestamptz,
      constraint notices_kind_check check (kind in ('illegal', 'intimate', 'minor')),
      constraint notices_decided_check check ((decided_at is null) = (is_upheld is null))
    );
    create index notices_by_member on notices (member_id) where member_id is not null;
    create index notices_by_time on notices (created_at);
  `.execute(db);
}

async function createCases(db: Kysely<never>): Promise<void> {
  await sql`
    create table cases (
      id uuid primary key,
      kind text not null,
      member_id uuid not null references members (id),
      image_key text,
      state text not null default 'open',
      score real not null default 0,
      due_at timestamptz not null,
      claimed_by text,
      claimed_until timestamptz,
      version integer not null default 1,
      decided_version integer not null default 0,
      opened_at timestamptz not null default now(),
      closed_at timestamptz,
      constraint cases_kind_check check (kind in ('member', 'picture')),
      constraint cases_image_check check ((kind = 'picture') = (image_key is not null)),
      constraint cases_state_check check (state in ('open', 'closed')),
      constraint cases_closed_check check ((state = 'closed') = (closed_at is not null)),
      constraint cases_claim_check check ((claimed_by is null) = (claimed_until is null))
    );
    create unique index cases_open_member on cases (member_id) where state = 'open' and kind = 'member';
    create unique index cases_open_picture on cases (image_key) where state = 'open' and kind = 'picture';
    create index cases_queue on cases (due_at, id) where state = 'open';
    create index cases_by_member on cases (member_id, opened_at);
    create index cases_by_image on cases (image_key) where image_key is not null;

    create table case_items (
      kind text not null,
      source_id text not null,
      case_id uuid not null references cases (id) on delete cascade,
      version integer not null,
      weight real not null,
      due_at timestamptz not null,
      attached_at timestamptz not null default now(),
      done_at timestamptz,
      constraint case_items_pkey primary key (kind, source_id),
      constraint case_items_kind_check
        check (kind in ('report', 'picture_check', 'notice', 'appeal', 'fraud', 'verification'))
    );
    create index case_items_by_case on case_items (case_id);

    -- The app's role only adds rows. They are deleted with their case.
    create table case_events (
      id uuid primary key,
      case_id uuid not null references cases (id) on delete cascade,
      occurred_at timestamptz not null default clock_timestamp(),
      kind text not null,
      actor text,
      note text not null default '',
      details jsonb not null default '{}',
      constraint case_events_kind_check check (kind in (
        'opened', 'attached', 'looked', 'claimed', 'released', 'noted', 'decided', 'undone', 'reopened', 'closed')),
      constraint case_events_actor_check check (actor <> '')
    );
    create index case_events_by_case on case_events (case_id, id);

    -- Cases whose evidence staff have seen in the last day, by their claim or by a reason that they gave.
    create table staff_looks (
      staff_id uuid not null references staff_members (id),
      case_id uuid not null references cases (id) on delete cascade,
      is_claimant boolean not null,
      -- Empty for a claimant.
      reason text not null,
      looked_at timestamptz not null default now(),
      primary key (staff_id, case_id, is_claimant)
    );
    create index staff_looks_by_case on staff_looks (case_id);

    create table member_notes (
      id uuid primary key,
      member_id uuid not null references members (id),
      note text not null,
      actor text not null,
      created_at timestamptz not null default now(),
      constraint member_notes_note_check check (note <> '')
    );
    create index member_notes_by_member on member_notes (member_id, created_at);
  `.execute(db);
}

async function createDecisions(db: Kysely<never>): Promise<void> {
  await sql`
    create table decisions (
      id uuid primary key,
      case_id uuid references cases (id) on delete set null,
      case_version integer,
      member_id uuid not null references members (id),
      facts text not null default '',
      rule text not null,
      words text not null default '',
      automated boolean not null default false,
      decided_by text not null,
      decided_at timestamptz not null default now(),
      undo_until timestamptz,
      undone_at timestamptz,
      undone_by text,
      appeal_token_hash bytea unique,
      appeal_until timestamptz,
      constraint decisions_once unique (case_id, case_version),
      constraint decisions_undone_check check ((undone_at is null) = (undone_by is null)),
      constraint decisions_token_check check (octet_length(appeal_token_hash) = 32),
      constraint decisions_appeal_check check ((appeal_token_hash is null) = (appeal_until is null))
    );
    create index decisions_by_member on decisions (member_id, decided_at);
    create index decisions_by_time on decisions (decided_at);

    create table decision_acts (
      decision_id uuid not null references decisions (id) on delete cascade,
      position smallint not null,
      act text not null,
      params jsonb not null,
      result jsonb not null,
      constraint decision_acts_pkey primary key (decision_id, position)
    );

    create table appeals (
      id uuid primary key,
      decision_id uuid not null unique references decisions (id) on delete cascade,
      member_id uuid not null references members (id),
      words text not null,
      created_at timestamptz not null default now(),
      outcome text,
      answer text not null default '',
      decided_by text,
      decided_at timestamptz,
      constraint appeals_outcome_check check (outcome in ('upheld', 'reversed')),
      constraint appeals_decided_check
        check ((outcome is null) = (decided_at is null) and (outcome is null) = (decided_by is null))
    );
    create index appeals_by_member on appeals (member_id, created_at);
    create index appeals_open on appeals (created_at) where outcome is null;

    create table restrictions (
      id uuid primary key,
      member_id uuid not null references members (id),
      kind text not null,
      decision_id uuid not null references decisions (id) on delete cascade,
      copied_from uuid,
      starts_at timestamptz not null default now(),
      ends_at timestamptz,
      lifted_at timestamptz,
      constraint restrictions_kind_check check (kind in ('unlisted', 'messaging')),
      constraint restrictions_end_check check (ends_at > starts_at)
    );
    create index restrictions_in_force on restrictions (member_id, kind) where lifted_at is null;
    create index restrictions_by_decision on restrictions (decision_id);

    -- Decisions about which those who wrote with a fraudster were warned, so that a mistake can be taken back.
    create table fraud_warnings (
      decision_id uuid primary key references decisions (id) on delete cascade,
      warned_at timestamptz not null default now()
    );
  `.execute(db);
}

/**
 * Keeps decisions and cases for eleven months, whoever deletes them: the app's role deletes those about former members
 * a year after the account, which may have ended a month before, and could remove younger ones. Exempt is a decision of
 * the same transaction, which had no effect. A kept row is skipped, so that a cleanup goes on with the others.
 */
async function createRetention(db: Kysely<never>): Promise<void> {
  await sql`
    create function keep_recent_decision() returns trigger language plpgsql set search_path = '' as $function$
    begin
      if old.decided_at <> pg_catalog.now() and old.decided_at > pg_catalog.now() - interval '330 days' then
        return null;
      end if;
      return old;
    end $function$;
    create trigger decisions_are_kept before delete on decisions
      for each row execute function keep_recent_decision();
    alter table decisions enable always trigger decisions_are_kept;

    create function keep_recent_case() returns trigger language plpgsql set search_path = '' as $function$
    begin
      if exists (select from public.case_events
        where case_id = old.id and kind not in ('looked', 'claimed', 'released')
          and occurred_at > pg_catalog.now() - interval '330 days') then
        return null;
      end if;
      return old;
    end $function$;
    create trigger cases_are_kept before delete on cases
      for each row execute function keep_recent_case();
    alter table cases enable always trigger cases_are_kept;
  `.execute(db);
}

/** Images are checked before others see them, and compared with hashes of unwanted ones. */
async function createImageChecks(db: Kysely<never>): Promise<void> {
  await sql`
    create table image_checks (
      key text primary key,
      state text not null,
      requested_at timestamptz not null default now(),
      attempts smallint not null default 0,
      checked_at timestamptz,
      pdq bit(256),
      quality smallint,
      scores jsonb,
      match text,
      shown_matches text[] not null default '{}',
      decision_id uuid,
      constraint image_checks_state_check check (state in ('pending', 'clear', 'held', 'removed')),
      constraint image_checks_quality_check check ((pdq is null) = (quality is null) and quality between 0 and 100)
    );
    create index image_checks_by_open_state on image_checks (state, requested_at) where state in ('pending', 'held');

    create table unwanted_images (
      id uuid primary key,
      pdq bit(256) not null,
      source text not null,
      reason text not null default '',
      decision_id uuid,
      comparison_id uuid,
      holds_from timestamptz,
      added_at timestamptz not null default now(),
      constraint unwanted_images_source_pdq_key unique nulls not distinct (source, pdq, decision_id)
    );
    create index unwanted_images_by_comparison on unwanted_images (comparison_id);

    -- New hashes are compared with the images that were stored before them.
    create table image_comparisons (
      id uuid primary key,
      source text not null,
      hashes integer not null,
      requested_at timestamptz not null default now(),
      cursor text not null default '',
      images integer not null default 0,
      held integer not null default 0,
      claimed_by uuid,
      claimed_until timestamptz,
      finished_at timestamptz
    );

    -- Images that their owners have deleted, and that are kept because of a case or a decision.
    create table evidence_images (
      key text primary key,
      kept_since timestamptz not null default now()
    );
  `.execute(db);
}
