import { DAY_S } from "#contract/durations.ts";
import { TRUSTED_CONTACTS_MAX } from "#contract/limits.ts";
import type { DateShare, TrustedContact } from "#contract/training/trusted-contacts.ts";
import type { Context } from "#server/context.ts";
import { hashToken, mailboxKey } from "#server/domains/accounts/accounts.policy.ts";
import { findEmailAddress } from "#server/domains/accounts/accounts.queries.ts";
import { consumeMailLimit } from "#server/domains/accounts/email/mail-limits.ts";
import { assertRateLimit, type RateLimit } from "#server/domains/accounts/rate-limits/rate-limits.statements.ts";
import { lockMemberExclusive } from "#server/domains/members/members.service.ts";
import {
  recordStatusEvent,
  recordStatusEvents,
} from "#server/domains/members/status-events/status-events.statements.ts";
import { canNotify } from "#server/domains/notifications/email/email.service.ts";
import { beginWaitingShares } from "#server/domains/training/trusted-contacts/date-shares.repo.ts";
import { emitContactsChanged } from "#server/domains/training/trusted-contacts/date-shares.service.ts";
import { contactToken } from "#server/domains/training/trusted-contacts/trusted-contact-tokens.ts";
import {
  ASK_MINUTES,
  findExpiry,
  INVITATION_DAYS,
  isPageOpen,
} from "#server/domains/training/trusted-contacts/trusted-contacts.policy.ts";
import { presentContact, presentShare } from "#server/domains/training/trusted-contacts/trusted-contacts.present.ts";
import {
  type ContactPage,
  findContactPage,
  findShares,
  type ShareRow,
} from "#server/domains/training/trusted-contacts/trusted-contacts.queries.ts";
import {
  confirmContact,
  deleteContact,
  deleteOld,
  deleteUnanswered,
  insertContact,
  isRefused,
  listContacts,
  lockContactToAsk,
  type Refused,
  refuseContact,
  type TrustedContactRow,
  updateAskedAt,
} from "#server/domains/training/trusted-contacts/trusted-contacts.repo.ts";
import { AppError } from "#server/errors.ts";
import type { Tx } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/lib/ids.ts";

const BY_MEMBER: RateLimit = { name: "trusted contact invitations", limit: 5, windowSeconds: DAY_S };
/** Per member, who can remove a contact and ask again: after a typo, but not as a reminder. */
const BY_PAIR: RateLimit = { name: "trusted contact asked again", limit: 2, windowSeconds: INVITATION_DAYS * DAY_S };
/** For all members together: nobody is asked again and again. */
const BY_ADDRESS: RateLimit = { name: "trusted contact mails", limit: 3, windowSeconds: 7 * DAY_S };

export async function listTrustedContacts(
  ctx: Context,
  memberId: string,
): Promise<{ now: string; contacts: TrustedContact[]; shares: DateShare[]; canAsk: boolean }> {
  const now = ctx.now();
  const [contacts, shares, canAsk] = await Promise.all([
    listContacts(ctx.db, memberId, findExpiry(now)),
    findShares(ctx.db, memberId),
    canNotify(ctx, memberId, "back_safe"),
  ]);
  const isOpen = ({ answer, ask_at, tell_at, told_at }: ShareRow) =>
    answer !== "back" && (ask_at ?? tell_at ?? told_at);
  // A question that comes late, as after an outage, can be answered although the page has ended.
  const shown = shares.filter((share) => !share.ends_at || isPageOpen(share.ends_at, now) || isOpen(share));
  return { now: now.toISOString(), contacts: contacts.map(presentContact), shares: shown.map(presentShare), canAsk };
}

/**
 * An address that was asked too often, or has said no to everybody, gets no mail; the answer is the same, because it
 * must not tell whether others have asked it. Needs a confirmed email: nobody is written to for a member who cannot be
 * reached.
 * @throws AppError invalid, email_unconfirmed, too_many_contacts, contact_refused, invitation_rate_limit, asked_lately,
 * unauthorized
 */
export async function addTrustedContact(
  ctx: Context,
  memberId: string,
  { name, knownAs, email }: { readonly name: string; readonly knownAs: string; readonly email: string },
): Promise<{ contact: TrustedContact }> {
  const mailbox = mailboxKey(email);
  const addressHash = ctx.keyedHash("trusted contact address", mailbox);
  return ctx.transact(async (tx) => {
    await lockMemberExclusive(tx, memberId);
    const now = ctx.now();
    await deleteUnanswered(tx, findExpiry(now), memberId);
    const known = await listContacts(tx, memberId, findExpiry(now));
    const same = known.find(({ address_hash }) => address_hash.equals(addressHash));
    if (same) return { contact: presentContact(same) };
    if (!(await findEmailAddress(tx, memberId)).verified) throw new AppError("email_unconfirmed");
    if (known.length >= TRUSTED_CONTACTS_MAX) throw new AppError("too_many_contacts");
    if (await isRefused(tx, memberId, addressHash)) throw new AppError("contact_refused");
    await assertRateLimit(ctx, tx, BY_MEMBER, "invitation_rate_limit", memberId);
    await assertRateLimit(ctx, tx, BY_PAIR, "asked_lately", memberId, mailbox);
    const id = newId();
    const token_hash = contactToken(ctx, id).hash;
    const row = {
      id,
      member_id: memberId,
      name,
      known_as: knownAs,
      email,
      address_hash: addressHash,
      token_hash,
      asked_at: now,
    };
    const contact = await insertContact(tx, row);
    await sendInvitation(ctx, tx, contact);
    return { contact: presentContact(contact) };
  });
}

