import { createHash } from "node:crypto";
import type { Context } from "#server/context.ts";
import type { StaffCaller } from "#server/modules/staff/staff-login.service.ts";

const HOUR_MS = 3_600_000;

/**
 * The key of a look at a list; see `recordLook`. An open page reads its list each minute, which would bury in the audit log
 * what a person did. The same list is recorded once an hour for each session, and one that has changed at once. The server
 * decides that: nothing that a browser sends can hide a look.
 * @param list what is looked at, with its filter and page
 */
export function lookKey(
  ctx: Context,
  { tokenHash }: StaffCaller,
  list: readonly (string | number | undefined)[],
): string {
  const hour = Math.floor(ctx.now().getTime() / HOUR_MS);
  return createHash("sha256")
    .update(tokenHash)
    .update(JSON.stringify([hour, ...list]))
    .digest("base64url");
}
