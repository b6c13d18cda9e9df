import { readAuditLog } from "#server/modules/admin/audit.service.ts";
import type { TestApp } from "#server/testing/test-app.ts";

/** The operator actions on a member, the latest first. */
export const findAuditedActions = async ({ ctx }: TestApp, id: string): Promise<string[]> =>
  (await readAuditLog(ctx.db, id, 50)).map(({ action }) => action);