/** Unless the address has refused, or got too many. */
async function sendInvitation(ctx: Context, tx: Tx, contact: TrustedContactRow): Promise<void> {
  emitContactsChanged(tx, contact.member_id);
  const isWanted = !(await isRefused(tx, null, contact.address_hash));
  if (isWanted && (await consumeMailLimit(ctx, tx, BY_ADDRESS, contact.email)).allowed)
    await ctx.jobs.send(tx, "email-trusted-contact", { mail: "invitation", contactId: contact.id });
}

/** Milliseconds in which the same question is a repeated request. */
const REPEAT_MS = 60_000;

/**
 * For another 14 days. Counts as asking. Harmless for a contact who has said yes, and if repeated.
 * @throws AppError not_found, invitation_rate_limit, asked_lately, unauthorized
 */
export async function resendInvitation(
  ctx: Context,
  memberId: string,
  contactId: string,
): Promise<{ contact: TrustedContact }> {
  return ctx.transact(async (tx) => {
    await lockMemberExclusive(tx, memberId);
    const now = ctx.now();
    const contact = await lockContactToAsk(tx, memberId, contactId);
    if (!contact || (contact.state === "pending" && contact.asked_at <= findExpiry(now)))
      throw new AppError("not_found");
    const isRepeat = now.getTime() - contact.asked_at.getTime() < REPEAT_MS;
    if (contact.state === "confirmed" || isRepeat) return { contact: presentContact(contact) };
    await assertRateLimit(ctx, tx, BY_MEMBER, "invitation_rate_limit", memberId);
    await assertRateLimit(ctx, tx, BY_PAIR, "asked_lately", memberId, mailboxKey(contact.email));
    const asked = await updateAskedAt(tx, contactId, now);
    await sendInvitation(ctx, tx, asked);
    return { contact: presentContact(asked) };
  });
}

/** With all shares. Nobody is informed. Idempotent. */
export async function removeTrustedContact(
  ctx: Context,
  memberId: string,
  contactId: string,
): Promise<Record<never, never>> {
  await ctx.transact(async (tx) => {
    await removeContact(tx, memberId, contactId);
  });
  return {};
}

/** @returns whether the contact was there */
export async function removeContact(tx: Tx, memberId: string, contactId: string): Promise<boolean> {
  if (!(await deleteContact(tx, memberId, contactId))) return false;
  await recordStatusEvent(tx, { event: "contact_removed", memberId, otherId: contactId });
  emitContactsChanged(tx, memberId);
  return true;
}

/** Undefined if the page has ended. */
export async function findContactByToken(ctx: Context, token: string): Promise<ContactPage | undefined> {
  const page = await findContactPage(ctx.db, hashToken(token));
  return page && (page.state === "confirmed" || page.asked_at > findExpiry(ctx.now())) ? page : undefined;
}

/** `no` refuses the member who asked, `never` everybody. */
export const CONTACT_ANSWERS = ["yes", "no", "never"] as const;
export type ContactAnswer = (typeof CONTACT_ANSWERS)[number];

/**
 * The first yes begins the shares that have waited for it. A no also ends what was confirmed.
 * @returns whether there was something to answer
 */
export async function answerAsContact(ctx: Context, token: string, answer: ContactAnswer): Promise<boolean> {
  const hash = hashToken(token);
  const now = ctx.now();
  return ctx.transact(async (tx) => {
    if (answer !== "yes")
      return endByContact(tx, { tokenHash: hash }, now, answer === "never" ? "everybody" : "member");
    const contact = await confirmContact(tx, hash, now, findExpiry(now));
    if (contact?.is_new) {
      const shareIds = await beginWaitingShares(tx, contact.id, now, ASK_MINUTES);
      const mails = shareIds.map((shareId) => ({ mail: "shared", shareId }) as const);
      await ctx.jobs.sendAll(tx, "email-trusted-contact", mails);
      emitContactsChanged(tx, contact.member_id);
    }
    return contact !== undefined;
  });
}

/** @returns whether there was something to answer */
export async function endByContact(
  tx: Tx,
  which: Parameters<typeof refuseContact>[1],
  now: Date,
  refused: Refused,
): Promise<boolean> {
  const ended = await refuseContact(tx, which, now, refused);
  // Each of them, because a backup may have any.
  await recordStatusEvents(
    tx,
    ended.map((one) => ({ event: "contact_refused", memberId: one.member_id, otherId: one.id, detail: refused })),
  );
  for (const one of ended) emitContactsChanged(tx, one.member_id);
  return ended.length > 0;
}

export async function purgeTrustedContacts(ctx: Context, tx: Tx): Promise<void> {
  const now = ctx.now();
  await deleteUnanswered(tx, findExpiry(now), null);
  await deleteOld(tx, now);
}
