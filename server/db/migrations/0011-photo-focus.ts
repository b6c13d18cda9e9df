import { type Kysely, sql } from "kysely";

/** The point of a photo that stays in view where the photo is cropped, in percent. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table photos
      add column focus_x smallint not null default 50,
      add column focus_y smallint not null default 50,
      add constraint photos_focus_check check (focus_x between 0 and 100 and focus_y between 0 and 100);
  `.execute(db);
}
