import { type Kysely, sql } from "kysely";

/** What jobs do for long: erasing a deleted account, with the ledger's forgetting by pages, and preparing a download. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table erasures (
      member_id uuid primary key references members (id),
      -- When a job last came further.
      active_at timestamptz not null default now(),
      -- Relationships up to this one are erased.
      relationships_through uuid
    );

    -- The download that a job has prepared, or prepares, for a member.
    create table data_copies (
      id uuid primary key,
      member_id uuid not null unique references members (id),
      -- Names the files. A job that starts again has another one.
      attempt uuid unique,
      percent smallint not null default 0,
      -- Null until the copy is ready, as is the next one.
      parts integer,
      bytes bigint,
      asked_at timestamptz not null default now(),
      -- When the job last came further.
      active_at timestamptz not null default now(),
      ready_at timestamptz,
      constraint data_copies_ready_check check ((ready_at is null) = (parts is null) and (parts is null) = (bytes is null))
    );

    alter table data_exports add column copy_id uuid references data_copies (id) on delete cascade;
  `.execute(db);
  await createForgetCounterpartsAfter(db);
}

/** As `forget_counterparts`, which the release before calls, for a page of the deleted member's entries. */
async function createForgetCounterpartsAfter(db: Kysely<never>): Promise<void> {
  await sql`
    -- Runs with the owner's rights: the app's role may not update an entry.
    create function forget_counterparts_after(deleted_id uuid, after_id uuid, many integer) returns uuid
      language plpgsql security definer set search_path = public, pg_temp as $function$
    declare
      own_id uuid;
      last_id uuid;
      sources text[];
      -- Named, so that the index by wallet, kind and source finds the entries.
      kinds constant text[] := '{sent,received,refund,returned}';
    begin
      if not exists (select from members where id = deleted_id and status = 'deleted') then
        raise exception 'the account is not deleted' using errcode = 'restrict_violation';
      end if;
      select id into own_id from wallets where member_id = deleted_id;
      select (array_agg(page.id order by page.id desc))[1],
          array_agg(distinct page.source) filter (where page.source ~ '^(crush|image):')
        into last_id, sources
        from (
          select id, source from ledger_entries
          where wallet_id = own_id and (after_id is null or id > after_id) order by id limit many
        ) as page;
      -- The crushes of other wallets have the same sources. An image has an entry of its sender only, to a match.
      update ledger_entries as theirs set other_id = null
        from ledger_entries as mine join wallets as other on other.member_id = mine.other_id
        where mine.wallet_id = own_id and mine.kind = any(kinds) and mine.source = any(sources)
          and mine.source like 'crush:%' and theirs.wallet_id = other.id and theirs.kind = any(kinds)
          and theirs.source = mine.source and theirs.other_id = deleted_id;
      update ledger_entries as theirs set other_id = null
        from wallets as other
        where other.member_id in (
            select mine.other_id from ledger_entries as mine
            where mine.wallet_id = own_id and mine.kind in ('sent', 'received') and mine.source = any(sources)
              and mine.source like 'crush:%'
            group by mine.other_id having count(*) = 2)
          and theirs.wallet_id = other.id and theirs.kind = any(kinds) and theirs.other_id = deleted_id
          and theirs.source like 'image:%';
      -- The other entries of a source may be on later pages: they are renamed with it.
      with renamed (before, source) as materialized (
        select before, split_part(before, ':', 1) || ':' || gen_random_uuid() from unnest(sources) as before
      )
      update ledger_entries as mine set other_id = null, source = renamed.source from renamed
        where mine.wallet_id = own_id and mine.kind = any(kinds) and mine.source = renamed.before;
      return last_id;
    end $function$;
  `.execute(db);
}
