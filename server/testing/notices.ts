import { runJob } from "#server/testing/run-job.ts";
import type { TestApp } from "#server/testing/test-app.ts";

export async function attachNotices(app: TestApp): Promise<void> {
  const { rows } = await app.database.pool.query("select id from notices where not is_honeypot_hit");
  for (const { id } of rows) await runJob(app.ctx, "attach-notice", { noticeId: id }, "a job");
}
