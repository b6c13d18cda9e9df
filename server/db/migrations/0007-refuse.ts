import { type Kysely, sql } from "kysely";

/** Lets a statement roll itself back: what it wrote may turn out to be more than a limit allows. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create function refuse(reason text, about text default '') returns boolean language plpgsql as $function$
    begin
      raise exception using errcode = 'SP001', message = reason, detail = about;
    end $function$;
  `.execute(db);
}
