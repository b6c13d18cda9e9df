import { type Kysely, sql } from "kysely";

/** What operators look at (cases), what they decide about a member, what that restricts, and appeals. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table audit_log add column staff_id uuid;

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
      opened_at timestamptz not null default now(),
      closed_at timestamptz,
      constraint cases_kind_check check (kind in ('member', 'picture')),
      constraint cases_image_check check ((kind = 'picture') = (image_key is not null)),
      constraint cases_state_check check (state in ('open', 'closed')),
      constraint cases_closed_check check ((state = 'closed') = (closed_at is not null)),
      constraint cases_claim_check check ((claimed_by is null) = (claimed_until is null))
    );
    create unique index cases_open_member on cases (member_id) where (state = 'open' and kind = 'member');
    create unique index cases_open_picture on cases (image_key) where (state = 'open' and kind = 'picture');
    create index cases_queue on cases (due_at, id) where (state = 'open');
    create index cases_by_member on cases (member_id, opened_at);

    create table case_items (
      kind text not null,
      source_id text not null,
      case_id uuid not null references cases (id) on delete cascade,
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
      details jsonb not null default '{}'::jsonb,
      constraint case_events_kind_check check (kind in (
        'opened', 'attached', 'looked', 'claimed', 'released', 'noted', 'decided', 'undone', 'reopened', 'closed')),
      constraint case_events_actor_check check (actor <> '')
    );
    create index case_events_by_case on case_events (case_id, id);

    create table member_notes (
      id uuid primary key,
      member_id uuid not null references members (id),
      note text not null,
      actor text not null,
      created_at timestamptz not null default now(),
      constraint member_notes_note_check check (note <> '')
    );
    create index member_notes_by_member on member_notes (member_id, created_at);

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
    create index appeals_open on appeals (created_at) where (outcome is null);

    create table restrictions (
      id uuid primary key,
      member_id uuid not null references members (id),
      kind text not null,
      decision_id uuid not null references decisions (id) on delete cascade,
      starts_at timestamptz not null default now(),
      ends_at timestamptz,
      lifted_at timestamptz,
      constraint restrictions_kind_check check (kind in ('unlisted', 'messaging')),
      constraint restrictions_end_check check (ends_at > starts_at)
    );
    create index restrictions_in_force on restrictions (member_id, kind) where (lifted_at is null);
    create index restrictions_by_decision on restrictions (decision_id);

    alter table reports add column code text;
    alter table reports add column outcome_emailed_at timestamptz;
    alter table reports drop constraint reports_resolution_check;
    alter table reports add constraint reports_resolution_check
      check (resolution in ('none', 'warned', 'restricted', 'suspended'));
  `.execute(db);
  await sql`
    create unique index reports_code on reports (code);
    do $fill$
    declare report record;
    begin
      for report in select id from reports loop
        loop
          begin
            update reports set code = 'R-' || (
              select string_agg(substr('23456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + floor(random() * 30)::int, 1), '')
              from generate_series(1, 6) where report.id is not null)
            where id = report.id;
            exit;
          exception when unique_violation then null;
          end;
        end loop;
      end loop;
    end $fill$;
    alter table reports alter column code set not null;
  `.execute(db);
  // Open reports from before become cases. Each report is due 24 hours after it was sent; danger and minors earlier.
  await sql`
    insert into cases (id, kind, member_id, score, due_at, opened_at)
    select gen_random_uuid(), 'member', reported_id, count(*),
      min(created_at + case reason when 'Someone is in danger' then interval '1 hour'
        when 'Seems to be under 18' then interval '4 hours' else interval '24 hours' end), min(created_at)
    from reports where resolved_at is null group by reported_id;
    insert into case_items (kind, source_id, case_id, weight, due_at, attached_at)
    select 'report', reports.id::text, cases.id, 1, cases.due_at, reports.created_at
    from reports join cases on cases.member_id = reported_id where resolved_at is null;
    insert into case_events (id, case_id, kind) select gen_random_uuid(), id, 'opened' from cases;
  `.execute(db);
}
