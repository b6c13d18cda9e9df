import { describeUnrestored } from "#contract/moderation-acts.ts";
import {
  type DataCommand,
  formatFields,
  formatList,
  formatTable,
  formatTime,
  plain,
  UsageError,
} from "#server/cli/command.ts";
import { parseLimit } from "#server/cli/member-commands.ts";
import { decideAppeal, listAppeals, showAppeal } from "#server/modules/moderation/appeals.service.ts";

const LIST_LINES = 100;
const TEXT = { type: "string" } as const;
const OUTCOMES = ["upheld", "reversed"] as const;

const list: DataCommand = {
  name: "appeals list",
  args: [],
  options: { all: { type: "boolean" }, limit: TEXT },
  needsReason: false,
  usage: "[--all] [--limit <lines>]",
  description: "list open appeals, oldest first; or all, newest first",
  async run(ctx, by, { has, option }) {
    const limit = parseLimit(option("limit"), LIST_LINES);
    const data = await listAppeals(ctx, by, has("all"), limit);
    const rows = data.map((one) => [
      one.id,
      formatTime(one.createdAt),
      one.username ?? "deleted",
      one.acts.join(", "),
      one.decisionBy,
      one.outcome ?? "open",
    ]);
    const head = ["appeal", "sent", "by", "against", "decided by", "outcome"];
    return { lines: formatList(formatTable(head, rows, "There are no open appeals."), rows.length, limit), data };
  },
};

const show: DataCommand = {
  name: "appeals show",
  args: ["appeal"],
  options: {},
  needsReason: false,
  usage: "",
  description: "show an appeal with the decision that it is about; `cases show` has the evidence",
  async run(ctx, by, { args: [id = ""] }) {
    const data = await showAppeal(ctx, by, id);
    const { appeal, decision, acts, caseId } = data;
    const lines = [
      ...formatFields([
        ["appeal", appeal.id],
        ["sent", formatTime(appeal.created_at)],
        ["case", caseId],
        ["decision", decision.id],
        ["decided", `${formatTime(decision.decided_at)} by ${decision.decided_by}`],
        ["acts", acts.map(({ choice }) => choice.act).join(", ")],
        ["rule", decision.rule],
        ["facts", decision.facts || "-"],
        ["words", decision.words || "-"],
        ["decided case", decision.case_id],
        ["outcome", appeal.outcome ? `${appeal.outcome}, ${formatTime(appeal.decided_at)}` : "open"],
      ]),
      "",
      ...appeal.words.split("\n").map((line) => `  ${plain(line)}`),
    ];
    return { lines, data };
  },
};

const decide: DataCommand = {
  name: "appeals decide",
  args: ["appeal"],
  options: { outcome: TEXT, answer: TEXT },
  needsReason: false,
  usage: "--outcome upheld|reversed [--answer <text>]",
  description: "decide an appeal of another operator's decision; the member reads --answer",
  async run(ctx, by, { args: [appealId = ""], option }) {
    const outcome = OUTCOMES.find((one) => one === option("outcome"));
    if (!outcome) throw new UsageError(`\`--outcome\` must be one of ${OUTCOMES.join(", ")}.`);
    const data = await decideAppeal(ctx, by, { appealId, outcome, answer: option("answer") ?? "" });
    const left = data.unrestored.length > 0 ? ` ${describeUnrestored(data.unrestored)}` : "";
    const line = data.isRepeated ? "No change: it was decided so before." : `The decision is ${outcome}.${left}`;
    return { lines: [line], data };
  },
};

export const appealCommands = [list, show, decide] as const;
