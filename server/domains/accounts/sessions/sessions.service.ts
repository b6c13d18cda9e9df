import type { ActiveSession } from "#contract/accounts/sessions.ts";
import { REAUTHENTICATION_MINUTES } from "#contract/limits.ts";
import type { Context } from "#server/context.ts";
import { hashToken, newToken, SESSIONS_MAX } from "#server/domains/accounts/accounts.policy.ts";
import { raiseLinksEpoch } from "#server/domains/accounts/accounts.repo.ts";
import { type ClientOrigin, securityEventFor } from "#server/domains/accounts/accounts.service.ts";
import { deleteEmailTokens } from "#server/domains/accounts/email/email-tokens.repo.ts";
import { recordDevice } from "#server/domains/accounts/identities/identities.service.ts";
import { recordSecurityEvent } from "#server/domains/accounts/security-events/security-events.statements.ts";
import { createSessionCache } from "#server/domains/accounts/sessions/session-cache.ts";
import {
  deleteOtherSessions,
  deleteSession,
  deleteSessionById,
  deleteSessions,
  deleteSessionsBeyond,
  findSessionsByMember,
  findSessionsByToken,
  insertSession,
  insertSuspendedSessions,
  isAuthenticatedSince,
  isSuspendedSession,
  setAuthenticated,
  touchSessions,
  unsetOtherAuthentications,
} from "#server/domains/accounts/sessions/sessions.repo.ts";
import { touchActiveDay } from "#server/domains/discovery/search/discovery.statements.ts";
import { isInGoodStanding } from "#server/domains/members/members.queries.ts";
import { touchLastActive } from "#server/domains/members/members.statements.ts";
import { AppError } from "#server/errors.ts";
import type { Db, Tx } from "#server/platform/db/client.ts";
import type { Caller } from "#server/platform/http/register-endpoint.ts";
import { createBatcher } from "#server/platform/lib/batcher.ts";
import { newId } from "#server/platform/lib/ids.ts";

const LISTED_MAX = 100;
const LOOKUP_BATCH = 500;

interface NewSession {
  readonly memberId: string;
  readonly device: string;
  readonly browserId?: string | undefined;
  readonly isNewDevice?: boolean;
}

export const deviceOf = ({ device, browserId }: ClientOrigin): Pick<NewSession, "device" | "browserId"> => ({
  device,
  browserId,
});

/**
 * Above `SESSIONS_MAX` the least recently used one ends. Needs the account's lock, so that concurrent sessions are all
 * counted.
 * @returns the token, of which only the hash is stored
 */
export async function startSession(
  ctx: Context,
  tx: Tx,
  { memberId, device, browserId, isNewDevice = false }: NewSession,
): Promise<string> {
  const token = newToken();
  const ended = await deleteSessionsBeyond(tx, memberId, SESSIONS_MAX - 1);
  for (const hash of ended) tx.afterCommit(() => ctx.realtime.disconnectSession(hash.toString("hex")));
  const session = { token_hash: hashToken(token), member_id: memberId, id: newId(), device };
  await insertSession(tx, { ...session, is_new_device: isNewDevice });
  if (browserId !== undefined) await recordDevice(ctx, tx, memberId, browserId);
  tx.emit(memberId, "settings_changed", { what: "sessions" });
  return token;
}

/** Every request looks up a session, so concurrent look-ups share a query. */
const createSessionReader = (ctx: Context) =>
  createBatcher(
    async (hashes: readonly Buffer[]) => {
      const rows = await findSessionsByToken(ctx.db, hashes);
      const byHash = new Map(rows.map((row) => [row.token_hash.toString("hex"), row]));
      return hashes.map((hash) => byHash.get(hash.toString("hex")));
    },
    LOOKUP_BATCH,
    () => false,
  );

/** Milliseconds between two writes of activity. */
const STORED_EVERY_MS = 1_000;

/**
 * Batches the writes of a second, for which no request waits. While members come back, such as in the evening, each of
 * them would be three commits otherwise. A failure is made up for by the next request.
 */
function createActivityRecorder(ctx: Context) {
  let memberIds = new Set<string>();
  let tokenHashes = new Map<string, Buffer>();
  let next: NodeJS.Timeout | undefined;

  async function store(): Promise<void> {
    next = undefined;
    if (memberIds.size === 0) return;
    next = setTimeout(() => void store(), STORED_EVERY_MS).unref();
    const [ids, hashes] = [[...memberIds], [...tokenHashes.values()]];
    [memberIds, tokenHashes] = [new Set(), new Map()];
    try {
      await Promise.all([touchSessions(ctx.db, hashes), touchLastActive(ctx.db, ids), touchActiveDay(ctx.db, ids)]);
    } catch (error) {
      ctx.log.info({ err: error }, "activity of members was not stored");
    }
  }

  return async (memberId: string, tokenHash: Buffer): Promise<void> => {
    memberIds.add(memberId);
    tokenHashes.set(tokenHash.toString("hex"), tokenHash);
    if (!next) await store();
  };
}

