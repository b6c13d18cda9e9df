import type { Context } from "#server/context.ts";
import type { JobHandlers } from "#server/jobs/job-queue.ts";
import { type Act, note } from "#server/modules/admin/audit.service.ts";
import { suspendIn } from "#server/modules/admin/standing.service.ts";
import { banOf, linkedAccounts, recognizedMembers } from "#server/modules/identities/identities.service.ts";
import { hasGone } from "#server/modules/members/members.service.ts";

/** What a member reads whose account is suspended because of another one of theirs. */
const TOLD = "Another account with this email address is suspended.";

/** Members who were recognized by an address, a card or a device of another account, the latest first, each with those. */
export const readLinked = (ctx: Context, by: Act, limit: number) =>
  ctx.transact(async (tx) => {
    const members = await recognizedMembers(tx, limit);
    await note(tx, by, { act: "list linked", details: { many: members.length } });
    const found = [];
    for (const member of members) found.push({ ...member, linked: await linkedAccounts(tx, member.id) });
    return found;
  });

/** What is done later: who has confirmed the address of an account that is banned is suspended for as long as that one. */
export const returningJobs = (ctx: Context): Pick<JobHandlers, "suspend-returned"> => ({
  async "suspend-returned"({ memberId, formerId }) {
    await ctx.transact(async (tx) => {
      const ban = await banOf(tx, memberId, formerId);
      if (!ban || (await hasGone(tx, memberId))) return;
      const by = { who: "the clock", reason: `The confirmed email is that of ${formerId}, which is suspended` };
      await suspendIn(ctx, tx, by, memberId, { terms: { until: ban.until, told: TOLD }, ifSuspended: "keep" });
    });
  },
});
