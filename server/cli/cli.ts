import { userInfo } from "node:os";
import { parseArgs } from "node:util";
import { hasVisibleText } from "#contract/form-fields.ts";
import { backupCommands } from "#server/cli/backup-commands.ts";
import { caseCommands } from "#server/cli/case-commands.ts";
import { type Command, type CommandInput, type CommandOutput, formatJson, UsageError } from "#server/cli/command.ts";
import { databaseCommands } from "#server/cli/database-commands.ts";
import { disputeCommands } from "#server/cli/dispute-commands.ts";
import { imageCommands } from "#server/cli/image-commands.ts";
import { jobCommands } from "#server/cli/job-commands.ts";
import { memberCommands } from "#server/cli/member-commands.ts";
import { noticeCommands } from "#server/cli/notice-commands.ts";
import { openOperatorContext } from "#server/cli/open-context.ts";
import { photoCommands } from "#server/cli/photo-commands.ts";
import { reportCommands } from "#server/cli/report-commands.ts";
import { securityCommands } from "#server/cli/security-commands.ts";
import { staffCommands } from "#server/cli/staff-commands.ts";
import { broadcastCommands, contactCommands, newsletterCommands } from "#server/cli/support-commands.ts";
import { transparencyCommands } from "#server/cli/transparency-commands.ts";
import { withdrawalCommands } from "#server/cli/withdrawal-commands.ts";
import { assertNotRoot, type Config } from "#server/config.ts";
import type { Operator } from "#server/domains/moderation/staff/actor.ts";
import { isDatabaseUnavailable } from "#server/platform/db/client.ts";

function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? "unknown"}`;
  }
}

/**
 * The operator's name for the audit log. As root it is `SUDO_USER`. Other users could set that variable themselves, so
 * both names are recorded for them.
 * @param sudoUser the value of `SUDO_USER`
 * @param account overridden in tests
 */
export function findOperatorName(sudoUser: string | undefined, account: string = accountName()): string {
  if (!sudoUser || sudoUser === account) return account;
  return account === "root" ? sudoUser : `${account} (sudo by ${sudoUser})`;
}

const COMMANDS: readonly Command[] = [
  ...caseCommands,
  ...reportCommands,
  ...noticeCommands,
  ...contactCommands,
  ...newsletterCommands,
  ...broadcastCommands,
  ...memberCommands,
  ...securityCommands,
  ...staffCommands,
  ...disputeCommands,
  ...transparencyCommands,
  ...withdrawalCommands,
  ...imageCommands,
  ...jobCommands,
  ...photoCommands,
  ...backupCommands,
  ...databaseCommands,
];

const usageOf = ({ name, args, areArgsOptional, usage, needsReason }: Command): string =>
  [
    name,
    ...args.map((arg) => (areArgsOptional ? `[<${arg}>]` : `<${arg}>`)),
    needsReason ? "--reason <text>" : "",
    usage,
  ]
    .filter(Boolean)
    .join(" ");

const HELP = [
  "Usage: npm run operator -- <command> [<arguments>] [<options>]",
  "",
  "Commands:",
  ...COMMANDS.flatMap((command) => [`  ${usageOf(command)}`, `      ${command.description}`]),
  "",
  "A <member> is an id, a username or an email address.",
  "",
  "Options of all commands:",
  "      --as <name>      your name for the audit log, if several people share an account",
  "      --reason <text>  why you run the command, for the audit log",
  "      --json           print one line of JSON",
  "      --help           print this help",
  "",
  "Exit codes: 0 success, 1 the command was rejected or failed, 2 the command line is invalid.",
  "The settings are those of the app, such as DATA_DIR and DATABASE_URL.",
  "Every action, and every access to personal data, is recorded in the audit log (see `log`).",
];

const COMMON_OPTIONS = {
  as: { type: "string" },
  reason: { type: "string" },
  json: { type: "boolean" },
  help: { type: "boolean" },
} as const;

/** Names of two words take precedence. @throws UsageError */
function findCommand(args: readonly string[]): Command {
  const named = (length: number) => COMMANDS.find(({ name }) => name === args.slice(0, length).join(" "));
  const command = named(2) ?? named(1);
  if (!command) throw new UsageError(`Unknown command '${args[0]}'.`);
  return command;
}

/** @throws UsageError */
function parseCommandLine(
  command: Command,
  args: readonly string[],
  sudoUser: string | undefined,
): { input: Omit<CommandInput, "report">; by: Operator } {
  const rest = args.slice(command.name.split(" ").length);
  // `parseArgs` would treat a negative number as an option.
  const isNumber = (arg: string) => /^-\d/.test(arg);
  const line = [...rest.filter((arg) => !isNumber(arg)), "--", ...rest.filter(isNumber)];
  const parse = () => {
    try {
      return parseArgs({ args: line, options: { ...COMMON_OPTIONS, ...command.options }, allowPositionals: true });
    } catch (error) {
      const [sentence = ""] = (error as Error).message.split(". ");
      throw new UsageError(`${sentence.replace(/\.$/, "")}.`);
    }
  };
  const { values, positionals } = parse();
  const option = (name: string) => {
    const value: unknown = values[name as keyof typeof values];
    return typeof value === "string" ? value : undefined;
  };
  const isComplete = positionals.length === command.args.length;
  if (!isComplete && !(command.areArgsOptional && positionals.length === 0))
    throw new UsageError(`Usage: ${usageOf(command)}`);
  const reason = option("reason")?.trim() ?? "";
  if (command.needsReason && !hasVisibleText(reason)) throw new UsageError("`--reason <text>` is required.");
  const by: Operator = {
    kind: "operator",
    who: findOperatorName(sudoUser),
    actingAs: option("as")?.trim() || undefined,
    reason,
  };
  const has = (name: string) => values[name as keyof typeof values] === true;
  return { input: { args: positionals, option, has }, by };
}

async function runCommand(
  config: () => Config,
  command: Command,
  args: readonly string[],
  { sudoUser, printError: report }: Terminal,
): Promise<CommandOutput> {
  const { input: given, by } = parseCommandLine(command, args, sudoUser);
  const input = { ...given, report };
  const settings = config();
  assertNotRoot(settings);
  if ("runStandalone" in command) return command.runStandalone(settings, by, input);
  const { ctx, close } = await openOperatorContext(settings);
  return command.run(ctx, by, input).finally(close);
}

function errorMessage(error: unknown): string {
  if (isDatabaseUnavailable(error))
    return "The database is unavailable. Check with `log` what was done, then repeat the command.";
  return error instanceof Error ? error.message : String(error);
}

interface Terminal {
  print(line: string): void;
  printError(line: string): void;
  readonly sudoUser?: string | undefined;
}

/**
 * Runs an operator command.
 * @param config reads the settings; not called if the command line is invalid
 * @returns the exit code: 0 success, 1 rejected or failed, 2 invalid command line
 */
export async function runOperator(args: readonly string[], config: () => Config, terminal: Terminal): Promise<number> {
  const { print, printError } = terminal;
  if (args.length === 0 || args.includes("--help") || args[0] === "help") {
    for (const line of HELP) print(line);
    return args.length === 0 ? 2 : 0;
  }
  try {
    const { lines, data } = await runCommand(config, findCommand(args), args, terminal);
    if (args.includes("--json")) print(formatJson(data));
    else for (const line of lines) print(line);
    return 0;
  } catch (error) {
    printError(errorMessage(error));
    if (!(error instanceof UsageError)) return 1;
    printError("Run `npm run operator -- --help` for usage.");
    return 2;
  }
}
