import type { ParseArgsOptionsConfig } from "node:util";
import type { Config } from "#server/config.ts";
import type { Context } from "#server/context.ts";
import type { OperatorAction } from "#server/modules/admin/audit.service.ts";

export interface CommandOutput {
  /** For people. */
  readonly lines: readonly string[];
  /** The same for `--json`. */
  readonly data: unknown;
}

export interface CommandInput {
  /** Positional arguments. */
  readonly args: readonly string[];
  /** The value of a string option; undefined if it was not given. */
  option(name: string): string | undefined;
  /** Whether a boolean option was given. */
  has(name: string): boolean;
}

interface CommandSpec {
  /** One word, or two. */
  readonly name: string;
  /** The names of the positional arguments, for the usage line. */
  readonly args: readonly string[];
  /** Whether all arguments may be left out. */
  readonly areArgsOptional?: boolean;
  readonly options: ParseArgsOptionsConfig;
  /** Whether `--reason` is required. */
  readonly needsReason: boolean;
  /** The options in the usage line. */
  readonly usage: string;
  readonly description: string;
}

/** Works on the data of the app, whether it is running or not. */
export interface DataCommand extends CommandSpec {
  run(ctx: Context, by: OperatorAction, input: CommandInput): Promise<CommandOutput>;
}

/** Needs no database: creates one, or reads files only. */
export interface FileCommand extends CommandSpec {
  runStandalone(config: Config, by: OperatorAction, input: CommandInput): Promise<CommandOutput>;
}

export type Command = DataCommand | FileCommand;

/** The command line is invalid; the exit code is 2. */
export class UsageError extends Error {}
