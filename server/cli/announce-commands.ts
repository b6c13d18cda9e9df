import { readFile } from "node:fs/promises";
import { type DataCommand, UsageError } from "#server/cli/command.ts";
import { plain } from "#server/cli/output.ts";
import { announce, tryAnnouncement } from "#server/modules/admin/broadcasts.service.ts";
import { Refusal } from "#server/modules/admin/refusal.ts";

const TEXT = { type: "string" } as const;

/** @throws Refusal where there is no such file, or it is no text */
async function readText(path: string): Promise<string> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new Refusal(`${path} cannot be read: ${error.code ?? error.message}`);
  });
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal(`${path} is no text in UTF-8`);
  }
}

const audience = ({ members, subscribers }: { members: number; subscribers: number }): string =>
  `${members} ${members === 1 ? "member" : "members"} and ${subscribers} ${subscribers === 1 ? "subscriber" : "subscribers"}; an address that is both gets one mail`;

const send: DataCommand = {
  name: "announce",
  words: [],
  options: { subject: TEXT, text: TEXT, "dry-run": { type: "boolean" } },
  needsReason: false,
  usage: "--subject <words> --text <file> [--dry-run]",
  does: "mails everybody who wants news, once in four weeks at most; with --dry-run shows the mail and how many would get it",
  async run(ctx, by, { option, has }) {
    const [subject, file] = [option("subject"), option("text")];
    if (subject === undefined || file === undefined) throw new UsageError("Give --subject <words> and --text <file>");
    const words = { subject, body: await readText(file) };
    if (!has("dry-run")) {
      const data = await announce(ctx, by, words);
      return { lines: [`On its way to ${audience(data)}. \`jobs\` shows how many wait.`], data };
    }
    const data = await tryAnnouncement(ctx, words);
    const lines = [
      `Nothing is sent. It would go to ${audience(data)}.`,
      ...(data.tooSoon === null ? [] : [`${data.tooSoon}.`]),
      "",
      ...[`Subject: ${words.subject}`, "", ...data.text.split("\n")].map((line) => `  ${plain(line)}`.trimEnd()),
    ];
    return { lines, data };
  },
};

export const announceCommands = [send] as const;
