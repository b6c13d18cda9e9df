import { type Kysely, sql } from "kysely";
import { partitionAtOnce } from "#server/db/message-partitions/convert-at-once.ts";

/**
 * Messages partitioned by relationship. Few of them are partitioned here. Many stay in one table until an operator runs
 * `database partition-messages`: this version and the one before run on either.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    -- A message is referred to by both columns of its key. Rows of versions before this one have none, and no check.
    alter table retained_messages add column relationship_id uuid;
    alter table date_shares add column relationship_id uuid;

    -- PostgreSQL analyzes partitions by itself, but not what they are together, by which it plans joins.
    create function analyze_messages() returns void language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      if (select relkind from pg_class where oid = 'messages'::regclass) = 'p' and not exists (
        select from pg_stat_user_tables where relid = 'messages'::regclass and last_analyze > now() - interval '1 day')
      then
        execute case when current_setting('server_version_num')::int >= 180000 then 'analyze only messages'
          else 'analyze messages' end;
      end if;
    end $$;
  `.execute(db);
  await partitionAtOnce(async (statement) => (await sql.raw(statement).execute(db)).rows as never);
}
