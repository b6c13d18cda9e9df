import { type Kysely, sql } from "kysely";

/**
 * Credits are a ledger: entries are only ever added, a wallet's balance is moved by the database itself when one is,
 * and by nothing else. `enable always` keeps the triggers on where a session switches ordinary ones off.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table wallets (
      id uuid primary key,
      member_id uuid unique references members (id),
      balance integer not null default 0 constraint balance_not_negative check (balance >= 0)
    )`.execute(db);
  await sql`
    create table ledger_entries (
      id uuid primary key,
      wallet_id uuid not null references wallets (id),
      kind text not null check (kind in ('sent', 'received', 'purchased', 'bonus', 'refund')),
      change integer not null,
      source text not null,
      other_id uuid references members (id),
      created_at timestamptz not null default now(),
      unique (wallet_id, kind, source)
    )`.execute(db);
  await sql`create index ledger_entries_by_wallet on ledger_entries (wallet_id, id desc)`.execute(db);

  await sql`
    create function refuse_ledger_change() returns trigger language plpgsql as $$
    begin
      raise exception 'ledger entries are only ever added' using errcode = 'restrict_violation';
    end $$`.execute(db);
  await sql`
    create trigger ledger_is_append_only before update or delete on ledger_entries
      for each row execute function refuse_ledger_change()`.execute(db);
  await sql`
    create trigger ledger_is_not_truncated before truncate on ledger_entries
      for each statement execute function refuse_ledger_change()`.execute(db);

  await sql`
    create function move_balance() returns trigger language plpgsql as $$
    begin
      update wallets set balance = balance + new.change where id = new.wallet_id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger ledger_moves_balance after insert on ledger_entries
      for each row when (new.change <> 0) execute function move_balance()`.execute(db);

  // A balance moves only from inside the trigger above, which runs one level deeper than a statement of one's own.
  await sql`
    create function refuse_balance_change() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' and new.balance <> 0 then
        raise exception 'a wallet starts empty' using errcode = 'restrict_violation';
      end if;
      if tg_op = 'UPDATE' and new.balance <> old.balance and pg_trigger_depth() < 2 then
        raise exception 'a balance moves only by a ledger entry' using errcode = 'restrict_violation';
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger balance_follows_ledger before insert or update on wallets
      for each row execute function refuse_balance_change()`.execute(db);

  for (const [table, trigger] of [
    ["ledger_entries", "ledger_is_append_only"],
    ["ledger_entries", "ledger_is_not_truncated"],
    ["ledger_entries", "ledger_moves_balance"],
    ["wallets", "balance_follows_ledger"],
  ] as const) {
    await sql`alter table ${sql.table(table)} enable always trigger ${sql.ref(trigger)}`.execute(db);
  }
}
