import type { DataCommand } from "#server/cli/command.ts";
import { limitOf } from "#server/cli/member-commands.ts";
import { listed, moment, table } from "#server/cli/output.ts";
import { closeDispute, readDisputes } from "#server/modules/admin/disputes.service.ts";

const LIST_LINES = 100;

const list: DataCommand = {
  name: "disputes",
  words: [],
  options: { all: { type: "boolean" }, limit: { type: "string" } },
  needsReason: false,
  usage: "[--all] [--limit <lines>]",
  does: "payments that a bank has taken back, and whose accounts cannot pay, the oldest first; or all, the newest first",
  async run(ctx, by, { has, option }) {
    const limit = limitOf(option("limit"), LIST_LINES);
    const data = await readDisputes(ctx, by, has("all"), limit);
    const rows = data.map((one) => [
      one.paymentId,
      moment(one.openedAt),
      one.resolvedAt ? `${one.state}, resolved ${moment(one.resolvedAt)}` : one.state,
      one.kind,
      one.missing,
      one.username ?? "deleted",
      one.memberId,
    ]);
    const head = ["payment", "since", "state", "for a", "credits spent", "member", "id"];
    return { lines: listed(table(head, rows, "No payment is disputed."), rows.length, limit), data };
  },
};

const resolve: DataCommand = {
  name: "disputes resolve",
  words: ["payment"],
  options: {},
  needsReason: true,
  usage: "",
  does: "lets an account pay and use its membership again, though a payment of its was taken back",
  async run(ctx, by, { words: [payment = ""] }) {
    const data = await closeDispute(ctx, by, payment);
    return { lines: [`The account ${data.memberId} can pay again.`], data };
  },
};

export const disputeCommands = [list, resolve] as const;
