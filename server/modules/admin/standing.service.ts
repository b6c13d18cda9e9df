import { validate } from "uuid";
import type { Context } from "#server/context.ts";
import type { Tx } from "#server/db/client.ts";
import { type Letter, momentWords } from "#server/email/email-layout.ts";
import type { JobHandlers } from "#server/jobs/job-queue.ts";
import { tryEach } from "#server/lib/try-each.ts";
import { sendAccountMail } from "#server/modules/accounts/account-mail.service.ts";
import { findAddressee, suspendLogins } from "#server/modules/accounts/accounts.service.ts";
import { keepProvenAddress } from "#server/modules/accounts/recognizing.service.ts";
import { type Act, AUTOMATIC, note } from "#server/modules/admin/audit.service.ts";
import { findPairedWith } from "#server/modules/admin/lookup.repo.ts";
import { memberNamed } from "#server/modules/admin/lookup.service.ts";
import { changedLetter, liftedLetter, suspendedLetter, warnedLetter } from "#server/modules/admin/operator.emails.ts";
import { Refusal } from "#server/modules/admin/refusal.ts";
import { recordStanding } from "#server/modules/admin/standing-record.service.ts";
import { refresh } from "#server/modules/discovery/browse.service.ts";
import { banFormer, liftFormer, linkedAccounts } from "#server/modules/identities/identities.service.ts";
import {
  lift,
  type Suspending,
  servedSuspensions,
  suspend,
  suspensionOf,
  type Terms,
} from "#server/modules/members/standing.service.ts";
import { goingMemberships } from "#server/modules/payments/memberships.service.ts";
import { recordSecurityEvent } from "#server/modules/security-events/security-events.service.ts";

/** Has open screens of those who know a member ask again who is there. It tells them no more than that. */
async function tellAcquainted(tx: Tx, id: string): Promise<void> {
  for (const other of await findPairedWith(tx, id)) tx.emit(other, "discovery_invalidated", {});
}

/** Ends a suspension within a transaction, and says so. @returns the standing now, or undefined where there was none */
export async function liftIn(ctx: Context, tx: Tx, by: Act, id: string): Promise<"active" | "hidden" | undefined> {
  const standing = await lift(tx, id, by === AUTOMATIC);
  if (standing === undefined) return undefined;
  await refresh(tx, id);
  await tellAcquainted(tx, id);
  await ctx.jobs.send(tx, "mail-standing", { memberId: id, news: "lifted" });
  await note(tx, by, { act: "lift", target: id, details: { standing } });
  await recordSecurityEvent(ctx, tx, { kind: "role", outcome: "lifted", memberId: id });
  return standing;
}

/** What is wanted of a suspension that there is already: other terms, the old ones, or a word that there is one. */
export type IfSuspended = "change" | "keep" | "refuse";

/**
 * Suspends within a transaction: nobody sees the member any more, and all their logins and sockets end. A repeat changes
 * nothing. Of a member who has gone the next account is banned, where anything is kept that it could be recognized by.
 * @throws Refusal where there is no such member any more, or one who is suspended otherwise already
 */
