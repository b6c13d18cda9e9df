import { type Kysely, sql } from "kysely";

/**
 * Which crushes are declined stands beside the crush, so that lists skip them by an index. A trigger keeps it, because
 * passes are deleted at several places, also by the last release.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table relationships
      add column a_declined boolean not null default false,
      add column b_declined boolean not null default false`.execute(db);
  await sql`
    create function mark_declined_crush() returns trigger language plpgsql as $function$
    declare
      me uuid := coalesce(new.member_id, old.member_id);
      other uuid := coalesce(new.passed_id, old.passed_id);
      declined boolean := coalesce(new.declines_crush, false);
    begin
      if me < other then
        update relationships set a_declined = declined
        where member_a_id = me and member_b_id = other and a_declined is distinct from declined;
      else
        update relationships set b_declined = declined
        where member_a_id = other and member_b_id = me and b_declined is distinct from declined;
      end if;
      return null;
    end $function$;

    create trigger passes_mark_declined_crush after insert on passes
      for each row when (new.declines_crush) execute function mark_declined_crush();
    create trigger passes_mark_changed_crush after update on passes
      for each row when (old.declines_crush is distinct from new.declines_crush)
      execute function mark_declined_crush();
    create trigger passes_unmark_declined_crush after delete on passes
      for each row when (old.declines_crush) execute function mark_declined_crush();
  `.execute(db);
  // Each arm reads only the table, as those of relationship_sides do.
  await sql`create view received_crushes as ${received("a", "b")} union all ${received("b", "a")}`.execute(db);
}

/** The crushes that a member has received, from their side. One that is answered is not declined any more. */
const received = (mine: "a" | "b", theirs: "a" | "b") =>
  sql.raw(`
  select
    id as relationship_id,
    member_${mine}_id as member_id,
    member_${theirs}_id as other_id,
    ${theirs}_crushed_at as crushed_at,
    ${theirs}_crush_about as about,
    matched_at,
    (${theirs}_crushed_at is not null and (not ${mine}_declined or ${mine}_crushed_at is not null)
      and ended_at is null and a_blocked_at is null and b_blocked_at is null) as is_listed
  from relationships`);
