import { noticeJobs } from "#server/modules/notices/notices.service.ts";
import type { TestApp } from "#server/testing/test-app.ts";

/** Does for an app without workers what the jobs of its notices do: makes them part of their members' cases. */
export async function attachNotices(app: TestApp): Promise<void> {
  const { rows } = await app.database.pool.query("select id from notices where not is_honeypot_hit");
  for (const { id } of rows) await noticeJobs(app.ctx)["attach-notice"]({ noticeId: id }, "a job");
}
