import { validate } from "uuid";
import { ageOn } from "#contract/age.ts";
import type { Context } from "#server/context.ts";
import type { Db } from "#server/db/client.ts";
import { emailKey } from "#server/modules/accounts/accounts.policy.ts";
import { type Act, note, readLog } from "#server/modules/admin/audit.service.ts";
import { countDeeds, findMember, findReportsAround, findStanding } from "#server/modules/admin/lookup.repo.ts";
import { Refusal } from "#server/modules/admin/refusal.ts";
import { linkedAccounts } from "#server/modules/identities/identities.service.ts";
import { suspensionOf } from "#server/modules/members/standing.service.ts";
import { holdingDisputes } from "#server/modules/payments/disputes.service.ts";
import { goingMemberships } from "#server/modules/payments/memberships.service.ts";
import { profileChangesOf } from "#server/modules/profiles/profile-changes.service.ts";
import { usernameKey } from "#server/modules/profiles/profiles.policy.ts";
import { recentEntries } from "#server/modules/wallet/corrections.service.ts";
import { membershipsOf } from "#server/modules/wallet/wallet.service.ts";

const ACTS_SHOWN = 20;
const ENTRIES_SHOWN = 20;
const CHANGES_SHOWN = 20;

/**
 * The member whom an operator names. What has the form of an id or of an address is nothing else: a username that looks
 * like another's address must not stand for them.
 * @throws Refusal where there is none
 */
export async function memberNamed(db: Db, name: string) {
  const found = validate(name)
    ? await findMember(db, "members.id", name)
    : name.includes("@")
      ? await findMember(db, "email_key", emailKey(name))
      : await findMember(db, "username_key", usernameKey(name));
  if (!found || found.standing === "gone") throw new Refusal(`There is no member ${name}`);
  return found;
}

/** How a member stands, what they did in numbers, their latest credits, and what was done about them. */
export async function showMember(ctx: Context, by: Act, name: string) {
  return ctx.transact(async (tx) => {
    const { id } = await memberNamed(tx, name);
    await note(tx, by, { act: "show member", target: id });
    const { email, email_verified_at, joined_at, last_active_at, born, ...member } = await findStanding(tx, id);
    const ageByDateOfBirth = born === null ? null : ageOn(born, ctx.now());
    const suspension = await suspensionOf(tx, id);
    const [membership] = await membershipsOf(tx, id);
    return {
      id,
      username: member.username,
      email,
      emailVerified: email_verified_at !== null,
      standing: member.standing,
      suspended: suspension ?? null,
      isDemo: member.is_demo,
      joinedAt: joined_at,
      lastActiveAt: last_active_at,
      age: member.age,
      dateOfBirth: born,
      ageByDateOfBirth,
      // What the profile adds to the age by the date of birth; negative where it shows less.
      ageDifference: member.age === null || ageByDateOfBirth === null ? null : member.age - ageByDateOfBirth,
      changes: (await profileChangesOf(tx, id, CHANGES_SHOWN)).map(
        ({ field, before, after, changed_at, counts_at }) => {
          return { field, before, after, changedAt: changed_at, countsAt: counts_at };
        },
      ),
      location: member.location,
      completion: member.completion,
      balance: member.balance,
      unlimitedUntil: membership?.period_end ?? null,
      memberships: await goingMemberships(tx, id),
      disputes: await holdingDisputes(tx, id),
      linked: await linkedAccounts(tx, id),
      counts: await countDeeds(tx, id),
      credits: member.wallet_id === null ? [] : await recentEntries(tx, member.wallet_id, ENTRIES_SHOWN),
      reports: await findReportsAround(tx, id),
      acts: await readLog(tx, id, ACTS_SHOWN),
    };
  });
}
