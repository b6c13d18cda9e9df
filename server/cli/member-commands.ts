import { validate } from "uuid";
import { type DataCommand, UsageError } from "#server/cli/command.ts";
import { facts, listed, moment, plain, table } from "#server/cli/output.ts";
import type { EntryRow } from "#server/modules/admin/audit.service.ts";
import { readLog } from "#server/modules/admin/audit.service.ts";
import { grant, refund } from "#server/modules/admin/credits.service.ts";
import { deleteMember } from "#server/modules/admin/delete-member.service.ts";
import { memberNamed, showMember } from "#server/modules/admin/lookup.service.ts";
import { readLinked } from "#server/modules/admin/returning.service.ts";
import { liftMember, suspendMember } from "#server/modules/admin/standing.service.ts";
import type { LinkedRow } from "#server/modules/identities/identities.service.ts";

const LOG_LINES = 50;

const TEXT = { type: "string" } as const;

/** A time in the future, or null where none is given. @throws UsageError */
export function untilOf(text: string | undefined): Date | null {
  if (text === undefined) return null;
  const isDate = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?Z)?$/.test(text);
  const at = new Date(text);
  // The 31st of February would be the 3rd of March.
  if (!isDate || Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== text.slice(0, 10))
    throw new UsageError("--until is a day such as 2027-01-31, or a time such as 2027-01-31T18:00Z");
  if (at.getTime() <= Date.now()) throw new UsageError("--until is over already");
  return at;
}

/** As much as stands in a mail without making one of its own. */
const TOLD_MAX = 500;

/** What a suspended member is told of the reason; empty where nothing is. @throws UsageError */
export function toldOf(text: string | undefined): string {
  const told = plain(text ?? "").trim();
  if (text !== undefined && told === "") throw new UsageError("--tell is what the member reads of the reason");
  if (told.length > TOLD_MAX) throw new UsageError(`--tell has ${told.length} characters, and ${TOLD_MAX} at most`);
  return told;
}

/** For how long, and what was before where it was something else. */
export function untilWords(until: Date | null, was?: { readonly until: Date | null }): string {
  const words = (at: Date | null) => (at ? `until ${moment(at)}` : "until it is lifted");
  return was ? `${words(until)}; it was ${words(was.until)}` : words(until);
}

interface Membership {
  readonly providerId: string;
  readonly ends: boolean;
  readonly periodEnd: Date;
}

const renewal = ({ providerId, ends, periodEnd }: Membership): string =>
  `${providerId}, ${ends ? "ends" : "is charged again"} ${moment(periodEnd)}`;

/** Whoever cannot log in cannot cancel what they pay for, either: the operator does. */
export const chargedLines = (memberships: readonly Membership[]): string[] =>
  memberships
    .filter(({ ends }) => !ends)
    .map((one) => `They go on to pay (membership ${renewal(one)}): cancel it in the payment provider's dashboard.`);

/** What an account is, or was, that somebody was recognized as. */
function standingWords({ standing, gone_at, reason, is_banned, banned_until }: LinkedRow): string {
  if (standing !== "gone") return is_banned ? `${standing} ${untilWords(banned_until)}` : standing;
  const why = is_banned ? `banned ${untilWords(banned_until)}` : reason;
  return `ended ${moment(gone_at)}, ${why}`;
}

const LINKED_HEAD = ["linked account", "id", "by the same", "since", "it is"];
const linkedCells = (one: LinkedRow) => [
  one.username ?? "deleted",
  one.id,
  one.kinds.join(", "),
  moment(one.since),
  standingWords(one),
];

/** A number of lines. @throws UsageError */
export function limitOf(text: string | undefined, otherwise: number): number {
  const limit = text === undefined ? otherwise : Number(text);
  if (!Number.isInteger(limit) || limit < 1 || limit > 10_000)
    throw new UsageError("--limit is a number from 1 to 10000");
  return limit;
}

