import type { LogEntry } from "#contract/moderation/audit-log.ts";
import { readsLog } from "#contract/moderation/staff-roles.ts";
import type { Context } from "#server/context.ts";
import { findLoggedActions, findLogPage, type LogRow } from "#server/domains/moderation/audit/audit.queries.ts";
import { recordListAccess } from "#server/domains/moderation/audit/audit.service.ts";
import type { StaffCaller } from "#server/domains/moderation/staff/actor.ts";
import { listAccessKey } from "#server/domains/moderation/staff/list-access.ts";
import { findAllStaff } from "#server/domains/moderation/staff/staff.queries.ts";
import { AppError } from "#server/errors.ts";

const PAGE = 50;

const presentEntry = (row: LogRow): LogEntry => ({
  _id: row.id,
  at: row.at.toISOString(),
  by: row.actingAs === null ? row.actor : `${row.actor} as ${row.actingAs}`,
  action: row.action,
  target: row.target === null ? null : { _id: row.target, kind: row.targetKind, name: row.targetName },
  reason: row.reason,
  details: Object.entries(row.details).map(([name, value]) => ({ name, value: String(value) })),
});

interface LogQuery {
  readonly by?: string | undefined;
  readonly action?: string | undefined;
  readonly about?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** Latest first. @throws AppError staff_forbidden */
export const listLog = (ctx: Context, me: StaffCaller, { cursor, limit = PAGE, ...filter }: LogQuery) => {
  if (!readsLog(me.role)) throw new AppError("staff_forbidden");
  return ctx.transact(async (tx) => {
    const { rows, nextCursor } = await findLogPage(tx, { ...filter, limit, after: cursor });
    const actions = await findLoggedActions(tx);
    const key = listAccessKey(ctx, me, ["log", filter.by, filter.action, filter.about, limit, cursor]);
    // Without the ids: each entry, this one too, changes the list.
    const record = { action: "list log", ids: [], details: { count: rows.length } } as const;
    await recordListAccess(tx, me, { ...record, ...(filter.about && { target: filter.about }) }, key);
    return { entries: rows.map(presentEntry), people: await findAllStaff(tx), actions, nextCursor };
  });
};
