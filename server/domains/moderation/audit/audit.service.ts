import { createHash } from "node:crypto";
import type { Context } from "#server/context.ts";
import { findByIdempotencyKey } from "#server/domains/moderation/audit/audit.queries.ts";
import { insertAuditEntry } from "#server/domains/moderation/audit/audit.repo.ts";
import { CommandError } from "#server/errors.ts";
import type { Tx } from "#server/platform/db/client.ts";
import { newTimeOrderedId } from "#server/platform/lib/ids.ts";

export interface OperatorAction {
  readonly who: string;
  readonly actingAs?: string | undefined;
  readonly staffId?: string | undefined;
  readonly reason: string;
}

export const AUTOMATIC: OperatorAction = { who: "scheduler", reason: "expired" };

/** The same in each of their actions: the staff member's id, or the operator's name. */
export const actorOf = ({ who, actingAs, staffId }: Omit<OperatorAction, "reason">): string =>
  staffId ?? actingAs ?? who;

export type ActionName =
  | "show member"
  | "show report"
  | "copy report pictures"
  | "list reports"
  | "list cases"
  | "list decisions"
  | "list log"
  | "search"
  | "show case"
  | "open picture case"
  | "claim case"
  | "release case"
  | "note case"
  | "note member"
  | "decide case"
  | "undo decision"
  | "restrict"
  | "lift restrictions"
  | "decide appeal"
  | "list notices"
  | "show notice"
  | "assign notice"
  | "close notice"
  | "show verification"
  | "approve verification"
  | "refuse verification"
  | "invite staff"
  | "list staff"
  | "set staff role"
  | "reset staff"
  | "remove staff"
  | "add staff passkey"
  | "log in staff"
  | "log out staff"
  | "reauthenticate staff"
  | "change staff alerts"
  | "look at picture"
  | "list contact"
  | "show contact"
  | "answer contact"
  | "resolve contact"
  | "list newsletter"
  | "list linked"
  | "list disputes"
  | "list withdrawals"
  | "record withdrawal"
  | "retry withdrawal"
  | "pay withdrawal"
  | "resolve dispute"
  | "list jobs"
  | "list security events"
  | "retry jobs"
  | "broadcast"
  | "suspend"
  | "lift"
  | "delete"
  | "export data"
  | "send data copy"
  | "remove-second-factor"
  | "grant"
  | "refund"
  | "add image list"
  | "remove image list"
  | "check earlier images"
  | "compare stored images"
  | "migrate photos"
  | "clean photos"
  | "backup"
  | "migrate database"
  | "restore";

interface ActionRecord {
  readonly action: ActionName;
  /** The id of the member, report or other row that was acted on. */
  readonly target?: string;
  /** No personal data: entries are never deleted. */
  readonly details?: Readonly<Record<string, string | number | null>>;
}

const toRow = (
  { who, actingAs, reason, staffId }: OperatorAction,
  { action, target, details }: ActionRecord,
  idempotencyKey: string | null,
) => ({
  id: newTimeOrderedId(),
  actor: who,
  acting_as: actingAs ?? null,
  reason,
  action,
  target: target ?? null,
  details: JSON.stringify(details ?? {}),
  idempotency_key: idempotencyKey,
  staff_id: staffId ?? null,
});

/** In the transaction of the action itself. Reads of personal data are recorded, too. */
export async function recordAction(tx: Tx, by: OperatorAction, record: ActionRecord): Promise<void> {
  await insertAuditEntry(tx, toRow(by, record, null));
}

/**
 * At most once per idempotency key.
 * @returns the time of the earlier action with this key; undefined if this is the first
 * @throws CommandError if the key was used for a different action
 */
export async function recordActionOnce(
  tx: Tx,
  by: OperatorAction,
  record: ActionRecord,
  idempotencyKey: string,
): Promise<Date | undefined> {
  if (await insertAuditEntry(tx, toRow(by, record, idempotencyKey))) return undefined;
  const earlier = await findByIdempotencyKey(tx, idempotencyKey);
  const details = JSON.stringify(Object.entries(record.details ?? {}).sort());
  const isSame =
    earlier?.action === record.action &&
    earlier.target === (record.target ?? null) &&
    JSON.stringify(Object.entries(earlier.details).sort()) === details;
  if (!earlier || !isSame)
    throw new CommandError(`The id ${idempotencyKey} was used for a different command: specify another \`--id\`.`);
  return earlier.occurred_at;
}

/**
 * For lists that a page reads again by itself: one entry per key, and another if the list has changed.
 * @param ids in the list's order
 * @param key has the session, the filter and page, and the time for which one entry is enough
 */
export async function recordListAccess(
  tx: Tx,
  by: OperatorAction,
  { ids, ...record }: ActionRecord & { readonly ids: readonly string[] },
  key: string,
): Promise<void> {
  const list = createHash("sha256").update(ids.join()).digest("base64url");
  await insertAuditEntry(tx, toRow(by, { details: { count: ids.length }, ...record }, `list ${key} ${list}`));
}

/** For actions that do not run in a transaction. */
export const recordActionNow = (ctx: Context, by: OperatorAction, record: ActionRecord): Promise<void> =>
  ctx.transact((tx) => recordAction(tx, by, record));
