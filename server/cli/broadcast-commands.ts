import { readFile } from "node:fs/promises";
import { type DataCommand, UsageError } from "#server/cli/command.ts";
import { plain } from "#server/cli/output.ts";
import { CommandError } from "#server/errors.ts";
import { previewBroadcast, startBroadcast } from "#server/modules/admin/support.service.ts";

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
  `${members} ${members === 1 ? "member" : "members"} and ${subscribers} ` +
  `${subscribers === 1 ? "subscriber" : "subscribers"} (an address that is both gets one email)`;

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
