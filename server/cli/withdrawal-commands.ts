import { type DataCommand, formatList, formatTable, formatTime } from "#server/cli/command.ts";
import { parseLimit } from "#server/cli/member-commands.ts";
import { listWithdrawalsForOperator, recordWithdrawalForBuyer } from "#server/modules/admin/billing.service.ts";

const LIST_LINES = 100;

const formatCents = (cents: number): string => `$${(cents / 100).toFixed(2)}`;

const list: DataCommand = {
  name: "withdrawals",
  args: [],
  options: { all: { type: "boolean" }, limit: { type: "string" } },
  needsReason: false,
  usage: "[--all] [--limit <lines>]",
  description: "list withdrawals from purchases that are not refunded yet, oldest first; or all, newest first",
  async run(ctx, by, { has, option }) {
    const limit = parseLimit(option("limit"), LIST_LINES);
    const data = await listWithdrawalsForOperator(ctx, by, has("all"), limit);
    const rows = data.map((one) => [
      one.paymentId ?? "",
      formatTime(one.withdrawnAt),
      one.refundState,
      one.kind,
      formatCents(one.amountCents),
      one.credits,
      one.country ?? "unknown",
      one.username ?? "deleted",
      one.memberId,
    ]);
    const head = ["payment", "since", "refund", "from a", "amount", "credits", "country", "member", "id"];
    return { lines: formatList(formatTable(head, rows, "There are no withdrawals."), rows.length, limit), data };
  },
};

const record: DataCommand = {
  name: "withdrawals record",
  args: ["number"],
  options: {},
  needsReason: true,
  usage: "",
  description: "withdraw from a purchase for a buyer who stated it by mail, by the number in its confirmation",
  async run(ctx, by, { args: [number = ""] }) {
    const data = await recordWithdrawalForBuyer(ctx, by, number);
    const line = `${formatCents(data.amountCents)} go back to ${data.memberId}, and ${data.credits} credits left the wallet.`;
    return { lines: [line], data };
  },
};

export const withdrawalCommands = [list, record] as const;
