import { type DataCommand, UsageError } from "#server/cli/command.ts";
import { limitOf } from "#server/cli/member-commands.ts";
import { listed, moment, table } from "#server/cli/output.ts";
import { readSecurityEvents } from "#server/modules/admin/security.service.ts";

const LIST_LINES = 100;
const TEXT = { type: "string" } as const;

/** A day or a time. @throws UsageError */
function timeOf(option: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const at = new Date(text);
  if (!/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?Z)?$/.test(text) || Number.isNaN(at.getTime()))
    throw new UsageError(`${option} is a day such as 2027-01-31, or a time such as 2027-01-31T18:00Z`);
  return at;
}

const list: DataCommand = {
  name: "security-events",
  words: ["member"],
  mayLackWords: true,
  options: { since: TEXT, until: TEXT, "network-of": TEXT, limit: TEXT },
  needsReason: false,
  usage: "[--since <time>] [--until <time>] [--network-of <event>] [--limit <lines>]",
  does: "logins, refusals and changes of accounts of the last 90 days, the latest first: a member's, or all; with --network-of those from the network of an event",
  async run(ctx, by, { words: [member], option }) {
    const limit = limitOf(option("limit"), LIST_LINES);
    const [since, until] = [timeOf("--since", option("since")), timeOf("--until", option("until"))];
    const data = await readSecurityEvents(ctx, by, { member, networkOf: option("network-of"), since, until, limit });
    const rows = data.map((event) => [
      event.id,
      moment(event.at),
      event.count === 1 ? "" : `${event.count} until ${moment(event.last_at)}`,
      event.kind,
      event.outcome,
      event.device,
      event.network,
      event.subject,
      member === undefined ? event.member_id : "",
      Object.entries(event.details)
        .map(([name, value]) => `${name}=${value}`)
        .join(" "),
    ]);
    const head = ["event", "at", "times", "kind", "outcome", "device", "network", "tried", "member", "details"];
    return { lines: listed(table(head, rows, "There is no such event."), rows.length, limit), data };
  },
};

export const securityCommands = [list] as const;
