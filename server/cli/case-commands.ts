import {
  type ActChoice,
  actChoice,
  describeUnrestored,
  MUTE_DAYS,
  RULE_KEYS,
  type RuleKey,
} from "#contract/moderation-acts.ts";
import {
  type CommandInput,
  type DataCommand,
  formatFields,
  formatList,
  formatTable,
  formatTime,
  plain,
  UsageError,
} from "#server/cli/command.ts";
import { formatUntil, parseLimit } from "#server/cli/member-commands.ts";
import { formatReport } from "#server/cli/report-commands.ts";
import type { CaseItemKind } from "#server/db/schema/cases.ts";
import { resolveMember } from "#server/modules/admin/members.service.ts";
import { findCasesOnlyOf } from "#server/modules/cases/cases.queries.ts";
import { claimCase, listCases, noteCase, noteMember, releaseCase } from "#server/modules/cases/cases.service.ts";
import { openPictureCase } from "#server/modules/image-reviews/picture-cases.service.ts";
import { type ShownCase, showCase } from "#server/modules/moderation/case-view.service.ts";
import { closeCases, decide, undoDecision } from "#server/modules/moderation/decisions.service.ts";
import { findReportIdsBy } from "#server/modules/safety/safety.queries.ts";

const LIST_LINES = 100;
const TEXT = { type: "string" } as const;
const ITEM_KINDS: readonly CaseItemKind[] = ["report", "picture_check", "notice", "appeal", "fraud", "verification"];

/** @throws UsageError */
function parseVersion({ option }: CommandInput): number {
  const version = Number(option("version"));
  if (!Number.isInteger(version) || version < 1)
    throw new UsageError("`--version <number>` is required: the version that `cases show` printed.");
  return version;
}

const ACT_HELP =
  `no_action, ask_to_change, remove_photo:<photo>, remove_picture, show_picture, unlist, require_selfie, mute:${MUTE_DAYS.join("|")}, suspend[:<time>], ` +
  "end_account, refund_crushes, lift_restrictions";

/** Parses acts such as `mute:7,unlist`. @throws UsageError */
function parseActs(text: string | undefined): ActChoice[] {
  const parse = (one: string): ActChoice => {
    const [act = "", ...rest] = one.trim().split(":");
    const value = rest.join(":");
    const until = value === "" ? null : new Date(value);
    const values: Readonly<Record<string, object>> = {
      remove_photo: { photoId: value },
      mute: { days: Number(value) },
      suspend: { until: until && !Number.isNaN(until.getTime()) ? until.toISOString() : until },
    };
    const parsed = actChoice.safeParse({ act, ...values[act] });
    if (!parsed.success || (value !== "" && !(act in values)))
      throw new UsageError(`\`--acts\` has an unknown act '${one}'. The acts are: ${ACT_HELP}.`);
    return parsed.data;
  };
  if (text === undefined || text.trim() === "") throw new UsageError("`--acts <act>[,<act>…]` is required.");
  return text.split(",").map(parse);
}

/** @throws UsageError */
function parseRule(text: string | undefined): RuleKey | undefined {
  if (text === undefined) return undefined;
  const rule = RULE_KEYS.find((key) => key === text);
  if (!rule) throw new UsageError(`\`--rule\` must be one of ${RULE_KEYS.join(", ")}.`);
  return rule;
}

/** @throws UsageError */
function parseKinds(text: string | undefined): CaseItemKind[] | undefined {
  return text?.split(",").map((one) => {
    const kind = ITEM_KINDS.find((known) => known === one.trim());
    if (!kind) throw new UsageError(`\`--kind\` must be one of ${ITEM_KINDS.join(", ")}.`);
    return kind;
  });
}

const list: DataCommand = {
  name: "cases list",
  args: [],
  options: { kind: TEXT, limit: TEXT, after: TEXT },
  needsReason: false,
  usage: "[--kind <kind>[,<kind>…]] [--limit <lines>] [--after <case>]",
  description: "list open cases by the time that is left to decide them",
  async run(ctx, by, { option }) {
    const limit = parseLimit(option("limit"), LIST_LINES);
    const options = { limit, after: option("after"), itemKinds: parseKinds(option("kind")) };
    const data = await listCases(ctx, by, options);
    const rows = data.cases.map((one) => [
      one.id,
      `${formatTime(one.dueAt)}${one.dueAt < ctx.now() ? " (overdue)" : ""}`,
      one.itemKinds.join(", "),
      one.items,
      one.score.toFixed(1),
      one.username ?? "deleted",
      one.claimedBy ?? "-",
    ]);
    const head = ["case", "due", "kinds", "items", "score", "about", "claimed by"];
    return { lines: formatList(formatTable(head, rows, "There are no open cases."), rows.length, limit), data };
  },
};

