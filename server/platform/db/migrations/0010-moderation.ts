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
      constraint reports_resolution_check check (resolution in ('none', 'noted', 'warned', 'restricted', 'suspended')),
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
      -- Since its sender objected, or wrote it.
      waiting_since timestamptz not null default now(),
      receipt_mailed_at timestamptz,
      decided_at timestamptz,
      outcome text,
      outcome_mailed_at timestamptz,
      -- When staff is alerted, unless the notice belongs to a case by then. Null once they were.
      alert_at timestamptz,
      constraint notices_kind_check check (kind in ('illegal', 'intimate', 'minor')),
      constraint notices_outcome_check check (outcome in ('acted_on', 'noted', 'unfounded', 'unexamined')),
      constraint notices_decided_check check ((decided_at is null) = (outcome is null))
    );
    create index notices_by_member on notices (member_id) where member_id is not null;
    create index notices_by_time on notices (created_at);
    create index notices_unassigned on notices (kind, waiting_since)
      where member_id is null and decided_at is null and not is_honeypot_hit;
    create index notices_alert on notices (alert_at) where alert_at is not null;

    -- Whoever sent a report or a notice that was found unfounded has asked for another look, once.
    create table objections (
      -- Of the report or the notice.
      id uuid primary key,
      report_id uuid unique references reports (id) on delete cascade,
      notice_id uuid unique references notices (id) on delete cascade,
      words text not null,
      created_at timestamptz not null default now(),
      decided_at timestamptz,
      is_upheld boolean,
      constraint objections_source_check check (id = coalesce(report_id, notice_id) and num_nonnulls(report_id, notice_id) = 1),
      constraint objections_decided_check check ((decided_at is null) = (is_upheld is null))
    );
  `.execute(db);
}

async function createCases(db: Kysely<never>): Promise<void> {
  await sql`
    create table cases (
      id uuid primary key,
      kind text not null,
      member_id uuid references members (id),
      image_key text,
      contact_thread_id uuid references contact_threads (id) on delete cascade,
      state text not null default 'open',
      score real not null default 0,
      due_at timestamptz not null,
      urgency text not null default 'other',
      claimed_by text,
      claimed_until timestamptz,
      version integer not null default 1,
      decided_version integer not null default 0,
      opened_at timestamptz not null default now(),
      closed_at timestamptz,
      constraint cases_kind_check check (kind in ('member', 'picture', 'contact')),
      constraint cases_member_check check (kind = 'contact' or member_id is not null),
      constraint cases_image_check check ((kind = 'picture') = (image_key is not null)),
      constraint cases_contact_check check ((kind = 'contact') = (contact_thread_id is not null)),
      constraint cases_state_check check (state in ('open', 'closed')),
      constraint cases_closed_check check ((state = 'closed') = (closed_at is not null)),
      constraint cases_claim_check check ((claimed_by is null) = (claimed_until is null)),
      constraint cases_urgency_check check (urgency in ('danger', 'under_18', 'intimate_picture', 'other'))
    );
    create unique index cases_open_member on cases (member_id) where state = 'open' and kind = 'member';
    create unique index cases_open_picture on cases (image_key) where state = 'open' and kind = 'picture';
    create unique index cases_open_contact on cases (contact_thread_id) where state = 'open' and kind = 'contact';
    create index cases_queue on cases (due_at, id) where state = 'open';
    create index cases_open_by_urgency on cases (urgency, due_at) where state = 'open';
    create index cases_by_member on cases (member_id, opened_at);
    create index cases_by_image on cases (image_key) where image_key is not null;
    create index cases_by_contact_thread on cases (contact_thread_id) where contact_thread_id is not null;

    create table case_items (
      kind text not null,
      source_id text not null,
      case_id uuid not null references cases (id) on delete cascade,
      version integer not null,
      weight real not null,
      due_at timestamptz not null,
      urgency text not null default 'other',
      attached_at timestamptz not null default now(),
      -- When staff is alerted. Null once they were.
      alert_at timestamptz,
      done_at timestamptz,
      constraint case_items_pkey primary key (kind, source_id),
      constraint case_items_kind_check
        check (kind in ('report', 'picture_check', 'notice', 'objection', 'appeal', 'fraud', 'verification', 'contact_message')),
      constraint case_items_urgency_check check (urgency in ('danger', 'under_18', 'intimate_picture', 'other'))
    );
    create index case_items_by_case on case_items (case_id);
    create index case_items_alert on case_items (alert_at) where alert_at is not null and done_at is null;

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
        'opened', 'attached', 'looked', 'claimed', 'released', 'noted', 'decided', 'answered', 'undone', 'reopened', 'closed')),
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

    -- That a person of the staff was alerted of a case, or of a notice without one.
    create table staff_alerts (
      id uuid primary key,
      staff_id uuid not null references staff_members (id),
      case_id uuid references cases (id) on delete cascade,
      notice_id uuid references notices (id) on delete cascade,
      kind text not null,
      urgency text not null,
      -- The case's decided_version: what joins it after a decision is news.
      round integer not null,
      due_at timestamptz not null,
      created_at timestamptz not null default now(),
      emailed_at timestamptz,
      constraint staff_alerts_subject_check check (num_nonnulls(case_id, notice_id) = 1),
      constraint staff_alerts_once unique nulls not distinct (staff_id, case_id, notice_id, round, urgency)
    );
    create index staff_alerts_by_case on staff_alerts (case_id) where case_id is not null;
    create index staff_alerts_by_notice on staff_alerts (notice_id) where notice_id is not null;

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
      -- When its statement left. A decision that is undone before needs no email.
      stated_at timestamptz,
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
    create index decisions_by_time on decisions (decided_at, id);
    create index decisions_by_person on decisions (decided_by, decided_at, id);

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
 * the same transaction, which had no effect, and a case about contact messages, which decides nothing and goes with
 * them. A kept row is skipped, so that a cleanup goes on with the others.
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
      if old.kind <> 'contact' and exists (select from public.case_events
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
