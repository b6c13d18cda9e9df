import type { ParseArgsOptionsConfig } from "node:util";
import type { Config } from "#server/config.ts";
import type { Context } from "#server/context.ts";
import type { Operator } from "#server/domains/moderation/staff/actor.ts";

export interface CommandOutput {
  readonly lines: readonly string[];
  /** The same content for `--json`. */
  readonly data: unknown;
}

export interface CommandInput {
  readonly args: readonly string[];
  option(name: string): string | undefined;
  has(name: string): boolean;
  report(line: string): void;
}

interface CommandSpec {
  readonly name: string;
  readonly args: readonly string[];
  readonly areArgsOptional?: boolean;
  readonly options: ParseArgsOptionsConfig;
  readonly needsReason: boolean;
  readonly usage: string;
  readonly description: string;
}

/** A command that needs the app's data, whether the app is running or not. */
export interface DataCommand extends CommandSpec {
  run(ctx: Context, by: Operator, input: CommandInput): Promise<CommandOutput>;
}

/** A command that needs no existing database: it creates one, or only reads files. */
export interface FileCommand extends CommandSpec {
  runStandalone(config: Config, by: Operator, input: CommandInput): Promise<CommandOutput>;
}

export type Command = DataCommand | FileCommand;

/** The command line is invalid; the exit code is 2. */
export class UsageError extends Error {}

/** Members' text must not inject terminal escape sequences. */
const UNPRINTABLE = /\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu;

/** Puts untrusted text on one line and replaces control characters. */
export const plain = (text: string): string => text.replace(/\s+/g, " ").replace(UNPRINTABLE, "�");

/** Formats a time in UTC, without seconds. */
export const formatTime = (at: Date | string | null | undefined): string =>
  at ? `${new Date(at).toISOString().slice(0, 16).replace("T", " ")}Z` : "-";

/** @param none the line for an empty table */
export function formatTable(head: readonly string[], rows: readonly (readonly unknown[])[], none: string): string[] {
  if (rows.length === 0) return [none];
  const cells = [head, ...rows].map((row) => row.map((cell) => plain(String(cell ?? "-"))));
  const widths = head.map((_, i) => Math.max(...cells.map((row) => row[i]?.length ?? 0)));
  return cells.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

/** Adds a note if the list was truncated, so that it is not mistaken for complete. */
export const formatList = (lines: readonly string[], shown: number, limit: number): readonly string[] =>
  shown < limit ? lines : [...lines, `Only the first ${limit} are shown; use \`--limit <lines>\` for more.`];

/** JSON on one line, with control characters escaped. */
export const formatJson = (data: unknown): string =>
  JSON.stringify(data).replace(UNPRINTABLE, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);

export const formatFields = (pairs: readonly (readonly [name: string, value: unknown])[]): string[] => {
  const width = Math.max(...pairs.map(([name]) => name.length));
  return pairs.map(([name, value]) => `${name.padEnd(width)}  ${plain(String(value ?? "-"))}`);
};

/** @throws UsageError */
export function parseLimit(text: string | undefined, defaultLimit: number): number {
  const limit = text === undefined ? defaultLimit : Number(text);
  if (!Number.isInteger(limit) || limit < 1 || limit > 10_000)
    throw new UsageError("`--limit` must be a number from 1 to 10000.");
  return limit;
}
