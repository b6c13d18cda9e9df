import { type Kysely, sql } from "kysely";

/** Limits, secrets, and who is connected to which process. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    -- Lets a statement roll itself back: what it wrote may turn out to be more than a limit allows.
    create function refuse(reason text, about text default '') returns boolean language plpgsql as $function$
    begin
      raise exception using errcode = 'SP001', message = reason, detail = about;
    end $function$;

    create unlogged table member_usage (
      member_id uuid not null references members (id),
      kind text not null,
      count integer not null default 0,
      people bytea storage external not null default '\\x',
      ends_at timestamptz not null,
      constraint member_usage_pkey primary key (member_id, kind)
    ) with (fillfactor = 70);

    create table rate_limits (
      key bytea primary key,
      count integer not null,
      ends_at timestamptz not null,
      constraint rate_limits_key_check check (octet_length(key) = 32)
    );
    create index rate_limits_by_end on rate_limits (ends_at);

    create table secrets (
      name text primary key,
      value bytea not null
    );

    create table presence (
      socket_id text primary key,
      member_id uuid not null references members (id),
      expires_at timestamptz not null
    ) with (fillfactor = 70);
    create index presence_by_member on presence (member_id);

    -- Unlogged, because each process writes its rows again when its connection is made anew.
    create unlogged table processes (
      id uuid primary key,
      -- Whether all members with sockets at the process are in connections. If not, it is sent all events.
      lists_members boolean not null,
      -- Whether the process receives what is published over Redis.
      receives_redis boolean not null,
      -- Renewed by the process. Others delete the row after this time.
      expires_at timestamptz not null
    );

    -- Which process has sockets of which member, so that events go only there.
    create unlogged table connections (
      member_id uuid not null,
      process_id uuid not null references processes (id) on delete cascade,
      constraint connections_pkey primary key (member_id, process_id)
    );
    create index connections_process on connections (process_id);
  `.execute(db);
}
