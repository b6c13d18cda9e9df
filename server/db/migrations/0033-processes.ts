import { type Kysely, sql } from "kysely";

/**
 * Which process has sockets of which member, so that events go only there. Unlogged, because each process writes its
 * rows again when its connection is made anew.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create unlogged table processes (
      id uuid primary key,
      -- Whether all members with sockets at the process are in connections. If not, it is sent all events.
      lists_members boolean not null,
      -- Whether the process receives what is published over Redis.
      receives_redis boolean not null,
      -- Renewed by the process. Others delete the row after this time.
      expires_at timestamptz not null
    );

    create unlogged table connections (
      member_id uuid not null,
      process_id uuid not null references processes (id) on delete cascade,
      constraint connections_pkey primary key (member_id, process_id)
    );
    create index connections_process on connections (process_id);
  `.execute(db);
}
