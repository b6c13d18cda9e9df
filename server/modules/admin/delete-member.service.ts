import { validate } from "uuid";
import type { Context } from "#server/context.ts";
import { endAccount } from "#server/modules/account-deletion/account-deletion.service.ts";
import { type Act, note } from "#server/modules/admin/audit.service.ts";
import { memberNamed } from "#server/modules/admin/lookup.service.ts";
import { Refusal } from "#server/modules/admin/refusal.ts";

/**
 * Deletes a member's account as they would themselves: for whoever asks and cannot log in, for minors, and for those who came
 * back with a backup. There is no way back, so it takes an id, which nobody types by mistake.
 * @throws Refusal where there is no such member any more
 */
export const deleteMember = async (ctx: Context, by: Act, id: string) => {
  if (!validate(id)) throw new Refusal("Whom you delete you name by their id: `show` has it");
  return ctx.transact(async (tx) => {
    const { username } = await memberNamed(tx, id);
    await endAccount(ctx, tx, id, undefined);
    await note(tx, by, { act: "delete", target: id });
    return { id, username };
  });
};
