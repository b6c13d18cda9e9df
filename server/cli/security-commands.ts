import { type DataCommand, formatList, formatTable, formatTime, parseLimit, UsageError } from "#server/cli/command.ts";
import { listSecurityEvents } from "#server/domains/moderation/operators/security-events.service.ts";

const LIST_LINES = 100;
const TEXT = { type: "string" } as const;

/** @throws UsageError */
function parseTime(option: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const at = new Date(text);
  if (!/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?Z)?$/.test(text) || Number.isNaN(at.getTime()))
    throw new UsageError(`\`${option}\` must be a day such as 2027-01-31, or a time such as 2027-01-31T18:00Z.`);
  return at;
}

const list: DataCommand = {
  name: "security-events",
  args: ["member"],
  areArgsOptional: true,
  options: { since: TEXT, until: TEXT, "network-of": TEXT, limit: TEXT },
  needsReason: false,
  usage: "[--since <time>] [--until <time>] [--network-of <event>] [--limit <lines>]",
  description:
    "list logins, rejections and account changes of 90 days, latest first; --network-of: from an event's network",
  async run(ctx, by, { args: [member], option }) {
    const limit = parseLimit(option("limit"), LIST_LINES);
    const [since, until] = [parseTime("--since", option("since")), parseTime("--until", option("until"))];
    const data = await listSecurityEvents(ctx, by, { member, networkOf: option("network-of"), since, until, limit });
    const rows = data.map((event) => [
      event.id,
      formatTime(event.occurred_at),
      event.count === 1 ? "" : `${event.count} until ${formatTime(event.last_occurred_at)}`,
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
    const head = ["event", "at", "times", "kind", "outcome", "device", "network", "subject", "member", "details"];
    return { lines: formatList(formatTable(head, rows, "There are no such events."), rows.length, limit), data };
  },
};

export const securityCommands = [list] as const;
