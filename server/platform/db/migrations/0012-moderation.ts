import { type Kysely, sql } from "kysely";

/**
 * Objections, contact threads, alerts for staff, links to a copy of one's data, and the time at which a statement left.
 * Checks are replaced by wider ones, which old code keeps; `0013-validate-moderation` validates them.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await addAnswers(db);
  await addContactThreads(db);
  await addStaffAlerts(db);
  await addExportLinks(db);
  await widenCases(db);
}

async function addAnswers(db: Kysely<never>): Promise<void> {
  await sql`
    -- safe while old code runs: the new check allows what the old one does, and more
    alter table reports drop constraint reports_resolution_check;
    alter table reports add constraint reports_resolution_check
      check (resolution in ('none', 'noted', 'warned', 'restricted', 'suspended')) not valid;

    -- Right, and nothing new was decided because of it.
    alter table notices add column is_noted boolean not null default false;
    -- When its sender objected: the time that is left counts from then.
    alter table notices add column renewed_at timestamptz;
    -- When staff is alerted, unless the notice belongs to a case by then. Null once they were.
    alter table notices add column alert_at timestamptz;

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
      constraint objections_source_check
        check (id = coalesce(report_id, notice_id) and num_nonnulls(report_id, notice_id) = 1),
      constraint objections_decided_check check ((decided_at is null) = (is_upheld is null))
    );

    -- When its statement left. A decision that is undone before needs no email.
    alter table decisions add column stated_at timestamptz;
  `.execute(db);
}

async function addContactThreads(db: Kysely<never>): Promise<void> {
  await sql`
    create table contact_threads (
      id uuid primary key,
      number text not null unique,
      member_id uuid unique references members (id),
      last_message_at timestamptz not null default now()
    );
    create index contact_threads_by_time on contact_threads (last_message_at);

    create table contact_answers (
      id uuid primary key,
      thread_id uuid not null references contact_threads (id) on delete cascade,
      token_hash bytea not null unique,
      words text not null,
      answered_by text not null,
      created_at timestamptz not null default now(),
      queued_at timestamptz not null default now(),
      mailed_at timestamptz,
      constraint contact_answers_token_hash_check check (octet_length(token_hash) = 32),
      constraint contact_answers_words_check check (words <> '')
    );
    create index contact_answers_by_thread on contact_answers (thread_id, created_at);
    create index contact_answers_by_time on contact_answers (created_at);
    create index contact_answers_unmailed on contact_answers (queued_at) where mailed_at is null;

    alter table contact_messages add column thread_id uuid references contact_threads (id) on delete cascade;
    alter table contact_messages add column answer_id uuid references contact_answers (id) on delete set null;
    alter table contact_messages add column is_by_link boolean not null default false;
  `.execute(db);
}

async function addStaffAlerts(db: Kysely<never>): Promise<void> {
  await sql`
    -- Confirmed.
    alter table staff_members add column alert_email text;
    -- The kinds of alerts that they get by each channel that they have set up.
    alter table staff_members add column email_alerts text[] not null default '{danger,under_18}';
    alter table staff_members add column push_alerts text[] not null default '{danger,under_18}';

    -- An address that its person has not confirmed yet.
    create table staff_addresses (
      staff_id uuid primary key references staff_members (id),
      email text not null,
      -- Null until the code is sent.
      code_hash bytea,
      attempts integer not null default 0,
      created_at timestamptz not null default now()
    );

    -- It outlives the session that it was last used in, and ends with a logout of that session.
    create table staff_push_subscriptions (
      id uuid primary key,
      staff_id uuid not null references staff_members (id),
      session_hash bytea not null,
      endpoint text not null unique,
      p256dh bytea not null,
      auth bytea not null,
      created_at timestamptz not null default now()
    );
    create index staff_push_subscriptions_by_staff on staff_push_subscriptions (staff_id, created_at);
    create index staff_push_subscriptions_by_session on staff_push_subscriptions (session_hash);

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
  `.execute(db);
}

async function addExportLinks(db: Kysely<never>): Promise<void> {
  await sql`
    create table export_links (
      id uuid primary key,
      member_id uuid not null references members (id),
      token_hash bytea not null unique,
      created_at timestamptz not null default now(),
      revoked_at timestamptz,
      downloads int not null default 0,
      constraint export_links_token_hash_check check (octet_length(token_hash) = 32)
    );
    create index export_links_by_member on export_links (member_id, created_at);

    alter table data_exports add column link_id uuid references export_links (id) on delete set null;

    -- Staff search by parts of names. An index of their beginnings would need no extension, but people name any part.
    create extension if not exists pg_trgm;
  `.execute(db);
}

async function widenCases(db: Kysely<never>): Promise<void> {
  await sql`
    alter table cases alter column member_id drop not null;
    alter table cases add column contact_thread_id uuid references contact_threads (id) on delete cascade;
    alter table cases add column urgency text not null default 'other';
    -- safe while old code runs: the new check allows what the old one does, and more
    alter table cases drop constraint cases_kind_check;
    alter table cases add constraint cases_kind_check check (kind in ('member', 'picture', 'contact')) not valid;
    alter table cases add constraint cases_member_check check (kind = 'contact' or member_id is not null) not valid;
    alter table cases add constraint cases_contact_check
      check ((kind = 'contact') = (contact_thread_id is not null)) not valid;
    alter table cases add constraint cases_urgency_check
      check (urgency in ('danger', 'under_18', 'intimate_picture', 'other')) not valid;

    alter table case_items add column urgency text not null default 'other';
    -- When staff is alerted. Null once they were.
    alter table case_items add column alert_at timestamptz;
    -- safe while old code runs: the new check allows what the old one does, and more
    alter table case_items drop constraint case_items_kind_check;
    alter table case_items add constraint case_items_kind_check check (kind in (
      'report', 'picture_check', 'notice', 'objection', 'appeal', 'fraud', 'verification', 'contact_message')) not valid;
    alter table case_items add constraint case_items_urgency_check
      check (urgency in ('danger', 'under_18', 'intimate_picture', 'other')) not valid;

    -- safe while old code runs: the new check allows what the old one does, and more
    alter table case_events drop constraint case_events_kind_check;
    alter table case_events add constraint case_events_kind_check check (kind in (
      'opened', 'attached', 'looked', 'claimed', 'released', 'noted', 'decided', 'answered', 'undone', 'reopened',
      'closed')) not valid;
  `.execute(db);
  // A case about contact messages decides nothing, and goes with them.
  await sql`
    create or replace function keep_recent_case() returns trigger language plpgsql set search_path = '' as $function$
    begin
      if old.kind <> 'contact' and exists (select from public.case_events
        where case_id = old.id and kind not in ('looked', 'claimed', 'released')
          and occurred_at > pg_catalog.now() - interval '330 days') then
        return null;
      end if;
      return old;
    end
    $function$;
  `.execute(db);
}
