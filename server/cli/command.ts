import type { ParseArgsOptionsConfig } from "node:util";
import type { Config } from "#server/config.ts";
import type { Context } from "#server/context.ts";
import type { Act } from "#server/modules/admin/audit.service.ts";

/** What a command answers: lines for people, and the same as data for machines. */
export interface Answer {
  readonly lines: readonly string[];
  readonly data: unknown;
}

/** What was given to a command. */
export interface Given {
  /** The words after its name, as many as it has in `words`. */
  readonly words: readonly string[];
  /** An option's text, or undefined where it is not given. */
  option(name: string): string | undefined;
  /** Whether a switch is given. */
  has(name: string): boolean;
}

interface Described {
  /** Its name: one word, or two. */
  readonly name: string;
  /** The words that it takes, for people. */
  readonly words: readonly string[];
  /** Whether all of them may be left out. */
  readonly mayLackWords?: boolean;
  readonly options: ParseArgsOptionsConfig;
  /** Whether there has to be a `--reason`. */
  readonly needsReason: boolean;
  /** How it is called, behind its name and words. */
  readonly usage: string;
  readonly does: string;
}

/** One that works on the app's data, running or not. */
export interface DataCommand extends Described {
  run(ctx: Context, by: Act, given: Given): Promise<Answer>;
}

/** One that makes data where there is none, or looks at files only. */
export interface FileCommand extends Described {
  runAlone(config: Config, by: Act, given: Given): Promise<Answer>;
}

export type Command = DataCommand | FileCommand;

/** The command line is not one of ours. */
export class UsageError extends Error {}
