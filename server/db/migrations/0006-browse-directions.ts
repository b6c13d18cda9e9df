import { type Kysely, sql } from "kysely";

/**
 * A place as a point on a sphere of radius 1: distances are compared with three products in place of an arcsine. Ranked
 * lists are made anew when they are gone, so they need not survive a crash.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table browse
      add column x double precision, add column y double precision, add column z double precision`.execute(db);
  await sql`
    update browse set
      x = cos(radians(lat)) * cos(radians(lng)), y = cos(radians(lat)) * sin(radians(lng)), z = sin(radians(lat))`.execute(
    db,
  );
  await sql`alter table browse drop column lat, drop column lng`.execute(db);
  await sql`delete from browse_results`.execute(db);
  await sql`alter table browse_results add column question text not null`.execute(db);
  await sql`alter table browse_results add column used_at timestamptz not null default now()`.execute(db);
  await sql`alter table browse_results set unlogged`.execute(db);
}