const memberLines = ({ member, decisions, otherCases, memberNotes }: ShownCase): string[] => [
  ...formatTable(
    ["restriction", "since", "until"],
    member.restrictions.map(({ kind, since, until }) => [kind, formatTime(since), formatTime(until)]),
    "The member is not restricted.",
  ),
  "",
  ...formatTable(
    ["photo", "text"],
    member.photos.map(({ id, alt }) => [id, alt || "-"]),
    "The profile has no photos.",
  ),
  "",
  ...formatTable(
    ["decision", "at", "by", "acts", "rule", "state"],
    decisions.map((one) => [
      one.id,
      formatTime(one.decidedAt),
      one.decidedBy,
      one.acts.join(", "),
      one.rule,
      one.undoneAt ? "undone" : one.undoUntil ? `can be undone until ${formatTime(one.undoUntil)}` : "stays",
    ]),
    "There are no decisions about the member.",
  ),
  "",
  ...formatTable(
    ["other case", "opened", "state"],
    otherCases.map(({ id, openedAt, state }) => [id, formatTime(openedAt), state]),
    "There are no other cases about the member.",
  ),
  "",
  ...formatTable(
    ["note about the member", "at", "by"],
    memberNotes.map(({ note, createdAt, actor }) => [note, formatTime(createdAt), actor]),
    "There are no notes about the member.",
  ),
  ...member.linked.map(
    (one) =>
      `Linked account: ${plain(one.username ?? "deleted")} (${one.id}), ${one.status}, same ${one.kinds.join(", ")}.`,
  ),
];

const NOTICES_LISTED = 20;

/** The open notices by their ids, for `notices show`. */
function noticeLines({ items }: ShownCase): string[] {
  const open = items.filter(({ kind, doneAt }) => kind === "notice" && doneAt === null);
  if (open.length === 0) return [];
  const rows = open.slice(0, NOTICES_LISTED).map(({ sourceId, attachedAt }) => [sourceId, formatTime(attachedAt)]);
  const left = open.length - rows.length;
  return [...formatTable(["notice", "since"], rows, ""), ...(left > 0 ? [`And ${left} more.`] : []), ""];
}

const show: DataCommand = {
  name: "cases show",
  args: ["case"],
  options: {},
  needsReason: false,
  usage: "",
  description: "show a case with its reports and evidence, its history, and what was decided about the member",
  async run(ctx, by, { args: [id = ""] }) {
    const data = await showCase(ctx, by, id);
    const { case: row, member, reports, appeals, events } = data;
    const status = member.suspension ? `suspended ${formatUntil(member.suspension.until)}` : member.status;
    const lines = [
      ...formatFields([
        ["case", row.id],
        ["version", row.version],
        ["state", row.state === "open" ? `open, due ${formatTime(row.due_at)}` : `closed ${formatTime(row.closed_at)}`],
        ["score", row.score.toFixed(1)],
        ["claimed by", row.claimed_by ? `${row.claimed_by} until ${formatTime(row.claimed_until)}` : "-"],
        ["about", `${member.username ?? "deleted"}, ${member.id}, ${status}`],
        ...(row.image_key ? [["picture", row.image_key] as const] : []),
      ]),
      "",
      ...reports.flatMap((report) => [
        ...formatReport(report, (caption) => `see \`reports show ${report.id} --pictures <folder>\` for ${caption}`),
        `The reporter's earlier reports: ${report.reporterRecord.upheld} right, ${report.reporterRecord.dismissed} not.`,
        "",
      ]),
      ...noticeLines(data),
      ...appeals.flatMap((appeal) => [
        `Appeal ${appeal.id} of decision ${appeal.decision_id}, ${appeal.outcome ?? "open"}:`,
        ...appeal.words.split("\n").map((line) => `  ${plain(line)}`),
        "",
      ]),
      ...memberLines(data),
      "",
      ...formatTable(
        ["history", "what", "by", "details"],
        events.map(({ at, kind, actor, note, details }) => [
          formatTime(at),
          kind,
          actor ?? "-",
          note ||
            Object.entries(details)
              .map(([name, value]) => `${name}=${value}`)
              .join(" "),
        ]),
        "No history.",
      ),
    ];
    return { lines, data };
  },
};

const claim: DataCommand = {
  name: "cases claim",
  args: ["case"],
  options: { version: TEXT },
  needsReason: false,
  usage: "--version <number>",
  description: "claim a case for 20 minutes, or extend your claim",
  async run(ctx, by, input) {
    const data = await claimCase(ctx, input.args[0] ?? "", by, parseVersion(input));
    return { lines: [`Claimed until ${formatTime(data.claimed_until)}.`], data };
  },
};

