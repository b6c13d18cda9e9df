import { type Kysely, sql } from "kysely";

/** Wallets and the ledger. Entries are append-only; a trigger updates the balance. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table wallets (
      id uuid primary key,
      member_id uuid unique references members (id),
      balance integer not null default 0,
      constraint wallets_balance_not_negative check (balance >= 0)
    );

    create table ledger_entries (
      id uuid primary key,
      wallet_id uuid not null references wallets (id),
      kind text not null,
      change integer not null,
      source text not null,
      other_id uuid references members (id),
      created_at timestamptz not null default now(),
      constraint ledger_entries_wallet_id_kind_source_key unique (wallet_id, kind, source),
      constraint ledger_entries_kind_check
        check (kind in ('sent', 'received', 'purchased', 'bonus', 'refund', 'withdrawal', 'returned'))
    );
    create index ledger_entries_by_wallet on ledger_entries (wallet_id, id desc);
    -- A crush is given back once, whether it was refunded or never opened.
    create unique index ledger_entries_one_way_back on ledger_entries (wallet_id, source)
      where kind in ('refund', 'returned') and source like 'crush:%';

    create table welcome_claims (
      hash bytea primary key,
      claimed_at timestamptz not null default now(),
      constraint welcome_claims_hash_check check (octet_length(hash) = 32)
    );
  `.execute(db);
  await createBalance(db);
  await createAppendOnly(db);
  await createForgetCounterparts(db);
}

async function createBalance(db: Kysely<never>): Promise<void> {
  await sql`
    -- Runs with the owner's rights: the app's role may not update a balance.
    create function move_balance() returns trigger language plpgsql security definer set search_path = '' as $function$
    begin
      update public.wallets set balance = balance + new.change where id = new.wallet_id;
      return null;
    end $function$;
    revoke all on function move_balance() from public;

    create function refuse_balance_change() returns trigger language plpgsql as $function$
    begin
      if tg_op = 'INSERT' and new.balance <> 0 then
        raise exception 'a wallet starts empty' using errcode = 'restrict_violation';
      end if;
      if tg_op = 'UPDATE' and new.balance <> old.balance and pg_trigger_depth() < 2 then
        raise exception 'a balance moves only by a ledger entry' using errcode = 'restrict_violation';
      end if;
      return new;
    end $function$;

    create trigger ledger_moves_balance after insert on ledger_entries
      for each row when (new.change <> 0) execute function move_balance();
    create trigger balance_follows_ledger before insert or update on wallets
      for each row execute function refuse_balance_change();

    -- A session that switches ordinary triggers off keeps these.
    alter table ledger_entries enable always trigger ledger_moves_balance;
    alter table wallets enable always trigger balance_follows_ledger;
  `.execute(db);
}

/**
 * Entries never change, but the ledger may forget with whom a crush or an image was exchanged: tax law asks for
 * purchases. Amounts, kinds and times stay as they are, and so does what belongs together in a wallet.
 */
async function createAppendOnly(db: Kysely<never>): Promise<void> {
  await sql`
    create function refuse_ledger_change() returns trigger language plpgsql as $function$
    begin
      if tg_op = 'UPDATE' then
        if old.source ~ '^(crush|image):' and new.other_id is null
          and split_part(new.source, ':', 1) = split_part(old.source, ':', 1)
          and (new.id, new.wallet_id, new.kind, new.change, new.created_at)
            = (old.id, old.wallet_id, old.kind, old.change, old.created_at) then
          return new;
        end if;
      end if;
      raise exception 'ledger entries are only ever added' using errcode = 'restrict_violation';
    end $function$;

    create trigger ledger_is_append_only before delete or update on ledger_entries
      for each row execute function refuse_ledger_change();
    create trigger ledger_is_not_truncated before truncate on ledger_entries
      for each statement execute function refuse_ledger_change();

    -- A session that switches ordinary triggers off keeps these.
    alter table ledger_entries enable always trigger ledger_is_append_only;
    alter table ledger_entries enable always trigger ledger_is_not_truncated;
  `.execute(db);
}

/** Forgets who had sent whom a crush or an image, once one of the two has deleted their account. */
async function createForgetCounterparts(db: Kysely<never>): Promise<void> {
  await sql`
    -- Runs with the owner's rights: the app's role may not update an entry.
    create function forget_counterparts(deleted_id uuid) returns void
      language plpgsql security definer set search_path = public, pg_temp as $function$
    begin
      if not exists (select from members where id = deleted_id and status = 'deleted') then
        raise exception 'the account is not deleted' using errcode = 'restrict_violation';
      end if;
      -- The crushes of other wallets have the same sources. An image has an entry of its sender only, to a match.
      update ledger_entries as theirs set other_id = null
        from ledger_entries as mine
        join wallets on wallets.id = mine.wallet_id and wallets.member_id = deleted_id
        join wallets as other on other.member_id = mine.other_id
        where mine.source like 'crush:%' and theirs.wallet_id = other.id and theirs.source = mine.source
          and theirs.other_id = deleted_id;
      update ledger_entries as theirs set other_id = null
        from wallets as other
        where other.member_id in (
            select mine.other_id from ledger_entries as mine
            join wallets on wallets.id = mine.wallet_id and wallets.member_id = deleted_id
            where mine.source like 'crush:%' and mine.kind in ('sent', 'received')
            group by mine.other_id having count(*) = 2)
          and theirs.wallet_id = other.id and theirs.other_id = deleted_id and theirs.source like 'image:%';
      update ledger_entries as mine set other_id = null, source = renamed.source
        from (
          select wallet_id, earlier.source, split_part(earlier.source, ':', 1) || ':' || gen_random_uuid()
          from ledger_entries as earlier join wallets on wallets.id = wallet_id and member_id = deleted_id
          where earlier.source ~ '^(crush|image):' group by wallet_id, earlier.source
        ) as renamed (wallet_id, source_before, source)
        where mine.wallet_id = renamed.wallet_id and mine.source = renamed.source_before;
    end $function$;
  `.execute(db);
}
