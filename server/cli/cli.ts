import { parseArgs } from "node:util";
import { announceCommands } from "#server/cli/announce-commands.ts";
import { backupCommands } from "#server/cli/backup-commands.ts";
import { type Answer, type Command, type Given, UsageError } from "#server/cli/command.ts";
import { contactCommands } from "#server/cli/contact-commands.ts";
import { disputeCommands } from "#server/cli/dispute-commands.ts";
import { jobCommands } from "#server/cli/job-commands.ts";
import { memberCommands } from "#server/cli/member-commands.ts";
import { newsletterCommands } from "#server/cli/newsletter-commands.ts";
import { openForOperator } from "#server/cli/open-context.ts";
import { operatorName } from "#server/cli/operator-name.ts";
import { json } from "#server/cli/output.ts";
import { reportCommands } from "#server/cli/report-commands.ts";
import { securityCommands } from "#server/cli/security-commands.ts";
import { assertNotRoot, type Config, ConfigError } from "#server/config.ts";
import { isDatabaseAway } from "#server/db/client.ts";
import type { Act } from "#server/modules/admin/audit.service.ts";
import { Refusal } from "#server/modules/admin/refusal.ts";

const COMMANDS: readonly Command[] = [
  ...reportCommands,
  ...contactCommands,
  ...newsletterCommands,
  ...announceCommands,
  ...memberCommands,
  ...securityCommands,
  ...disputeCommands,
  ...jobCommands,
  ...backupCommands,
];

const callOf = ({ name, words, mayLackWords, usage, needsReason }: Command): string =>
  [
    name,
    ...words.map((word) => (mayLackWords ? `[<${word}>]` : `<${word}>`)),
    needsReason ? "--reason <text>" : "",
    usage,
  ]
    .filter(Boolean)
    .join(" ");

const HELP = [
  "npm run operator -- <command>",
  "",
  ...COMMANDS.flatMap((command) => [`  ${callOf(command)}`, `      ${command.does}`]),
  "",
  "A <member> is named by id, username or e-mail. Everywhere: --as <name> (who you are, where several share an account), --reason <text>, --json, --help.",
  "Settings are those of the app: DATA_DIR, DATABASE_URL. Each act, and each look at somebody, is written to the log.",
];

const EVERYWHERE = {
  as: { type: "string" },
  reason: { type: "string" },
  json: { type: "boolean" },
  help: { type: "boolean" },
} as const;

/** The command that a line names; two words before one. */
function commandOf(args: readonly string[]): Command {
  const named = (length: number) => COMMANDS.find(({ name }) => name === args.slice(0, length).join(" "));
  const command = named(2) ?? named(1);
  if (!command) throw new UsageError(args.length === 0 ? "Which command?" : `There is no command ${args[0]}`);
  return command;
}

/** Takes a command line apart. @throws UsageError */
function readLine(command: Command, args: readonly string[], sudoUser: string | undefined): { given: Given; by: Act } {
  const rest = args.slice(command.name.split(" ").length);
  // A number below zero is no option: the command says what it takes.
  const isNumber = (arg: string) => /^-\d/.test(arg);
  const line = [...rest.filter((arg) => !isNumber(arg)), "--", ...rest.filter(isNumber)];
  const parse = () => {
    try {
      return parseArgs({ args: line, options: { ...EVERYWHERE, ...command.options }, allowPositionals: true });
    } catch (error) {
      throw new UsageError((error as Error).message.split(". ")[0]);
    }
  };
  const { values, positionals } = parse();
  const option = (name: string) => {
    const value: unknown = values[name as keyof typeof values];
    return typeof value === "string" ? value : undefined;
  };
  const isWhole = positionals.length === command.words.length;
  if (!isWhole && !(command.mayLackWords && positionals.length === 0))
    throw new UsageError(`It goes: ${callOf(command)}`);
  const reason = option("reason")?.trim() ?? "";
  if (command.needsReason && reason === "") throw new UsageError("Say why: --reason <text>");
  const by = { who: operatorName(sudoUser), actingAs: option("as")?.trim() || undefined, reason };
  const has = (name: string) => values[name as keyof typeof values] === true;
  return { given: { words: positionals, option, has }, by };
}

async function runCommand(
  config: () => Config,
  command: Command,
  args: readonly string[],
  sudoUser: string | undefined,
): Promise<Answer> {
  const { given, by } = readLine(command, args, sudoUser);
  const settings = config();
  assertNotRoot(settings);
  if ("runAlone" in command) return command.runAlone(settings, by, given);
  const { ctx, close } = await openForOperator(settings);
  return command.run(ctx, by, given).finally(close);
}

/** What is wrong, for people; errors that nobody foresaw tell more. */
function saying(error: unknown): string {
  if (error instanceof Refusal || error instanceof UsageError || error instanceof ConfigError) return error.message;
  if (isDatabaseAway(error)) return "The database is not there, or went away: see what was done with `log`, and repeat";
  return error instanceof Error ? error.message : String(error);
}

/** What runs a command line: where its words go, and who runs it. */
interface Terminal {
  print(line: string): void;
  complain(line: string): void;
  /** The value of `SUDO_USER`. */
  readonly sudoUser?: string | undefined;
}

/**
 * Runs an operator's command line.
 * @param config reads the settings; not asked where the line is wrong
 * @returns the code to exit with: 0 done, 1 refused or failed, 2 not understood
 */
export async function runOperator(
  args: readonly string[],
  config: () => Config,
  { print, complain, sudoUser }: Terminal,
): Promise<number> {
  if (args.length === 0 || args.includes("--help") || args[0] === "help") {
    for (const line of HELP) print(line);
    return args.length === 0 ? 2 : 0;
  }
  try {
    const { lines, data } = await runCommand(config, commandOf(args), args, sudoUser);
    if (args.includes("--json")) print(json(data));
    else for (const line of lines) print(line);
    return 0;
  } catch (error) {
    complain(saying(error));
    if (!(error instanceof UsageError)) return 1;
    complain("See: npm run operator -- --help");
    return 2;
  }
}
