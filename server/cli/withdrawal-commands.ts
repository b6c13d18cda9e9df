import { formatPrice } from "#contract/format.ts";
import { type DataCommand, formatList, formatTable, formatTime, parseLimit, UsageError } from "#server/cli/command.ts";
import {
  listWithdrawalsForOperator,
  recordWithdrawalForBuyer,
  settleWithdrawal,
} from "#server/domains/moderation/operators/billing.service.ts";

const LIST_LINES = 100;

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
      one.number,
      one.paymentId ?? "",
      formatTime(one.withdrawnAt),
      one.refundState,
      one.kind,
      formatPrice(one.amountCents),
      one.credits,
      one.country ?? "unknown",
      one.username ?? "deleted",
      one.memberId,
    ]);
    const head = ["number", "payment", "since", "refund", "from a", "amount", "credits", "country", "member", "id"];
    return { lines: formatList(formatTable(head, rows, "There are no withdrawals."), rows.length, limit), data };
  },
};

/** @throws UsageError */
function parseDay(text: string | undefined): string {
  const day = text ?? "";
  const at = /^\d{4}-\d{2}-\d{2}$/.test(day) ? new Date(`${day}T00:00:00Z`) : undefined;
  // A day that does not exist, as February 30, is invalid or read as another one.
  if (!at || Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== day)
    throw new UsageError("Give the day on which the statement arrived: --on YYYY-MM-DD.");
  return day;
}

const record: DataCommand = {
  name: "withdrawals record",
  args: ["number"],
  options: { on: { type: "string" } },
  needsReason: true,
  usage: "--on <YYYY-MM-DD>",
  description:
    "withdraw from a purchase for a buyer who stated it by mail, by the number in its confirmation and the day the statement arrived",
  async run(ctx, by, { args: [number = ""], option }) {
    const data = await recordWithdrawalForBuyer(ctx, by, number, parseDay(option("on")));
    const line = `${formatPrice(data.amountCents)} go back to ${data.memberId}, and ${data.credits} credits left the wallet.`;
    return { lines: [line], data };
  },
};

const retry: DataCommand = {
  name: "withdrawals retry",
  args: ["number"],
  options: {},
  needsReason: true,
  usage: "",
  description: "request a refund again that failed or was refused, by the number of the purchase",
  async run(ctx, by, { args: [number = ""] }) {
    const data = await settleWithdrawal(ctx, by, number, "retry");
    return { lines: [`${formatPrice(data.amountCents)} are requested again.`], data };
  },
};

const paid: DataCommand = {
  name: "withdrawals paid",
  args: ["number"],
  options: {},
  needsReason: true,
  usage: "",
  description: "mark a refund that failed or was refused as paid by other means, by the number of the purchase",
  async run(ctx, by, { args: [number = ""] }) {
    const data = await settleWithdrawal(ctx, by, number, "payment");
    return { lines: [`${formatPrice(data.amountCents)} are marked as paid.`], data };
  },
};

export const withdrawalCommands = [list, record, retry, paid] as const;