/** Undefined if the token is unknown or expired, or the member may not log in. */
async function readCaller(ctx: Context, tokenHash: Buffer): Promise<Caller | undefined> {
  const session = await ctx.singleton(createSessionReader)(tokenHash);
  if (!session || !isInGoodStanding(session.status)) return undefined;
  if (session.is_stale) await ctx.singleton(createActivityRecorder)(session.member_id, tokenHash);
  return { id: session.member_id, username: session.username, sessionId: tokenHash.toString("hex") };
}

/**
 * Undefined if the token is unknown or expired, or the member may not log in.
 * @param isFresh whether to look it up in the database, also if that was done within the last seconds
 */
export async function authenticate(ctx: Context, token: string, isFresh: boolean): Promise<Caller | undefined> {
  const tokenHash = hashToken(token);
  const sessionId = tokenHash.toString("hex");
  const cache = ctx.singleton(createSessionCache);
  const cached = isFresh ? undefined : cache.find(sessionId);
  return cached ?? cache.read(sessionId, () => readCaller(ctx, tokenHash));
}

export const findAuthError = async (ctx: Context, token: string): Promise<"session_suspended" | "unauthorized"> =>
  (await isSuspendedSession(ctx.db, hashToken(token))) ? "session_suspended" : "unauthorized";

const hashOf = (caller: Caller): Buffer => Buffer.from(caller.sessionId, "hex");

export async function listSessionsOf(ctx: Context, me: Caller): Promise<{ sessions: ActiveSession[] }> {
  const rows = await findSessionsByMember(ctx.db, me.id, hashOf(me), LISTED_MAX);
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

/** Disconnects their sockets and notifies the member's other devices. */
const endSessionsBy = (
  ctx: Context,
  me: Caller,
  origin: ClientOrigin,
  outcome: "ended" | "others_ended",
  deleteRows: (tx: Tx) => Promise<Buffer[]>,
): Promise<Record<never, never>> =>
  ctx.transact(async (tx) => {
    const ended = await deleteRows(tx);
    if (ended.length === 0) return {};
    for (const hash of ended) tx.afterCommit(() => ctx.realtime.disconnectSession(hash.toString("hex")));
    tx.emit(me.id, "settings_changed", { what: "sessions" });
    await recordSecurityEvent(ctx, tx, { ...securityEventFor("session", me.id, origin), outcome });
    return {};
  });

/** Idempotent. */
export const endSession = (ctx: Context, me: Caller, sessionId: string, origin: ClientOrigin) =>
  endSessionsBy(ctx, me, origin, "ended", (tx) => deleteSessionById(tx, me.id, sessionId));

/** Ends the links in the member's calendars, too. */
export const endOtherSessions = (ctx: Context, me: Caller, origin: ClientOrigin) =>
  endSessionsBy(ctx, me, origin, "others_ended", async (tx) => {
    await raiseLinksEpoch(tx, me.id);
    return deleteOtherSessions(tx, me.id, hashOf(me));
  });

/**
 * At login or by `reauthenticate`.
 * @param moreMinutes for the end of an act that began after an authentication
 * @throws AppError reauthentication_required
 */
export async function assertRecentlyAuthenticated(db: Db, me: Caller, moreMinutes = 0): Promise<void> {
  if (!(await isAuthenticatedSince(db, hashOf(me), REAUTHENTICATION_MINUTES + moreMinutes)))
    throw new AppError("reauthentication_required");
}

export async function recordAuthentication(tx: Tx, me: Caller): Promise<void> {
  if (!(await setAuthenticated(tx, hashOf(me)))) throw new AppError("unauthorized");
}

/** Authentications of other sessions by the password alone no longer count. */
export const forgetOtherAuthentications = (tx: Tx, me: Caller): Promise<void> =>
  unsetOtherAuthentications(tx, me.id, hashOf(me));

export async function logout(ctx: Context, me: Caller, origin: ClientOrigin): Promise<void> {
  await ctx.transact(async (tx) => {
    await deleteSession(tx, hashOf(me));
    tx.afterCommit(() => ctx.realtime.disconnectSession(me.sessionId));
    tx.emit(me.id, "settings_changed", { what: "sessions" });
    await recordSecurityEvent(ctx, tx, { ...securityEventFor("logout", me.id, origin), outcome: "succeeded" });
  });
}

/** Ends also the password links that would start new sessions, and the links in the member's calendars. */
export async function endAllSessions(ctx: Context, tx: Tx, memberId: string): Promise<void> {
  await raiseLinksEpoch(tx, memberId);
  await deleteSessions(tx, memberId);
  await deleteEmailTokens(tx, memberId, "reset");
  tx.afterCommit(() => ctx.realtime.disconnectMember(memberId));
}

/** The devices get `session_suspended` while the suspension lasts. */
export async function suspendSessions(ctx: Context, tx: Tx, memberId: string): Promise<void> {
  await insertSuspendedSessions(tx, memberId);
  await endAllSessions(ctx, tx, memberId);
}
