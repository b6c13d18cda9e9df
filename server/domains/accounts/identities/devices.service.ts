import type { Context } from "#server/context.ts";
import { deleteDevicesBeyond, touchDevice } from "#server/domains/accounts/identities/devices.repo.ts";
import { DEVICE_SIGNALS_MAX, DEVICES_MAX } from "#server/domains/accounts/identities/identities.policy.ts";
import { findSuspendedOnDevice } from "#server/domains/accounts/identities/identities.queries.ts";
import type { Tx } from "#server/platform/db/client.ts";

/**
 * People share computers, at home and at the gym, so a device is a hint for operators and nothing else: it refuses,
 * suspends, blocks and merges nobody.
 */

/**
 * A suspended account on the same browser is a weak sign of fraud; many such accounts are no stronger one.
 * @param browserId random, from the browser's device cookie. Stored as a keyed hash only
 */
export async function recordDevice(ctx: Context, tx: Tx, memberId: string, browserId: string): Promise<void> {
  const device = { member_id: memberId, hash: ctx.keyedHash("identity device", browserId) };
  if (!(await touchDevice(tx, device))) return;
  await deleteDevicesBeyond(tx, memberId, DEVICES_MAX);
  for (const id of await findSuspendedOnDevice(tx, device, DEVICE_SIGNALS_MAX))
    await ctx.jobs.send(tx, "attach-fraud-signal", { memberId, source: `device:${memberId}:${id}` });
}
