import type { DataCommand } from "#server/cli/command.ts";
import { limitOf } from "#server/cli/member-commands.ts";
import { facts, listed, moment, plain, table } from "#server/cli/output.ts";
import { closeContact, readContact, showContact } from "#server/modules/admin/contact.service.ts";

const LIST_LINES = 100;

const list: DataCommand = {
  name: "contact",
  words: [],
  options: { all: { type: "boolean" }, limit: { type: "string" } },
  needsReason: false,
  usage: "[--all] [--limit <lines>]",
  does: "messages from the contact page that wait, or all, the latest first",
  async run(ctx, by, { has, option }) {
    const limit = limitOf(option("limit"), LIST_LINES);
    const data = await readContact(ctx, by, has("all"), limit);
    const rows = data.map((message) => [
      message.id,
      moment(message.created_at),
      message.subject,
      message.username ? `${message.name} (${message.username})` : message.name,
      message.resolved_at
        ? `done ${moment(message.resolved_at)}`
        : message.is_trapped
          ? "waits, looks like spam"
          : "waits",
    ]);
    const lines = table(["message", "sent", "subject", "from", "state"], rows, "No message waits.");
    return { lines: listed(lines, rows.length, limit), data };
  },
};

const show: DataCommand = {
  name: "contact show",
  words: ["message"],
  options: {},
  needsReason: false,
  usage: "",
  does: "a message, with the address to answer to",
  async run(ctx, by, { words: [id = ""] }) {
    const data = await showContact(ctx, by, id);
    const lines = [
      ...facts([
        ["message", data.id],
        ["sent", moment(data.created_at)],
        ["from", `${data.name} <${data.email}>`],
        ["member", data.username ? `${data.username}, ${data.member_id}` : "not logged in"],
        ["subject", data.subject],
        ["mailed", moment(data.mailed_at)],
        ["done", moment(data.resolved_at)],
      ]),
      "",
      ...data.message.split("\n").map((line) => `  ${plain(line)}`),
    ];
    return { lines, data };
  },
};

const resolve: DataCommand = {
  name: "contact resolve",
  words: ["message"],
  options: {},
  needsReason: true,
  usage: "",
  does: "is done with a message",
  async run(ctx, by, { words: [id = ""] }) {
    const data = await closeContact(ctx, by, id);
    return { lines: [`The message ${data.id} is resolved.`], data };
  },
};

export const contactCommands = [list, show, resolve] as const;
