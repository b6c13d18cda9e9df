import { type Kysely, sql } from "kysely";

/** What operators do: who is suspended until when, what came of reports, and a log of each act that nobody can change. */
export async function up(db: Kysely<never>): Promise<void> {
  // There while somebody is suspended; what was before is in the log.
  await sql`
    create table suspensions (
      member_id uuid primary key references members (id),
      before text not null check (before in ('active', 'hidden')),
      since timestamptz not null default now(),
      until timestamptz
    )`.execute(db);
  await sql`create index suspensions_by_end on suspensions (until) where until is not null`.execute(db);

  await sql`
    alter table reports
      add column resolved_at timestamptz,
      add column resolution text check (resolution in ('none', 'warned', 'suspended')),
      add constraint reports_resolved check ((resolved_at is null) = (resolution is null))`.execute(db);
  await sql`create index reports_open on reports (created_at) where resolved_at is null`.execute(db);

  // Its targets are ids without a reference: an entry outlives what it is of.
  await sql`
    create table audit_log (
      id uuid primary key,
      at timestamptz not null default clock_timestamp(),
      who text not null check (who <> ''),
      act text not null,
      target uuid,
      reason text not null default '',
      details jsonb not null default '{}',
      operation text unique
    )`.execute(db);
  await sql`create index audit_log_by_target on audit_log (target, id)`.execute(db);
  await sql`
    create function refuse_audit_change() returns trigger language plpgsql as $$
    begin
      raise exception 'the audit log is only ever added to' using errcode = 'restrict_violation';
    end $$`.execute(db);
  await sql`
    create trigger audit_is_append_only before update or delete on audit_log
      for each row execute function refuse_audit_change()`.execute(db);
  await sql`
    create trigger audit_is_not_truncated before truncate on audit_log
      for each statement execute function refuse_audit_change()`.execute(db);
  await sql`alter table audit_log enable always trigger audit_is_append_only`.execute(db);
  await sql`alter table audit_log enable always trigger audit_is_not_truncated`.execute(db);
}