export async function suspendIn(
  ctx: Context,
  tx: Tx,
  by: Act,
  id: string,
  { terms, ifSuspended }: { terms: Terms; ifSuspended: IfSuspended },
): Promise<Suspending> {
  const done = await suspend(tx, id, terms, ifSuspended === "change");
  if (done === undefined) {
    if (!(await banFormer(tx, id, terms.until))) throw new Refusal(`There is no member ${id}`);
    await note(tx, by, {
      act: "suspend",
      target: id,
      details: { before: "gone", until: terms.until?.toISOString() ?? null },
    });
    return { before: "gone", change: "begun" };
  }
  const { before, was, change } = done;
  if (change === "refused" && ifSuspended === "refuse")
    throw new Refusal(
      `They are suspended already, ${was?.until ? `until ${momentWords(was.until)}` : "until it is lifted"}: --change gives them other terms`,
    );
  if (change === "same" || change === "refused") return done;
  if (change === "begun") {
    await refresh(tx, id);
    await suspendLogins(ctx, tx, id);
    await keepProvenAddress(ctx, tx, id);
    await tellAcquainted(tx, id);
  }
  await ctx.jobs.send(tx, "mail-standing", { memberId: id, news: change === "begun" ? "suspended" : "changed" });
  const details = {
    before,
    until: terms.until?.toISOString() ?? null,
    ...(was && { was: was.until?.toISOString() ?? null }),
    // What they are told is no entry's: that stays for good.
    told: terms.told === "" ? "nothing" : "why",
  };
  await note(tx, by, { act: "suspend", target: id, details });
  await recordSecurityEvent(ctx, tx, { kind: "role", outcome: "suspended", memberId: id });
  return done;
}

/**
 * Suspends whom an operator names.
 * @param change whether one who is suspended already gets the new terms
 * @returns what goes on to cost them money, and other accounts of theirs that are not suspended, too @throws Refusal
 */
export const suspendMember = (ctx: Context, by: Act, name: string, until: Date | null, told = "", change = false) =>
  ctx.transact(async (tx) => {
    const { id, username } = await memberNamed(tx, name);
    const ifSuspended = change ? "change" : "refuse";
    const done = await suspendIn(ctx, tx, by, id, { terms: { until, told }, ifSuspended });
    const memberships = await goingMemberships(tx, id);
    const linked = (await linkedAccounts(tx, id)).filter((one) => ["active", "hidden"].includes(one.standing));
    return {
      id,
      username,
      standing: "suspended" as const,
      until,
      memberships,
      linked,
      change: done.change,
      was: done.was,
    };
  });

/**
 * Gives a suspended member back the standing that they had; or, by its id, takes back the ban that an account left behind
 * which has ended.
 * @throws Refusal where they are not suspended
 */
export const liftMember = (ctx: Context, by: Act, name: string) =>
  ctx.transact(async (tx) => {
    if (validate(name) && (await liftFormer(tx, name))) {
      await note(tx, by, { act: "lift", target: name, details: { standing: "gone" } });
      return { id: name, username: null, standing: "gone" as const };
    }
    const { id, username } = await memberNamed(tx, name);
    const standing = await liftIn(ctx, tx, by, id);
    if (standing === undefined) throw new Refusal(`${username} is not suspended`);
    return { id, username, standing };
  });

/** The letter with some news, or undefined where it is none any more: a suspension may be over by the time of its mail. */
async function letterWith(
  ctx: Context,
  { memberId, news }: { memberId: string; news: "warned" | "suspended" | "changed" | "lifted" },
  name: string | undefined,
): Promise<Letter | undefined> {
  const site = ctx.site();
  if (news === "warned") return warnedLetter(name, site);
  if (news === "lifted") return liftedLetter(name, site);
  const suspension = await suspensionOf(ctx.db, memberId);
  return suspension && (news === "changed" ? changedLetter : suspendedLetter)(name, site, suspension);
}

/** What is done later: suspensions that have come to their end are lifted, who has gone or come back is recorded, and members are told how they stand. */
export const standingJobs = (ctx: Context): Pick<JobHandlers, "lift" | "mail-standing"> => ({
  async lift() {
    const served = await servedSuspensions(ctx.db);
    // Who has gone is recorded whatever becomes of the others.
    await tryEach(served, (id) => ctx.transact((tx) => liftIn(ctx, tx, AUTOMATIC, id))).finally(() =>
      recordStanding(ctx),
    );
  },
  async "mail-standing"(told, id) {
    const to = await findAddressee(ctx.db, told.memberId);
    const letter = to && (await letterWith(ctx, told, to.name));
    if (!letter) return;
    await sendAccountMail(ctx, { to: to.mailbox, cause: "standing", id }, () => letter);
  },
});
