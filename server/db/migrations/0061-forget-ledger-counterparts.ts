import { type Kysely, sql } from "kysely";

/**
 * Lets the ledger forget who had sent whom a crush or an image once one of the two has deleted their account: tax law asks
 * for purchases. Amounts, kinds and times stay as they are, and so does what belongs together in a wallet.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create or replace function refuse_ledger_change() returns trigger language plpgsql as $function$
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
          select wallet_id, earlier.source, split_part(earlier.source, ':', 1) || ':' || gen_random_uuid() as source_after
          from ledger_entries as earlier join wallets on wallets.id = wallet_id and member_id = deleted_id
          where earlier.source ~ '^(crush|image):' group by wallet_id, earlier.source
        ) as renamed (wallet_id, source_before, source)
        where mine.wallet_id = renamed.wallet_id and mine.source = renamed.source_before;
    end $function$;
  `.execute(db);
}