/** What was done, the newest first. */
export const logLines = (entries: readonly EntryRow[]): string[] =>
  table(
    ["when", "who", "did", "to", "details", "reason"],
    entries.map(({ at, who, acting_as, act, target, username, details, reason }) => [
      moment(at),
      acting_as === null ? who : `${who} as ${acting_as}`,
      act,
      username ? `${username} ${target}` : target,
      Object.entries(details)
        .map(([name, value]) => `${name}=${value}`)
        .join(" "),
      reason,
    ]),
    "Nothing was done yet.",
  );

/** The date of birth, the age by it, and how far the age that is shown is from that. */
function bornWords({ dateOfBirth, ageByDateOfBirth, ageDifference }: Awaited<ReturnType<typeof showMember>>): string {
  if (dateOfBirth === null) return "-";
  const age = `${dateOfBirth}, ${ageByDateOfBirth} years`;
  if (ageDifference === null) return `${age}; the profile shows no age`;
  if (ageDifference === 0) return `${age}, as the profile shows`;
  return `${age}; the profile shows ${Math.abs(ageDifference)} ${ageDifference > 0 ? "more" : "less"}`;
}

const show: DataCommand = {
  name: "show",
  words: ["member"],
  options: {},
  needsReason: false,
  usage: "",
  does: "how a member stands: e-mail, standing, date of birth and changes of age and gender, credits with the entries' ids, reports, what was done",
  async run(ctx, by, { words: [name = ""] }) {
    const member = await showMember(ctx, by, name);
    const { suspended, counts, credits, reports, acts } = member;
    const lines = [
      ...facts([
        ["id", member.id],
        ["username", member.username],
        ["e-mail", `${member.email ?? "-"}${member.emailVerified ? "" : " (not confirmed)"}`],
        [
          "standing",
          suspended ? `suspended since ${moment(suspended.since)}, ${untilWords(suspended.until)}` : member.standing,
        ],
        ...(suspended?.told ? [["they were told", suspended.told] as const] : []),
        ["joined", moment(member.joinedAt)],
        ["last active", moment(member.lastActiveAt)],
        ["born", bornWords(member)],
        ["age, place", `${member.age ?? "-"}, ${member.location || "-"}`],
        ["profile", `${member.completion}% complete${member.isDemo ? ", a demo member" : ""}`],
        ["crushes left", member.balance],
        ["unlimited until", moment(member.unlimitedUntil)],
        ...member.memberships.map((one) => ["membership", renewal(one)] as const),
        ...member.disputes.map(
          (one) =>
            ["payments paused", `${one.paymentId} is disputed (${one.state}) since ${moment(one.openedAt)}`] as const,
        ),
        ...Object.entries(counts ?? {}),
      ]),
      "",
      ...table(
        ["changes", "before", "after", "counts from"],
        member.changes.map(({ field, before, after, changedAt, countsAt }) => [
          `${moment(changedAt)} ${field}`,
          before,
          after,
          moment(countsAt),
        ]),
        "Age and gender were not changed.",
      ),
      "",
      ...table(
        ["credits", "change", "for", "entry"],
        credits.map((entry) => [`${moment(entry.created_at)} ${entry.kind}`, entry.change, entry.source, entry.id]),
        "No credits.",
      ),
      "",
      ...table(
        ["reports", "reason", "came of it", "report"],
        reports.map((report) => [
          `${moment(report.created_at)} ${report.reported_id === member.id ? "of them" : "by them"}`,
          report.reason,
          report.resolution ?? "waits",
          report.id,
        ]),
        "No reports.",
      ),
      "",
      ...table(LINKED_HEAD, member.linked.map(linkedCells), "No linked accounts."),
      "",
      ...logLines(acts),
    ];
    return { lines, data: member };
  },
};

