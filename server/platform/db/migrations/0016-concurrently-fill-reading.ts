import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<never>): Promise<void> {
  // What processes of the version before have written. What they write meanwhile is copied by their trigger.
  await sql`
    do $$
    declare
      last uuid := '00000000-0000-0000-0000-000000000000';
      ids uuid[];
    begin
      loop
        select array_agg(id order by id) into ids from (
          select id from relationships where id > last and last_sequence > 0 order by id limit 500) as page;
        exit when ids is null;
        last := ids[array_upper(ids, 1)];
        perform from relationships where id = any(ids) order by id for update;
        update relationships set
          active_at = date_bin('5 minutes', coalesce(run_last_at, matched_at), '2000-01-01Z'),
          a_read_sequence = greatest(a_read_sequence, read.a), b_read_sequence = greatest(b_read_sequence, read.b),
          a_receipt_sequence = greatest(a_receipt_sequence, read.told_by_a),
          b_receipt_sequence = greatest(b_receipt_sequence, read.told_by_b)
        from (
          select r.id,
            max(sequence) filter (where sender_id = member_b_id and read_at is not null) as a,
            max(sequence) filter (where sender_id = member_a_id and read_at is not null) as b,
            max(sequence) filter (where sender_id = member_b_id and receipt_at is not null) as told_by_a,
            max(sequence) filter (where sender_id = member_a_id and receipt_at is not null) as told_by_b
          from relationships as r join messages on messages.relationship_id = r.id
          where r.id = any(ids)
          group by r.id
        ) as read
        where relationships.id = read.id;
        commit;
      end loop;
    end $$`.execute(db);
  await sql`drop index concurrently if exists relationships_active_a`.execute(db);
  await sql`
    create index concurrently relationships_active_a on relationships (member_a_id, active_at desc)
    where active_at is not null and (ended_at is null or orphaned_at is not null)`.execute(db);
  await sql`drop index concurrently if exists relationships_active_b`.execute(db);
  await sql`
    create index concurrently relationships_active_b on relationships (member_b_id, active_at desc)
    where active_at is not null and (ended_at is null or orphaned_at is not null)`.execute(db);
  // Its condition had a column that each message writes, so that each message wrote to all indexes of the table.
  await sql`drop index concurrently if exists relationships_ended`.execute(db);
  await sql`
    create index concurrently relationships_ended on relationships (ended_at, id)
    where ended_at is not null and orphaned_at is null and emptied_at is null`.execute(db);
  await sql`drop index concurrently if exists relationships_to_empty`.execute(db);
}
