import type { Context } from "#server/context.ts";
import { recordIdentity } from "#server/modules/identities/identities.service.ts";
import { lockPresent } from "#server/modules/members/members.service.ts";
import { shareHolds } from "#server/modules/payments/holds.service.ts";
import { shareBlocks } from "#server/modules/relationships/relationships.service.ts";

/**
 * Stores by which card a member has paid, as a keyed hash. Blocks against any account that paid by it, and holds of their
 * payments, apply to all. The blocks that these have made do not: a card may be lent, and they would tell of others.
 * @param card what the provider knows it by
 */
export const recordCard = (ctx: Context, memberId: string, card: string): Promise<void> =>
  ctx.transact(async (tx) => {
    // An account that has ended is recognized by what was known of it until then.
    if (!(await lockPresent(tx, [memberId])).has(memberId)) return;
    const others = await recordIdentity(ctx, tx, memberId, "card", card);
    if (others.length === 0) return;
    const ids = [memberId, ...others.map(({ id }) => id)];
    await shareBlocks(tx, ids, false);
    await shareHolds(ctx, tx, ids);
  });
