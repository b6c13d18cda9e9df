import type { ActiveSession } from "#contract/sessions.ts";
import type { Context } from "#server/context.ts";
import type { Tx } from "#server/db/client.ts";
import type { Caller } from "#server/http/register-endpoint.ts";
import { eventOf, type Origin } from "#server/modules/accounts/accounts.service.ts";
import { deleteLogin, deleteOtherLogins, findLogins } from "#server/modules/accounts/logins.repo.ts";
import { recordSecurityEvent } from "#server/modules/security-events/security-events.service.ts";

const SHOWN_MAX = 100;

const hashOf = (caller: Caller): Buffer => Buffer.from(caller.sessionId, "hex");

/** Where a member is logged in, by what their devices called themselves. */
export async function readLogins(ctx: Context, me: Caller): Promise<{ sessions: ActiveSession[] }> {
  const rows = await findLogins(ctx.db, me.id, hashOf(me), SHOWN_MAX);
  const sessions = rows.map(({ id: _id, device, created_at, last_used_at, is_current, is_new_device }) => ({
    _id,
    device: device || "Unknown device",
    createdAt: created_at.toISOString(),
    lastUsedAt: last_used_at.toISOString(),
    current: Boolean(is_current),
    newDevice: is_new_device,
  }));
  return { sessions };
}

/** Ends sessions with their sockets, on every process, and tells the devices that are left. */
const end = (
  ctx: Context,
  me: Caller,
  origin: Origin,
  outcome: "ended" | "others_ended",
  remove: (tx: Tx) => Promise<Buffer[]>,
): Promise<Record<never, never>> =>
  ctx.transact(async (tx) => {
    const ended = await remove(tx);
    if (ended.length === 0) return {};
    for (const hash of ended) tx.afterCommit(() => ctx.realtime.cutLogin(hash.toString("hex")));
    tx.emit(me.id, "settings_changed", { what: "sessions" });
    await recordSecurityEvent(ctx, tx, { ...eventOf("session", me.id, origin), outcome });
    return {};
  });

/** Ends one of a member's own logins; again is no harm. */
export const endLogin = (ctx: Context, me: Caller, loginId: string, origin: Origin) =>
  end(ctx, me, origin, "ended", (tx) => deleteLogin(tx, me.id, loginId));

/** Ends a member's logins but the one that asks. */
export const endOtherLogins = (ctx: Context, me: Caller, origin: Origin) =>
  end(ctx, me, origin, "others_ended", (tx) => deleteOtherLogins(tx, me.id, hashOf(me)));