const release: DataCommand = {
  name: "cases release",
  args: ["case"],
  options: {},
  needsReason: false,
  usage: "",
  description: "end your claim of a case",
  async run(ctx, by, { args: [id = ""] }) {
    const data = await releaseCase(ctx, id, by);
    return { lines: ["Released."], data };
  },
};

const note: DataCommand = {
  name: "cases note",
  args: ["case or member", "text"],
  options: { member: { type: "boolean" } },
  needsReason: false,
  usage: "[--member]",
  description: "add a note to a case; with --member to a member, whom every case about them shows it for",
  async run(ctx, by, { args: [name = "", text = ""], has }) {
    if (!has("member")) {
      await noteCase(ctx, name, by, text);
      return { lines: ["The note is added to the case."], data: { case: name } };
    }
    const { id, username } = await resolveMember(ctx.db, name);
    await noteMember(ctx, id, by, text);
    return { lines: [`The note is added to ${plain(username)}.`], data: { member: id } };
  },
};

const decideCase: DataCommand = {
  name: "cases decide",
  args: ["case"],
  options: { version: TEXT, acts: TEXT, facts: TEXT, rule: TEXT, words: TEXT, wrong: TEXT },
  needsReason: false,
  usage:
    "--version <number> --acts <act>[,<act>…] [--facts <text>] [--rule <rule>] [--words <text>] [--wrong <report or notice>[,…]]",
  description: `decide a case; the member reads --facts and --words; --wrong are those that were not right; acts: ${ACT_HELP}`,
  async run(ctx, by, input) {
    const { args, option } = input;
    const rule = parseRule(option("rule"));
    const data = await decide(ctx, by, {
      caseId: args[0] ?? "",
      version: parseVersion(input),
      acts: parseActs(option("acts")),
      facts: option("facts") ?? "",
      words: option("words") ?? "",
      wrong: option("wrong")?.split(",") ?? [],
      ...(rule && { rule }),
    });
    const undo = data.undoUntil ? `It can be undone until ${formatTime(data.undoUntil)}.` : "It cannot be undone.";
    const what = data.isRepeated ? "No change: this decision was made before" : "Decided";
    const rest = data.isClosed ? "" : " The case stays open for what is not decided yet.";
    return { lines: [`${what}. Decision ${data.decisionId}. ${undo}${rest}`], data };
  },
};

const undo: DataCommand = {
  name: "cases undo",
  args: ["decision"],
  options: {},
  needsReason: true,
  usage: "",
  description: "take a decision back within 30 days; its case is open again, and the member is emailed",
  async run(ctx, by, { args: [id = ""] }) {
    const data = await undoDecision(ctx, by, id);
    const reopened = data.isReopened ? ` Case ${data.caseId} is open again.` : "";
    const left = data.unrestored.length > 0 ? ` ${describeUnrestored(data.unrestored)}` : "";
    return { lines: [data.isRepeated ? "No change: it was undone before." : `Undone.${reopened}${left}`], data };
  },
};

const closeAll: DataCommand = {
  name: "cases close-all",
  args: [],
  options: { "reported-by": TEXT, "dry-run": { type: "boolean" } },
  needsReason: true,
  usage: "--reported-by <member> [--dry-run]",
  description: "close without action all cases that have nothing but reports of one member",
  async run(ctx, by, { option, has }) {
    const name = option("reported-by");
    if (name === undefined) throw new UsageError("`--reported-by <member>` is required.");
    const { id } = await resolveMember(ctx.db, name);
    const cases = await findCasesOnlyOf(ctx.db, await findReportIdsBy(ctx.db, id));
    if (has("dry-run"))
      return { lines: [`Dry run: nothing was changed. ${cases.length} cases would be closed.`], data: { cases } };
    const data = await closeCases(ctx, by, cases);
    const left = data.left.map((one) => `Not closed: ${one} (something came in meanwhile).`);
    const refused = data.refused.map((one) => `Not closed: ${one.id} (${one.code}).`);
    return { lines: [`Closed ${data.closed.length} cases.`, ...left, ...refused], data };
  },
};

const picture: DataCommand = {
  name: "cases picture",
  args: ["photo or message"],
  options: {},
  needsReason: true,
  usage: "",
  description: "open a case about a photo, or about the picture of a message, by its id, to remove it with its copies",
  async run(ctx, by, { args: [id = ""] }) {
    const data = await openPictureCase(ctx, by, id);
    return { lines: [`The picture has the case ${data.caseId}.`], data };
  },
};

export const caseCommands = [list, show, picture, claim, release, note, decideCase, undo, closeAll] as const;
