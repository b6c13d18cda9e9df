import { type Kysely, sql } from "kysely";

/** Hashes of unwanted images are also compared with the images that were stored before them. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
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
    alter table unwanted_images add column comparison_id uuid;

    -- Hashes that were added before were compared with later images only.
    insert into image_comparisons (id, source, hashes)
      select gen_random_uuid(), source, count(*) from unwanted_images group by source;
    update unwanted_images set comparison_id = image_comparisons.id
      from image_comparisons where image_comparisons.source = unwanted_images.source;
    create index unwanted_images_by_comparison on unwanted_images (comparison_id);

    alter table image_checks add column shown_matches text[] not null default '{}';
    update image_checks set shown_matches = array[match] where state = 'clear' and match is not null;
  `.execute(db);
}
