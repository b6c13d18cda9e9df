import { type DataCommand, formatList, formatTable, formatTime, parseLimit } from "#server/cli/command.ts";
import { closeDispute, listDisputesForOperator } from "#server/domains/moderation/operators/billing.service.ts";

const LIST_LINES = 100;

const list: DataCommand = {
  name: "disputes",
  args: [],
  options: { all: { type: "boolean" }, limit: { type: "string" } },
  needsReason: false,
  usage: "[--all] [--limit <lines>]",
  description: "list disputed payments that pause the payments of an account, oldest first; or all, newest first",
  async run(ctx, by, { has, option }) {
    const limit = parseLimit(option("limit"), LIST_LINES);
    const data = await listDisputesForOperator(ctx, by, has("all"), limit);
    const rows = data.map((one) => [
      one.paymentId,
      formatTime(one.openedAt),
      one.resolvedAt ? `${one.state}, resolved ${formatTime(one.resolvedAt)}` : one.state,
      one.kind,
      one.missing,
      one.username ?? "deleted",
      one.memberId,
    ]);
    const head = ["payment", "since", "state", "for a", "credits spent", "member", "id"];
    return { lines: formatList(formatTable(head, rows, "There are no disputed payments."), rows.length, limit), data };
  },
};

const resolve: DataCommand = {
  name: "disputes resolve",
  args: ["payment"],
  options: {},
  needsReason: true,
  usage: "",
  description: "let an account pay and use its subscription again despite a disputed payment",
  async run(ctx, by, { args: [payment = ""] }) {
    const data = await closeDispute(ctx, by, payment);
    return { lines: [`Account ${data.memberId} can pay again.`], data };
  },
};

export const disputeCommands = [list, resolve] as const;
