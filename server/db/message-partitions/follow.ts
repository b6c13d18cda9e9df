import { COPY, findColumns, type RunSql, SCHEMA } from "#server/db/message-partitions/definition.ts";

/**
 * While rows are copied, a trigger repeats each change of `messages` in the copy, in the same transaction:
 * - An insert and an update both write the whole row, whether the copy has it or not. A row that is copied afterwards is
 *   there already, so that an older version never replaces a newer one.
 * - A delete also leaves a note: a batch whose snapshot still has the row may insert it afterwards. Whoever copied last
 *   deletes such rows again, see `deleteNoted`.
 */
export async function startFollowing(run: RunSql): Promise<void> {
  const columns = await findColumns(run);
  await run(`
    create table ${SCHEMA}.deleted (id uuid primary key, relationship_id uuid not null);
    create table ${SCHEMA}.progress (
      started_at timestamptz not null default now(),
      -- The last row that was there when the trigger was. Null until the first batch.
      ends_with uuid,
      copied_through uuid not null default '00000000-0000-0000-0000-000000000000',
      copied bigint not null default 0,
      is_copied boolean not null default false
    );
    insert into ${SCHEMA}.progress default values;
    -- As the owner, because the app's role has no privileges in this schema.
    create function ${SCHEMA}.follow() returns trigger language plpgsql security definer
      set search_path = pg_catalog, pg_temp as $$
    begin
      if tg_op = 'DELETE' then
        insert into ${SCHEMA}.deleted values (old.id, old.relationship_id) on conflict do nothing;
        delete from ${COPY} where id = old.id and relationship_id = old.relationship_id;
        return null;
      end if;
      insert into ${COPY} (${columns.join(", ")}) values (${columns.map((name) => `new.${name}`).join(", ")})
        on conflict (id, relationship_id) do update
        set ${columns.map((name) => `${name} = excluded.${name}`).join(", ")};
      return null;
    end $$;
    create trigger follow after insert or update or delete on public.messages
      for each row execute function ${SCHEMA}.follow()`);
}

/** Deletes rows from the copy that were deleted while they were copied. Call it once the last batch is committed. */
export async function deleteNoted(run: RunSql): Promise<void> {
  await run(`
    with noted as (delete from ${SCHEMA}.deleted returning id, relationship_id)
    delete from ${COPY} as copy using noted
    where copy.id = noted.id and copy.relationship_id = noted.relationship_id`);
}

/** Needs the lock of `messages`. */
export async function stopFollowing(run: RunSql): Promise<void> {
  await run(`
    drop trigger follow on public.messages;
    drop function ${SCHEMA}.follow();
    drop table ${SCHEMA}.deleted, ${SCHEMA}.progress`);
}

export interface CopyProgress {
  readonly copied: number;
  readonly is_copied: boolean;
}

/** Copies the next rows in the order of their ids, in a transaction of its own. */
export async function copyBatch(run: RunSql, columns: readonly string[], size: number): Promise<CopyProgress> {
  const all = columns.join(", ");
  const [progress] = await run<CopyProgress>(`
    with batch as materialized (
      select ${all} from public.messages
      where id > (select copied_through from ${SCHEMA}.progress) and id <= (select ends_with from ${SCHEMA}.progress)
      order by id limit ${size}
    ), copied as (
      insert into ${COPY} (${all}) select ${all} from batch on conflict (id, relationship_id) do nothing
    )
    update ${SCHEMA}.progress set copied = copied + (select count(*) from batch),
      copied_through = coalesce((select id from batch order by id desc limit 1), copied_through),
      is_copied = (select count(*) < ${size} from batch)
    returning copied::float8 as copied, is_copied`);
  if (!progress) throw new Error("the progress of the conversion is missing");
  return progress;
}

/** Sets where copying ends. Later rows are written by the trigger. */
export async function startCopying(run: RunSql): Promise<void> {
  await run(`
    update ${SCHEMA}.progress set ends_with = coalesce(
      (select id from public.messages order by id desc limit 1), '00000000-0000-0000-0000-000000000000')
    where ends_with is null`);
}
