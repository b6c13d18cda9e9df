import { hasVisibleText } from "#contract/form-fields.ts";
import { type DataCommand, formatTime, plain, UsageError } from "#server/cli/command.ts";
import type { ChargeStop } from "#server/domains/billing/subscriptions/subscriptions.queries.ts";
import { liftMember, suspendMember } from "#server/domains/moderation/operators/suspensions.service.ts";

const TEXT = { type: "string" } as const;

/** @returns null if it is not given @throws UsageError */
function parseUntil(text: string | undefined): Date | null {
  if (text === undefined) return null;
  const isDate = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?Z)?$/.test(text);
  const at = new Date(text);
  // `Date` parses February 31 as March 3.
  if (!isDate || Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== text.slice(0, 10))
    throw new UsageError("`--until` must be a day such as 2027-01-31, or a time such as 2027-01-31T18:00Z.");
  if (at.getTime() <= Date.now()) throw new UsageError("`--until` is in the past.");
  return at;
}

const MESSAGE_MAX = 500;

/** @returns an empty text for none @throws UsageError */
function parseMemberMessage(text: string | undefined): string {
  const message = plain(text ?? "").trim();
  if (text !== undefined && !hasVisibleText(message)) throw new UsageError("`--message` must not be empty.");
  if (message.length > MESSAGE_MAX)
    throw new UsageError(`\`--message\` has ${message.length} characters; the maximum is ${MESSAGE_MAX}.`);
  return message;
}

export function formatUntil(until: Date | null, was?: { readonly until: Date | null }): string {
  const format = (at: Date | null) => (at ? `until ${formatTime(at)}` : "indefinitely");
  return was ? `${format(until)} (before: ${format(was.until)})` : format(until);
}

interface Subscription {
  readonly providerId: string;
  readonly cancelAtPeriodEnd: boolean;
  readonly periodEnd: Date;
  readonly stop: ChargeStop | null;
}

export function formatRenewal({ providerId, cancelAtPeriodEnd, periodEnd, stop }: Subscription): string {
  if (stop === "now") return `${providerId}, ends now`;
  return `${providerId}, ${cancelAtPeriodEnd || stop === "period_end" ? "ends" : "renews"} ${formatTime(periodEnd)}`;
}

const formatCharges = (subscriptions: readonly Subscription[]): string[] =>
  subscriptions.map((one) => `Subscription ${formatRenewal(one)}.`);

export const suspend: DataCommand = {
  name: "suspend",
  args: ["member"],
  options: { until: TEXT, message: TEXT, change: { type: "boolean" } },
  needsReason: true,
  usage: "--message <text> [--until <time>] [--change]",
  description: "hide a member and end their sessions; the email to the member contains --message, never --reason",
  async run(ctx, by, { args: [name = ""], option, has }) {
    const [until, memberMessage] = [parseUntil(option("until")), parseMemberMessage(option("message"))];
    if (memberMessage === "")
      throw new UsageError("`--message <text>` is required: the member reads it as the reason.");
    const data = await suspendMember(ctx, by, name, until, memberMessage, has("change"));
    const who = plain(data.username);
    const result =
      data.change === "same"
        ? `No change: ${who} is already suspended ${formatUntil(until)}.`
        : `${who} is suspended ${formatUntil(until, data.was)}.`;
    const linked = data.linked.map(
      (one) => `Not suspended: ${plain(one.username ?? "")} (${one.id}), same ${one.kinds.join(", ")}.`,
    );
    return { lines: [result, ...formatCharges(data.subscriptions), ...linked], data };
  },
};

export const lift: DataCommand = {
  name: "lift",
  args: ["member"],
  options: {},
  needsReason: true,
  usage: "",
  description: "lift a suspension and restore the former status; with the id of a deleted account, lift its ban",
  async run(ctx, by, { args: [name = ""] }) {
    const data = await liftMember(ctx, by, name);
    const result =
      data.username === null
        ? `The ban of the deleted account ${data.id} is lifted.`
        : `${plain(data.username)} is ${data.status} again.`;
    return { lines: [result], data };
  },
};
