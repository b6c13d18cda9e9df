import { validate } from "uuid";
import type { Context } from "#server/context.ts";
import { type Act, note } from "#server/modules/admin/audit.service.ts";
import { memberNamed } from "#server/modules/admin/lookup.service.ts";
import { Refusal } from "#server/modules/admin/refusal.ts";
import { type EventRow, listSecurityEvents } from "#server/modules/security-events/security-events.service.ts";

/** Which security events an operator wants to see; all conditions hold at once. */
export interface EventsWanted {
  /** Id, username or e-mail of a member; by id also one whose account was deleted. */
  readonly member: string | undefined;
  /** Id of an event: only events from the same network are listed. */
  readonly networkOf: string | undefined;
  readonly since: Date | undefined;
  readonly until: Date | undefined;
  readonly limit: number;
}

/** Lists security events, newest first, and writes the look to the audit log. @throws Refusal */
export const readSecurityEvents = (ctx: Context, by: Act, { member, ...filter }: EventsWanted): Promise<EventRow[]> =>
  ctx.transact(async (tx) => {
    if (filter.networkOf !== undefined && !validate(filter.networkOf))
      throw new Refusal(`There is no event ${filter.networkOf}`);
    // Events outlive the account.
    const memberId = member === undefined || validate(member) ? member : (await memberNamed(tx, member)).id;
    const events = await listSecurityEvents(tx, { memberId, ...filter });
    await note(tx, by, {
      act: "list security events",
      ...(memberId !== undefined && { target: memberId }),
      details: { many: events.length, ...(filter.networkOf !== undefined && { networkOf: filter.networkOf }) },
    });
    return events;
  });
