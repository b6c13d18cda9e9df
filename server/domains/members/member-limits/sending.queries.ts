import { type RawBuilder, sql } from "kysely";
import type { Config } from "#server/config.ts";
import { isFirstDaySql } from "#server/domains/members/members.queries.ts";
import { isRestrictedSql } from "#server/domains/moderation/restrictions/restrictions.queries.ts";
import type { Db } from "#server/platform/db/client.ts";

/** The settings that decide who may send how much. */
export type SendingRules = Pick<Config, "rateLimits" | "smtpUrl">;

/**
 * SQL condition: the member has to confirm their address first, as anyone after their first day, or invented addresses
 * would bring free crushes without end. Without a mail server nobody could.
 */
const isUnconfirmedSql = ({ smtpUrl }: SendingRules, memberId: RawBuilder<string>): RawBuilder<boolean> =>
  smtpUrl === undefined
    ? sql`false`
    : sql`exists (
        select from members join accounts on accounts.member_id = members.id
        where members.id = ${memberId} and email_verified_at is null and not is_demo and not ${isFirstDaySql})`;

/** SQL condition: the member may send messages, attachments and crushes, as `assertMaySend` says. @param memberId SQL expression */
export const maySendSql = (config: SendingRules, memberId: RawBuilder<string>): RawBuilder<boolean> => sql`(
  not ${isRestrictedSql(memberId, "messaging")} and not ${isUnconfirmedSql(config, memberId)})`;

/** Whether the member has to confirm their address before they send anything. */
export async function findUnconfirmed(config: SendingRules, db: Db, memberId: string): Promise<boolean> {
  const { rows } = await sql<{ isUnconfirmed: boolean }>`
    select ${isUnconfirmedSql(config, sql`${memberId}::uuid`)} as "isUnconfirmed"`.execute(db);
  return rows[0]?.isUnconfirmed === true;
}
