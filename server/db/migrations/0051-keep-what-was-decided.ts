import { type Kysely, sql } from "kysely";

/**
 * Keeps decisions and cases for eleven months, whoever deletes them: the app's role deletes those about former members a
 * year after the account, which may have ended a month before, and could remove younger ones. Exempt is a decision of the
 * same transaction, which had no effect. A kept row is skipped, so that a cleanup goes on with the others.
 */
export async function up(db: Kysely<never>): Promise<void> {
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