const suspend: DataCommand = {
  name: "suspend",
  words: ["member"],
  options: { until: TEXT, tell: TEXT, change: { type: "boolean" } },
  needsReason: true,
  usage: "[--until <day or time>] [--tell <what the member reads of the reason>] [--change]",
  does: "takes a member out of everybody's sight and ends their logins, until it is lifted or its time comes; they are told by mail",
  async run(ctx, by, { words: [name = ""], option, has }) {
    const [until, told] = [untilOf(option("until")), toldOf(option("tell"))];
    const data = await suspendMember(ctx, by, name, until, told, has("change"));
    const who = plain(data.username);
    const done =
      data.change === "same"
        ? `Nothing changed: ${who} is suspended ${untilWords(until)} already.`
        : `${who} is suspended ${untilWords(until, data.was)}.`;
    const linked = data.linked.map(
      (one) => `Not suspended: ${plain(one.username ?? "")} (${one.id}), by the same ${one.kinds.join(", ")}.`,
    );
    return { lines: [done, ...chargedLines(data.memberships), ...linked], data };
  },
};

const lift: DataCommand = {
  name: "lift",
  words: ["member"],
  options: {},
  needsReason: true,
  usage: "",
  does: "ends a suspension; the member stands as before it. By its id also the ban that a deleted account left",
  async run(ctx, by, { words: [name = ""] }) {
    const data = await liftMember(ctx, by, name);
    const done =
      data.username === null
        ? `The ban that the account ${data.id} left is lifted.`
        : `${plain(data.username)} is ${data.standing} again.`;
    return { lines: [done], data };
  },
};

const linked: DataCommand = {
  name: "linked",
  words: [],
  options: { limit: TEXT },
  needsReason: false,
  usage: "[--limit <lines>]",
  does: "members who were recognized by the address, card or device of another account, the latest first",
  async run(ctx, by, { option }) {
    const limit = limitOf(option("limit"), LOG_LINES);
    const data = await readLinked(ctx, by, limit);
    const rows = data.flatMap((member) =>
      member.linked.map((one) => [member.username, member.id, member.standing, ...linkedCells(one)]),
    );
    const lines = table(["member", "id", "is", ...LINKED_HEAD], rows, "Nobody was recognized.");
    return { lines: listed(lines, data.length, limit), data };
  },
};

const end: DataCommand = {
  name: "delete",
  words: ["member's id"],
  options: {},
  needsReason: true,
  usage: "",
  does: "deletes a member's account for good, as they would themselves; what reports hold is kept for a year",
  async run(ctx, by, { words: [id = ""] }) {
    const data = await deleteMember(ctx, by, id);
    return { lines: [`The account of ${plain(data.username)} is deleted.`], data };
  },
};

const give: DataCommand = {
  name: "grant",
  words: ["member", "crushes"],
  options: { id: TEXT },
  needsReason: true,
  usage: "[--id <name of this grant>]",
  does: "gives a member crushes; the same command again gives nothing more",
  async run(ctx, by, { words: [name = "", many = ""], option }) {
    const data = await grant(ctx, by, { name, crushes: Number(many), id: option("id")?.trim() || undefined });
    const had = `${plain(data.username)} has ${data.balance} now.`;
    const lines = data.since
      ? [
          `Nothing changed: this was granted at ${moment(data.since)}. ${had}`,
          "For one more, give another --reason or an --id.",
        ]
      : [`Granted ${data.crushes}. ${had}`];
    return { lines, data };
  },
};

const back: DataCommand = {
  name: "refund",
  words: ["entry"],
  options: {},
  needsReason: true,
  usage: "",
  does: "gives back what a crush or a picture cost, once; `show` lists the entries",
  async run(ctx, by, { words: [entry = ""] }) {
    const data = await refund(ctx, by, entry);
    const lines = data.since
      ? [`Nothing changed: this was given back at ${moment(data.since)}.`]
      : [`Gave back ${data.given}. The balance is ${data.balance} now.`];
    return { lines, data };
  },
};

const log: DataCommand = {
  name: "log",
  words: [],
  options: { about: TEXT, limit: TEXT },
  needsReason: false,
  usage: "[--about <member, report or other id>] [--limit <lines>]",
  does: "what operators did, and looked at, the newest first",
  async run({ db }, _by, { option }) {
    const about = option("about");
    const target = about === undefined || validate(about) ? about : (await memberNamed(db, about)).id;
    const data = await readLog(db, target, limitOf(option("limit"), LOG_LINES));
    return { lines: logLines(data), data };
  },
};

export const memberCommands = [show, linked, suspend, lift, end, give, back, log] as const;
