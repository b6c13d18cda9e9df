import { createHash } from "node:crypto";
import { HOUR_MS } from "#contract/durations.ts";
import type { Context } from "#server/context.ts";
import type { StaffCaller } from "#server/domains/moderation/staff/actor.ts";

/**
 * An open page reads its list each minute, which would bury in the audit log the person's own acts. The same list is
 * recorded once an hour per session, and a changed one at once. The server decides that, so that a browser can hide no
 * access.
 * @param list the kind of list, with its filter and page
 */
export function listAccessKey(
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
