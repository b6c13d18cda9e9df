import type { PromptAnswer } from "#contract/schemas.ts";
import { type DataCommand, UsageError } from "#server/cli/command.ts";
import { chargedLines, limitOf, logLines, toldOf, untilOf, untilWords } from "#server/cli/member-commands.ts";
import { facts, listed, moment, plain, table } from "#server/cli/output.ts";
import type { Resolution } from "#server/db/schema/admin.ts";
import { readReports, resolveReport, showReport } from "#server/modules/admin/reports.service.ts";

const LIST_LINES = 100;
const TEXT = { type: "string" } as const;
const ACTIONS: readonly Resolution[] = ["none", "warned", "suspended"];

const isAction = (text: string | undefined): text is Resolution => ACTIONS.some((action) => action === text);

const list: DataCommand = {
  name: "reports",
  words: [],
  options: { all: { type: "boolean" }, limit: TEXT },
  needsReason: false,
  usage: "[--all] [--limit <lines>]",
  does: "the reports that wait, danger and minors first, then the oldest; or all, the newest first",
  async run(ctx, by, { has, option }) {
    const limit = limitOf(option("limit"), LIST_LINES);
    const data = await readReports(ctx, by, has("all"), limit);
    const rows = data.map((report) => [
      report.id,
      moment(report.created_at),
      report.reason,
      `${report.reported ?? "deleted"}${report.standing === "suspended" ? " (suspended)" : ""}`,
      report.reporter ?? "deleted",
      report.resolution ?? "waits",
    ]);
    const lines = table(["report", "sent", "reason", "about", "by", "came of it"], rows, "No report waits.");
    return { lines: listed(lines, rows.length, limit), data };
  },
};

/** What was written in lines, with their name before the first. */
const paragraphs = (name: string, text: string): (readonly [string, string])[] =>
  (text || "-").split("\n").map((line, i) => [i === 0 ? name : "", line]);

type Shown = Awaited<ReturnType<typeof showReport>>;

/** What somebody showed, as people read it: a list in one line, each prompt with its answer in one of its own. */
function shownAs(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) return [typeof value === "object" ? JSON.stringify(value) : value];
  const isPrompt = (one: unknown): one is PromptAnswer => typeof one === "object" && one !== null && "question" in one;
  return value.some(isPrompt)
    ? value.filter(isPrompt).map(({ question, answer }) => `${question} ${answer}`)
    : [value.map((one) => (typeof one === "object" ? JSON.stringify(one) : one)).join(", ") || "-"];
}

const profileLines = ({ evidence: { profile } }: Shown): string[] =>
  facts(
    Object.entries(profile)
      .filter(([, value]) => value !== null && value !== "")
      .flatMap(([name, value]) => shownAs(value).map((line, i) => [i === 0 ? name : "", line] as const)),
  );

/** The name of the reported member; of a deleted account the one that is kept with the report. */
const reportedName = ({ reported, evidence: { profile } }: Shown): string | undefined =>
  reported ?? (typeof profile["username"] === "string" ? profile["username"] : undefined);

function messageLines(shown: Shown): string[] {
  const { evidence, reporter_id, reporter, message_id } = shown;
  const nameOf = (id: string) =>
    id === reporter_id ? (reporter ?? "the reporter") : (reportedName(shown) ?? "the reported");
  return evidence.messages.map(({ id, senderId, kind, content, createdAt, deletedAt }) => {
    const said = kind === "image" ? `[picture, message ${id}]` : plain(content);
    const deleted = deletedAt === undefined ? "" : ` [deleted ${moment(deletedAt)}]`;
    return `${id === message_id ? "> " : "  "}${moment(createdAt)}  ${plain(nameOf(senderId))}: ${said}${deleted}`;
  });
}

const show: DataCommand = {
  name: "reports show",
  words: ["report"],
  options: { pictures: TEXT },
  needsReason: false,
  usage: "[--pictures <folder>]",
  does: "a report with what was shown and written; its pictures are put into a folder",
  async run(ctx, by, { words: [id = ""], option }) {
    const data = await showReport(ctx, by, id, option("pictures"));
    const { pictures } = data;
    const whereTo = option("pictures") === undefined ? "give --pictures <folder> to see it" : "its file is not there";
    const lines = [
      ...facts([
        ["report", data.id],
        ["sent", moment(data.created_at)],
        ["reason", data.reason],
        ...paragraphs("details", data.details),
        ["about", `${reportedName(data) ?? "deleted"}, ${data.reported_id}, ${data.standing ?? "gone"}`],
        ["by", `${data.reporter ?? "deleted"}, ${data.reporter_id}`],
        ["came of it", data.resolution ? `${data.resolution}, ${moment(data.resolved_at)}` : "waits"],
      ]),
      "",
      "What they showed:",
      ...profileLines(data),
      "",
      "What was written between the two:",
      ...messageLines(data),
      "",
      ...table(
        ["picture", "file"],
        pictures.map(({ what, path }) => [what, path ?? whereTo]),
        "No pictures.",
      ),
      "",
      ...logLines(data.acts),
    ];
    return { lines, data };
  },
};

const resolve: DataCommand = {
  name: "reports resolve",
  words: ["report"],
  options: { action: TEXT, until: TEXT, tell: TEXT, change: { type: "boolean" } },
  needsReason: true,
  usage: "--action none|warned|suspended, and for the last what `suspend` takes",
  does: "is done with a report: nothing, a word to the member by mail, or a suspension",
  async run(ctx, by, { words: [id = ""], option, has }) {
    const action = option("action");
    if (!isAction(action)) throw new UsageError(`--action is one of ${ACTIONS.join(", ")}`);
    for (const name of ["until", "tell"])
      if (action !== "suspended" && option(name) !== undefined)
        throw new UsageError(`--${name} belongs to a suspension`);
    const [until, told] = [untilOf(option("until")), toldOf(option("tell"))];
    const data = await resolveReport(ctx, by, id, { action, until, told, change: has("change") });
    const { was, change } = data;
    const stays =
      was && change !== "changed" ? [`They were suspended ${untilWords(was.until)} already: that stays.`] : [];
    const before = was && change === "changed" ? [`They are suspended ${untilWords(until, was)}.`] : [];
    const lines = [`The report ${data.id} is resolved: ${action}.`, ...stays, ...before];
    return { lines: [...lines, ...chargedLines(data.memberships)], data };
  },
};

export const reportCommands = [list, show, resolve] as const;
