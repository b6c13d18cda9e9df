import { type Insertable, type Selectable, sql } from "kysely";
import { isInGoodStandingSql } from "#server/domains/members/members.queries.ts";
import type { Db, Tx } from "#server/platform/db/client.ts";
import type { TrustedContactsTable } from "#server/platform/db/schema/trusted-contacts.ts";

export type TrustedContactRow = Selectable<TrustedContactsTable>;

/** Contacts that have said yes, or can still answer. */
export const listContacts = (db: Db, memberId: string, askedAfter: Date) =>
  db
    .selectFrom("trusted_contacts")
    .selectAll()
    .where("member_id", "=", memberId)
    .where((is) => is.or([is("state", "=", "confirmed"), is("asked_at", ">", askedAfter)]))
    .orderBy("asked_at")
    .execute();

/** A contact to ask; undefined if it was removed, or has said no to everybody meanwhile. */
export const findContactToAsk = (db: Db, id: string) =>
  db
    .selectFrom("trusted_contacts as contact")
    .innerJoin("members", "members.id", "contact.member_id")
    .innerJoin("profiles", "profiles.member_id", "contact.member_id")
    .selectAll("contact")
    .select("profiles.username")
    .where("contact.id", "=", id)
    .where("contact.state", "=", "pending")
    .where(isInGoodStandingSql("members"))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("refused_contacts as refused")
            .select("refused.refused_at")
            .whereRef("refused.address_hash", "=", "contact.address_hash")
            .where("refused.member_id", "is", null),
        ),
      ),
    )
    .executeTakeFirst();

export const insertContact = (tx: Tx, row: Insertable<TrustedContactsTable>) =>
  tx.insertInto("trusted_contacts").values(row).returningAll().executeTakeFirstOrThrow();

/** Locks a contact to ask it again. */
export const lockContactToAsk = (tx: Tx, memberId: string, id: string) =>
  tx
    .selectFrom("trusted_contacts")
    .selectAll()
    .where("id", "=", id)
    .where("member_id", "=", memberId)
    .forUpdate()
    .executeTakeFirst();

export const updateAskedAt = (tx: Tx, id: string, now: Date) =>
  tx
    .updateTable("trusted_contacts")
    .set({ asked_at: now })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Deletes questions that nobody answered in time, of one member or of all. */
export async function deleteUnanswered(tx: Tx, askedBefore: Date, memberId: string | null): Promise<void> {
  await sql`
    delete from trusted_contacts where state = 'pending' and asked_at <= ${askedBefore}
      and (${memberId}::uuid is null or member_id = ${memberId})`.execute(tx);
}

/** @returns whether it was there */
export async function deleteContact(tx: Tx, memberId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("trusted_contacts")
    .where("id", "=", id)
    .where("member_id", "=", memberId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** @returns the contact, and whether this yes was the first one; undefined if the question has ended */
export async function confirmContact(tx: Tx, tokenHash: Buffer, now: Date, askedAfter: Date) {
  const { rows } = await sql<{ id: string; member_id: string; is_new: boolean }>`
    update trusted_contacts as contact set state = 'confirmed', confirmed_at = coalesce(contact.confirmed_at, ${now})
    from (
      select id, state from trusted_contacts
      where token_hash = ${tokenHash} and (state = 'confirmed' or asked_at > ${askedAfter}) for update
    ) as earlier
    where contact.id = earlier.id returning contact.id, contact.member_id, earlier.state = 'pending' as is_new`.execute(
    tx,
  );
  return rows[0];
}

/** Whom an address does not want to be asked by: the member who did, or everybody. */
export type Refused = "member" | "everybody";

/**
 * Deletes a contact and its address, for `everybody` those of all members who have named it. What stays is who does not ask
 * it again.
 * @returns the deleted contacts
 */
export async function refuseContact(
  tx: Tx,
  which: { readonly tokenHash: Buffer } | { readonly id: string },
  now: Date,
  refused: Refused,
): Promise<{ id: string; member_id: string }[]> {
  const row = await tx
    .deleteFrom("trusted_contacts")
    .where((is) => ("id" in which ? is("id", "=", which.id) : is("token_hash", "=", which.tokenHash)))
    .returning(["id", "member_id", "address_hash"])
    .executeTakeFirst();
  if (!row) return [];
  const others =
    refused === "everybody"
      ? await tx
          .deleteFrom("trusted_contacts")
          .where("address_hash", "=", row.address_hash)
          .returning(["id", "member_id"])
          .execute()
      : [];
  const { address_hash } = row;
  const own = { address_hash, member_id: row.member_id, mailbox_hashes: mailboxesOf(row.member_id) };
  const rows = [own, ...(refused === "everybody" ? [{ address_hash, member_id: null, mailbox_hashes: null }] : [])];
  await tx
    .insertInto("refused_contacts")
    .values(rows.map((one) => ({ ...one, refused_at: now })))
    .onConflict((conflict) => conflict.columns(["address_hash", "member_id"]).doUpdateSet({ refused_at: now }))
    .execute();
  return [row, ...others];
}

/** SQL: the keyed hashes of a member's confirmed mailboxes. */
const mailboxesOf = (memberId: string) => sql<Buffer[]>`
  array(select hash from identities where identities.member_id = ${memberId} and kind = 'email')`;

/**
 * Whether an address has said no to a member, also by another account of the same mailbox that may be deleted.
 * @param memberId null for everybody
 */
export async function isRefused(tx: Tx, memberId: string | null, addressHash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    select from refused_contacts
    where address_hash = ${addressHash} and ${
      memberId === null
        ? sql`member_id is null`
        : sql`(member_id = ${memberId} or mailbox_hashes && ${mailboxesOf(memberId)})`
    }
    limit 1`.execute(tx);
  return rows.length > 0;
}

/** Locks a contact against its removal, and its answer. */
export const lockContact = (tx: Tx, memberId: string, id: string) =>
  tx
    .selectFrom("trusted_contacts")
    .select(["id", "state", "asked_at"])
    .where("id", "=", id)
    .where("member_id", "=", memberId)
    .forShare()
    .executeTakeFirst();

/** Deletes all but the refusals: for their year, they hold for the next account of the same mailbox. */
export async function deleteAllOf(tx: Tx, memberId: string): Promise<void> {
  await tx.deleteFrom("date_shares").where("member_id", "=", memberId).execute();
  await tx.deleteFrom("trusted_contacts").where("member_id", "=", memberId).execute();
  await tx
    .updateTable("refused_contacts")
    .set({ mailbox_hashes: mailboxesOf(memberId) })
    .where("member_id", "=", memberId)
    .execute();
}

/** Deletes shares a week after their page has ended, or that will never begin, and refusals after a year. */
export async function deleteOld(tx: Tx, now: Date): Promise<void> {
  await sql`
    delete from date_shares
    where withdrawn_at < ${now}::timestamptz - interval '7 days' or ends_at < ${now}::timestamptz - interval '8 days'
      or ends_at is null and created_at < ${now}::timestamptz - interval '8 days' and not exists (
        select from workout_dates as date
        where date.message_id = date_shares.message_id and date.starts_at > ${now}::timestamptz - interval '8 days')`.execute(
    tx,
  );
  await sql`delete from refused_contacts where refused_at < ${now}::timestamptz - interval '1 year'`.execute(tx);
}
