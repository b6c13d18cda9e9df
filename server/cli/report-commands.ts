import type { PromptAnswer } from "#contract/schemas.ts";
import { DATE_STEP_WORDS } from "#contract/training/date-rules.ts";
import {
  type DataCommand,
  formatFields,
  formatList,
  formatTable,
  formatTime,
  parseLimit,
  plain,
} from "#server/cli/command.ts";
import { formatAuditEntries } from "#server/cli/member-commands.ts";
import { listReports, showReport } from "#server/domains/moderation/operators/reports.service.ts";

const LIST_LINES = 100;
const TEXT = { type: "string" } as const;

const list: DataCommand = {
  name: "reports",
  args: [],
  options: { all: { type: "boolean" }, limit: TEXT },
  needsReason: false,
  usage: "[--all] [--limit <lines>]",
  description: "list open reports, danger and minors first, then the oldest; or all, newest first",
  async run(ctx, by, { has, option }) {
    const limit = parseLimit(option("limit"), LIST_LINES);
    const data = await listReports(ctx, by, has("all"), limit);
    const rows = data.map((report) => [
      report.id,
      formatTime(report.created_at),
      report.reason,
      `${report.reported ?? "deleted"}${report.status === "suspended" ? " (suspended)" : ""}`,
      report.reporter ?? "deleted",
      report.resolution ?? "open",
    ]);
    const lines = formatTable(
      ["report", "sent", "reason", "about", "by", "resolution"],
      rows,
      "There are no open reports.",
    );
    return { lines: formatList(lines, rows.length, limit), data };
  },
};

/** One field per line of text; only the first line has the name. */
const multilineField = (name: string, text: string): (readonly [string, string])[] =>
  (text || "-").split("\n").map((line, i) => [i === 0 ? name : "", line]);

type Shown = Awaited<ReturnType<typeof showReport>>;

function formatProfileField(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) return [typeof value === "object" ? JSON.stringify(value) : value];
  const isPrompt = (one: unknown): one is PromptAnswer => typeof one === "object" && one !== null && "question" in one;
  return value.some(isPrompt)
    ? value.filter(isPrompt).map(({ question, answer }) => `${question} ${answer}`)
    : [value.map((one) => (typeof one === "object" ? JSON.stringify(one) : one)).join(", ") || "-"];
}

const profileLines = ({ evidence: { profile } }: Shown): string[] =>
  formatFields(
    Object.entries(profile)
      .filter(([, value]) => value !== null && value !== "")
      .flatMap(([name, value]) => formatProfileField(value).map((line, i) => [i === 0 ? name : "", line] as const)),
  );

/** The name of the reported member; for a deleted account, the name in the evidence. */
const reportedName = ({ reported, evidence: { profile } }: Shown): string | undefined =>
  reported ?? (typeof profile["username"] === "string" ? profile["username"] : undefined);

function messageLines(shown: Shown): string[] {
  const { evidence, reporter_id, reporter, message_id } = shown;
  const nameOf = (id: string) =>
    id === reporter_id ? (reporter ?? "the reporter") : (reportedName(shown) ?? "the reported");
  return evidence.messages.flatMap(({ id, senderId, kind, content, createdAt, deletedAt, history = [] }) => {
    const text = kind === "image" ? `[image, message ${id}]` : plain(content);
    const deleted = deletedAt === undefined ? "" : ` [deleted ${formatTime(deletedAt)}]`;
    const steps = history.map(({ by, act, at, text: what }) => {
      const who = by === null ? "the end of their contact" : plain(nameOf(by));
      return `      ${formatTime(at)}  ${who} ${DATE_STEP_WORDS[act] ?? plain(act)}: ${plain(what)}`;
    });
    const line = `${formatTime(createdAt)}  ${plain(nameOf(senderId))}: ${text}${deleted}`;
    return [`${id === message_id ? "> " : "  "}${line}`, ...steps];
  });
}

/** @param missing in place of the path of an image that was not copied */
const formatReport = (shown: Shown, missing: string): string[] => [
  ...formatFields([
    ["report", shown.id],
    ["number", shown.code],
    ["sent", formatTime(shown.created_at)],
    ["reason", shown.reason],
    ...multilineField("details", shown.details),
    ["about", `${reportedName(shown) ?? "deleted"}, ${shown.reported_id}, ${shown.status ?? "deleted"}`],
    ["by", `${shown.reporter ?? "deleted"}, ${shown.reporter_id}`],
    ["resolution", shown.resolution ? `${shown.resolution}, ${formatTime(shown.resolved_at)}` : "open"],
  ]),
  "",
  "Profile of the reported member:",
  ...profileLines(shown),
  "",
  "Conversation:",
  ...messageLines(shown),
  "",
  ...formatTable(
    ["picture", "file"],
    shown.pictures.map(({ caption, path }) => [caption, path ?? missing]),
    "No pictures.",
  ),
  "",
];

const show: DataCommand = {
  name: "reports show",
  args: ["report"],
  options: { pictures: TEXT },
  needsReason: false,
  usage: "[--pictures <folder>]",
  description: "show a report with the reported profile and messages; --pictures copies the images to a folder",
  async run(ctx, by, { args: [id = ""], option }) {
    const data = await showReport(ctx, by, id, option("pictures"));
    const missing = option("pictures") === undefined ? "use --pictures <folder> to copy it" : "file missing";
    const lines = [...formatReport(data, missing), ...formatAuditEntries(data.actions)];
    return { lines, data };
  },
};

export const reportCommands = [list, show] as const;
