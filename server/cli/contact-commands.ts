import type { DataCommand } from "#server/cli/command.ts";
import { parseLimit } from "#server/cli/member-commands.ts";
import { formatFields, formatList, formatTable, formatTime, plain } from "#server/cli/output.ts";
import { closeContactMessage, listContactMessages, showContactMessage } from "#server/modules/admin/support.service.ts";

const LIST_LINES = 100;

const list: DataCommand = {
  name: "contact",
  args: [],
  options: { all: { type: "boolean" }, limit: { type: "string" } },
  needsReason: false,
  usage: "[--all] [--limit <lines>]",
  description: "list open messages from the contact form, or all, latest first",
  async run(ctx, by, { has, option }) {
    const limit = parseLimit(option("limit"), LIST_LINES);
    const data = await listContactMessages(ctx, by, has("all"), limit);
    const rows = data.map((message) => [
      message.id,
      formatTime(message.created_at),
      message.subject,
      message.username ? `${message.name} (${message.username})` : message.name,
      message.resolved_at
        ? `resolved ${formatTime(message.resolved_at)}`
        : message.is_honeypot_hit
          ? "open, probably spam"
          : "open",
    ]);
    const lines = formatTable(["message", "sent", "subject", "from", "state"], rows, "There are no open messages.");
    return { lines: formatList(lines, rows.length, limit), data };
  },
};

const show: DataCommand = {
  name: "contact show",
  args: ["message"],
  options: {},
  needsReason: false,
  usage: "",
  description: "show a message with the address to reply to",
  async run(ctx, by, { args: [id = ""] }) {
    const data = await showContactMessage(ctx, by, id);
    const lines = [
      ...formatFields([
        ["message", data.id],
        ["sent", formatTime(data.created_at)],
        ["from", `${data.name} <${data.email}>`],
        ["member", data.username ? `${data.username}, ${data.member_id}` : "not logged in"],
        ["subject", data.subject],
        ["emailed", formatTime(data.mailed_at)],
        ["resolved", formatTime(data.resolved_at)],
      ]),
      "",
      ...data.message.split("\n").map((line) => `  ${plain(line)}`),
    ];
    return { lines, data };
  },
};

const resolve: DataCommand = {
  name: "contact resolve",
  args: ["message"],
  options: {},
  needsReason: true,
  usage: "",
  description: "mark a message as resolved",
  async run(ctx, by, { args: [id = ""] }) {
    const data = await closeContactMessage(ctx, by, id);
    return { lines: [`Message ${data.id} is resolved.`], data };
  },
};

export const contactCommands = [list, show, resolve] as const;
