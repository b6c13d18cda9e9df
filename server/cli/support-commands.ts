import { readFile } from "node:fs/promises";
import { counted } from "#contract/words.ts";
import {
  type DataCommand,
  formatFields,
  formatList,
  formatTable,
  formatTime,
  parseLimit,
  plain,
  UsageError,
} from "#server/cli/command.ts";
import {
  closeContactMessage,
  listContactMessages,
  listNewsletterSubscribers,
  previewBroadcast,
  showContactMessage,
  startBroadcast,
} from "#server/domains/site/support.service.ts";
import { CommandError } from "#server/errors.ts";

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
        ? `${message.answer_id === null ? "resolved" : "answered"} ${formatTime(message.resolved_at)}`
        : message.is_honeypot_hit
          ? "open, probably spam"
          : "open",
    ]);
    const lines = formatTable(["message", "sent", "subject", "from", "state"], rows, "There are no open messages.");
    return { lines: formatList(lines, rows.length, limit), data };
  },
};

const indent = (text: string): string[] => text.split("\n").map((line) => `  ${plain(line)}`);

const show: DataCommand = {
  name: "contact show",
  args: ["message"],
  options: {},
  needsReason: false,
  usage: "",
  description: "show a message with the address to reply to, and the answer",
  async run(ctx, by, { args: [id = ""] }) {
    const data = await showContactMessage(ctx, by, id);
    const lines = [
      ...formatFields([
        ["message", data.id],
        ["number", data.number ?? "-"],
        ["sent", formatTime(data.created_at)],
        ["from", `${data.name} <${data.email}>`],
        ["member", data.username ? `${data.username}, ${data.member_id}` : "not logged in"],
        ["came by", data.is_by_link ? "the link of an answer, without a login" : "the contact form"],
        ["subject", data.subject],
        ["emailed", formatTime(data.mailed_at)],
        [data.answer ? "answered" : "resolved", formatTime(data.resolved_at)],
      ]),
      "",
      ...indent(data.message),
      ...(data.answer ? ["", "Our answer:", ...indent(data.answer.words)] : []),
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
  description: "mark a message as resolved without an answer",
  async run(ctx, by, { args: [id = ""] }) {
    const data = await closeContactMessage(ctx, by, id);
    return { lines: [`Message ${data.id} is resolved.`], data };
  },
};

export const contactCommands = [list, show, resolve] as const;

const listSubscribers: DataCommand = {
  name: "newsletter",
  args: [],
  options: {},
  needsReason: false,
  usage: "",
  description: "list newsletter subscribers with their unsubscribe URLs, which have to be in every email to them",
  async run(ctx, by) {
    const data = await listNewsletterSubscribers(ctx, by);
    const rows = data.map(({ email, confirmedAt, unsubscribeUrl }) => [email, formatTime(confirmedAt), unsubscribeUrl]);
    return { lines: formatTable(["email", "since", "unsubscribe URL"], rows, "There are no subscribers."), data };
  },
};

export const newsletterCommands = [listSubscribers] as const;

const TEXT = { type: "string" } as const;

/** @throws CommandError if the file cannot be read or is not UTF-8 */
async function readText(path: string): Promise<string> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`${path} cannot be read: ${error.code ?? error.message}.`);
  });
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new CommandError(`${path} is not UTF-8 text.`);
  }
}

const formatAudience = ({ members, subscribers }: { members: number; subscribers: number }): string =>
  `${counted(members, "member", "members")} and ${counted(subscribers, "subscriber", "subscribers")} ` +
  "(an address that is both gets one email)";

const send: DataCommand = {
  name: "broadcast",
  args: [],
  options: { subject: TEXT, text: TEXT, "dry-run": { type: "boolean" } },
  needsReason: false,
  usage: "--subject <text> --text <file> [--dry-run]",
  description:
    "email everyone who opted in, at most once in four weeks; --dry-run shows the email and counts recipients",
  async run(ctx, by, { option, has }) {
    const [subject, file] = [option("subject"), option("text")];
    if (subject === undefined || file === undefined)
      throw new UsageError("`--subject <text>` and `--text <file>` are required.");
    const content = { subject, body: await readText(file) };
    if (!has("dry-run")) {
      const data = await startBroadcast(ctx, by, content);
      return { lines: [`Enqueued for ${formatAudience(data)}. \`jobs\` shows the progress.`], data };
    }
    const data = await previewBroadcast(ctx, content);
    const lines = [
      `Dry run: nothing was sent. The email would go to ${formatAudience(data)}.`,
      ...(data.tooSoon === null ? [] : [data.tooSoon]),
      "",
      ...[`Subject: ${content.subject}`, "", ...data.text.split("\n")].map((line) => `  ${plain(line)}`.trimEnd()),
    ];
    return { lines, data };
  },
};

export const broadcastCommands = [send] as const;
