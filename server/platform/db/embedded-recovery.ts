import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/** What PostgreSQL writes to its log every `log_startup_progress_interval` while it recovers from a crash. */
const PROGRESS =
  /(?:redo in progress|syncing data directory \([a-z]+\)|resetting unlogged relations).*elapsed time: (\S+) s/;
const AT = /current LSN: (\S+)/;
const START = /redo starts at (\S+)/;

const GB = 2 ** 30;

/** A position in the log of changes, such as `1/6B374D8`, in bytes. */
function parsePosition(position: string): number {
  const [high = "0", low = "0"] = position.split("/");
  return Number.parseInt(high, 16) * 2 ** 32 + Number.parseInt(low, 16);
}

/**
 * The latest progress of a recovery in lines of PostgreSQL's log, for the operator; undefined if it has not reported
 * any, as in its first ten seconds.
 */
export function describeRecovery(lines: string): string | undefined {
  const last = lines.split("\n").findLast((line) => PROGRESS.test(line));
  if (last === undefined) return undefined;
  const seconds = Math.round(Number(PROGRESS.exec(last)?.[1]));
  const at = AT.exec(last)?.[1];
  const start = START.exec(lines)?.[1];
  if (at === undefined || start === undefined) return `checking its files for ${seconds} seconds`;
  const gigabytes = (parsePosition(at) - parsePosition(start)) / GB;
  return `${gigabytes.toFixed(1)} GB of its log replayed in ${seconds} seconds`;
}

/** Follows a log file from its present end. @returns a function that reads what was added since */
export function followLog(path: string): () => string {
  const file = openSync(path, "a+", 0o600);
  const start = fstatSync(file).size;
  closeSync(file);
  return () => {
    const reading = openSync(path, "r");
    try {
      const added = Buffer.alloc(Math.max(0, fstatSync(reading).size - start));
      readSync(reading, added, 0, added.length, start);
      return added.toString();
    } finally {
      closeSync(reading);
    }
  };
}
