import type { Context } from "#server/context.ts";
import type { Tx } from "#server/db/client.ts";
import { AppError } from "#server/errors.ts";
import type { Caller } from "#server/http/register-endpoint.ts";
import {
  deleteAccount,
  deleteSessions,
  findAccountById,
  lockPassword,
} from "#server/modules/accounts/accounts.repo.ts";
import { eventOf, type Origin } from "#server/modules/accounts/accounts.service.ts";
import { deleteEmailChange } from "#server/modules/accounts/email-change.repo.ts";
import { deleteAllLinks } from "#server/modules/accounts/links.repo.ts";
import { type Attempt, admitPassword } from "#server/modules/accounts/login-throttle.ts";
import { isPassword } from "#server/modules/accounts/passwords.ts";
import { recordRefusal } from "#server/modules/security-events/security-events.service.ts";

interface Asked {
  readonly password: string;
  /** The form's field that it was in. */
  readonly field: string;
  readonly origin: Origin;
}

/** A password that was right when it was looked at. */
export interface Checked {
  /** To be looked at again under the account's lock. */
  readonly passwordHash: string;
  readonly attempt: Attempt;
}

/**
 * Checks the password of somebody who is logged in. Whatever it is wanted for, tries of a session are counted together.
 * @throws AppError wrong_password, rate_limited, server_busy
 */
export async function checkPassword(ctx: Context, me: Caller, { password, field, origin }: Asked): Promise<Checked> {
  const account = await findAccountById(ctx.db, me.id);
  const wrong = () => AppError.field("wrong_password", field);
  if (!account) throw wrong();
  const attempt = await admitPassword(ctx, me.sessionId);
  if (!(await isPassword(password, account.password_hash))) {
    await recordRefusal(ctx, { ...eventOf("password", me.id, origin), outcome: "wrong_password" });
    throw wrong();
  }
  return { passwordHash: account.password_hash, attempt };
}

/**
 * Takes away all by which a member who goes can log in, and ends their logins with their sockets, at every process. Who has
 * just logged in is logged out, and who is about to is refused.
 * @param checked the password's hash as it was when it was asked for; undefined where nobody was asked
 * @throws AppError wrong_password, where it was changed meanwhile
 */
export async function forgetAccount(
  ctx: Context,
  tx: Tx,
  memberId: string,
  checked: string | undefined,
): Promise<void> {
  await deleteAllLinks(tx, memberId);
  await deleteEmailChange(tx, memberId);
  // Held until the end, so that a login comes before, and ends here, or after.
  const held = checked ?? (await findAccountById(tx, memberId))?.password_hash;
  if (held !== undefined && !(await lockPassword(tx, memberId, held)))
    throw AppError.field("wrong_password", "password");
  await deleteSessions(tx, memberId);
  await deleteAccount(tx, memberId);
  await ctx.jobs.forget(tx, memberId);
  tx.afterCommit(() => ctx.realtime.cutMember(memberId));
}
