import type { Context } from "#server/context.ts";
import type { Tx } from "#server/db/client.ts";
import {
  deleteDevicesBeyond,
  deleteDevicesOf,
  deleteOldDevices,
  touchDevice,
} from "#server/modules/identities/devices.repo.ts";
import { DEVICE_DAYS, DEVICE_SIGNALS_MAX, DEVICES_MAX } from "#server/modules/identities/identities.policy.ts";
import { findSuspendedOnDevice } from "#server/modules/identities/identities.queries.ts";

/**
 * The browsers on which a member has logged in. People share computers, at home and at the gym, so a device is a hint
 * for operators and nothing else: it refuses, suspends, blocks and merges nobody.
 */

/**
 * Records a login on a browser. If a suspended account has logged in there, too, that is a weak sign of fraud;
 * a browser of many such accounts is no stronger one.
 * @param browserId random, from the browser's device cookie. Stored as a keyed hash only
 */
export async function recordDevice(ctx: Context, tx: Tx, memberId: string, browserId: string): Promise<void> {
  const device = { member_id: memberId, hash: ctx.keyedHash("identity device", browserId) };
  if (!(await touchDevice(tx, device))) return;
  await deleteDevicesBeyond(tx, memberId, DEVICES_MAX);
  for (const id of await findSuspendedOnDevice(tx, device, DEVICE_SIGNALS_MAX))
    await ctx.jobs.send(tx, "attach-fraud-signal", { memberId, source: `device:${memberId}:${id}` });
}

export const forgetDevices = (tx: Tx, memberId: string): Promise<void> => deleteDevicesOf(tx, memberId);

/** Deletes browsers that were not used for `DEVICE_DAYS`, for the hourly cleanup. */
export const purgeOldDevices = (tx: Tx): Promise<void> => deleteOldDevices(tx, DEVICE_DAYS);
