import { type Kysely, sql } from "kysely";

/** Wallets and the ledger. Entries are append-only; a trigger updates the balance. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table wallets (
      id uuid primary key,
      member_id uuid references members (id) unique,
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
      constraint ledger_entries_kind_check check (kind in ('sent', 'received', 'purchased', 'bonus', 'refund'))
    );
    create index ledger_entries_by_wallet on ledger_entries (wallet_id, id desc);

    create table welcome_claims (
      hash bytea primary key,
      claimed_at timestamptz not null default now(),
      constraint welcome_claims_hash_check check (octet_length(hash) = 32)
    );

    -- Runs with the owner's rights: the app's role may not update a balance.
    create function move_balance() returns trigger language plpgsql security definer set search_path = '' as $function$
    begin
      update public.wallets set balance = balance + new.change where id = new.wallet_id;
      return null;
    end $function$;

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

    create function refuse_ledger_change() returns trigger language plpgsql as $function$
    begin
      raise exception 'ledger entries are only ever added' using errcode = 'restrict_violation';
    end $function$;

    revoke all on function move_balance() from public;

    create trigger balance_follows_ledger before insert or update on wallets
      for each row execute function refuse_balance_change();

    create trigger ledger_is_append_only before delete or update on ledger_entries
      for each row execute function refuse_ledger_change();

    create trigger ledger_is_not_truncated before truncate on ledger_entries
      for each statement execute function refuse_ledger_change();

    create trigger ledger_moves_balance after insert on ledger_entries
      for each row when (new.change <> 0) execute function move_balance();

    -- A session that switches ordinary triggers off keeps these.
    alter table wallets enable always trigger balance_follows_ledger;
    alter table ledger_entries enable always trigger ledger_is_append_only;
    alter table ledger_entries enable always trigger ledger_is_not_truncated;
    alter table ledger_entries enable always trigger ledger_moves_balance;
  `.execute(db);
}
