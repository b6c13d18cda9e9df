import { validate } from "uuid";
import type { Context } from "#server/context.ts";
import { type EventRow, findSecurityEvents } from "#server/domains/accounts/security-events/security-events.queries.ts";
import { type OperatorAction, recordAction } from "#server/domains/moderation/audit/audit.service.ts";
import { resolveMember } from "#server/domains/moderation/operators/members.service.ts";
import { CommandError } from "#server/errors.ts";

/** Conditions are combined with AND. */
export interface SecurityEventFilter {
  /** Id, username or email address; by id also a deleted member. */
  readonly member: string | undefined;
  readonly networkOf: string | undefined;
  readonly since: Date | undefined;
  readonly until: Date | undefined;
  readonly limit: number;
}

/** Newest first. @throws CommandError */
export const listSecurityEvents = (
  ctx: Context,
  by: OperatorAction,
  { member, ...filter }: SecurityEventFilter,
): Promise<EventRow[]> =>
  ctx.transact(async (tx) => {
    if (filter.networkOf !== undefined && !validate(filter.networkOf))
      throw new CommandError(`Event ${filter.networkOf} was not found.`);
    // An id is not looked up: events outlive the account.
    const memberId = member === undefined || validate(member) ? member : (await resolveMember(tx, member)).id;
    const events = await findSecurityEvents(tx, { memberId, ...filter });
    await recordAction(tx, by, {
      action: "list security events",
      ...(memberId !== undefined && { target: memberId }),
      details: { count: events.length, ...(filter.networkOf !== undefined && { networkOf: filter.networkOf }) },
    });
    return events;
  });
