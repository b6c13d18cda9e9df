import {
  type DataCommand,
  formatFields,
  formatList,
  formatTable,
  formatTime,
  parseLimit,
  plain,
} from "#server/cli/command.ts";
import { listNotices, showNotice } from "#server/domains/moderation/notices/notice-review.service.ts";
import type { NoticeOutcome } from "#server/platform/db/schema/notices.ts";

const LIST_LINES = 100;

const OUTCOMES: Readonly<Record<NoticeOutcome, string>> = {
  acted_on: "acted on",
  noted: "right, nothing new decided",
  unfounded: "nothing found",
  unexamined: "closed without a closer look",
};

const formatState = (notice: { outcome: NoticeOutcome | null; member_id: string | null }) => {
  if (notice.outcome !== null) return OUTCOMES[notice.outcome];
  return notice.member_id === null ? "open, no member" : "open, in a case";
};

const list: DataCommand = {
  name: "notices",
  args: [],
  options: { all: { type: "boolean" }, limit: { type: "string" } },
  needsReason: false,
  usage: "[--all] [--limit <lines>]",
  description: "list open notices of illegal content, the most urgent first; or all, latest first",
  async run(ctx, by, { has, option }) {
    const limit = parseLimit(option("limit"), LIST_LINES);
    const data = await listNotices(ctx, by, has("all"), limit);
    const rows = data.map((notice) => [
      notice.id,
      notice.number,
      notice.kind,
      formatTime(notice.created_at),
      formatTime(notice.due_at),
      notice.current_username ?? notice.member_id,
      formatState(notice),
    ]);
    const head = ["notice", "number", "kind", "sent", "due", "member", "state"];
    return { lines: formatList(formatTable(head, rows, "There are no open notices."), rows.length, limit), data };
  },
};

const show: DataCommand = {
  name: "notices show",
  args: ["notice"],
  options: {},
  needsReason: false,
  usage: "",
  description: "show a notice with the name and address of its sender",
  async run(ctx, by, { args: [id = ""] }) {
    const data = await showNotice(ctx, by, id);
    const lines = [
      ...formatFields([
        ["notice", data.id],
        ["number", data.number],
        ["kind", data.kind],
        ["sent", formatTime(data.created_at)],
        ["due", formatTime(data.due_at)],
        ["from", data.email === "" ? "anonymous" : `${data.name} <${data.email}>`],
        ["about", data.username === "" ? "-" : data.username],
        ["member", data.member_id === null ? "none found" : `${data.current_username ?? "gone"}, ${data.member_id}`],
        ["state", formatState(data)],
        ["answered", formatTime(data.outcome_mailed_at)],
      ]),
      "",
      ...[data.place, data.details, ...(data.objection === null ? [] : ["objects:", data.objection])]
        .join("\n\n")
        .split("\n")
        .map((line) => `  ${plain(line)}`.trimEnd()),
    ];
    return { lines, data };
  },
};

export const noticeCommands = [list, show] as const;
