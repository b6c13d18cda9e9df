import type { Login } from "#contract/logins.ts";
import type { Context } from "#server/context.ts";
import type { Tx } from "#server/db/client.ts";
import { SESSION_DAYS } from "#server/modules/accounts/accounts.policy.ts";
import { deleteLogin, deleteOtherLogins, findLogins } from "#server/modules/accounts/logins.repo.ts";
import type { Caller } from "#server/serve.ts";

const SHOWN_MAX = 100;

const hashOf = (caller: Caller): Buffer => Buffer.from(caller.sessionId, "hex");

/** Where a member is logged in, by what their devices called themselves. */
export async function readLogins(ctx: Context, me: Caller): Promise<{ logins: Login[] }> {
  const rows = await findLogins(ctx.db, me.id, hashOf(me), { days: SESSION_DAYS, limit: SHOWN_MAX });
  const logins = rows.map(({ id: _id, device, created_at, last_used_at, is_current }) => ({
    _id,
    device: device || "Unknown device",
    createdAt: created_at.toISOString(),
    lastUsedAt: last_used_at.toISOString(),
    current: Boolean(is_current),
  }));
  return { logins };
}

/** Ends logins with their sockets, on every process, and tells the devices that are left. */
const end = (ctx: Context, me: Caller, remove: (tx: Tx) => Promise<Buffer[]>): Promise<Record<never, never>> =>
  ctx.transact(async (tx) => {
    const ended = await remove(tx);
    for (const hash of ended) tx.afterCommit(() => ctx.realtime.cutLogin(hash.toString("hex")));
    if (ended.length > 0) tx.emit(me.id, "settings_changed", { what: "logins" });
    return {};
  });

/** Ends one of a member's own logins; again is no harm. */
export const endLogin = (ctx: Context, me: Caller, loginId: string) =>
  end(ctx, me, (tx) => deleteLogin(tx, me.id, loginId));

/** Ends a member's logins but the one that asks. */
export const endOtherLogins = (ctx: Context, me: Caller) =>
  end(ctx, me, (tx) => deleteOtherLogins(tx, me.id, hashOf(me)));
