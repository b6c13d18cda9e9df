import { readLog } from "#server/modules/admin/audit.service.ts";
import type { TestApp } from "#server/testing/test-app.ts";

/** What operators did to a member, the latest first. */
export const actsOn = async ({ ctx }: TestApp, id: string): Promise<string[]> =>
  (await readLog(ctx.db, id, 50)).map(({ act }) => act);
