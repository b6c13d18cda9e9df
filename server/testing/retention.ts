import { purgeRetained } from "#server/domains/moderation/reports/reports.service.ts";
import type { TestApp } from "#server/testing/test-app.ts";

export const retention = (app: TestApp) => {
  const query = async (sql: string, values: unknown[] = []) => (await app.database.pool.query(sql, values)).rows;
  return {
    pass: async (days: number): Promise<void> => {
      const before = `make_interval(days => ${days})`;
      for (const table of ["messages", "photos", "profiles"])
        await query(`update retained_${table} set purge_after = purge_after - ${before}`);
      await query(`update relationships set ended_at = ended_at - ${before} where ended_at is not null`);
      await query(`update suspensions set starts_at = starts_at - ${before}`);
    },
    purge: (): Promise<void> => purgeRetained(app.ctx),
    keysOf: async (id: string): Promise<string[]> =>
      (
        await query(
          `select key from retained_photos where member_id = $1
           union all select retained_messages.attachment_key from retained_messages join messages on messages.id = message_id
             where sender_id = $1 and retained_messages.attachment_key is not null`,
          [id],
        )
      ).map(({ key }) => key),
    /** In the order of the messages. */
    textsOf: async (id: string): Promise<string[]> =>
      (
        await query(
          `select retained_messages.content from retained_messages join messages on messages.id = message_id
           where sender_id = $1 and kind = 'text' order by messages.id`,
          [id],
        )
      ).map(({ content }) => content),
  };
};
