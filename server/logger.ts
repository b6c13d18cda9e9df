import { type Logger, pino } from "pino";
import type { Config } from "#server/config.ts";

/** An error without what a database adds to it: the row it would not take, and the statement. */
const presentError = (error: Error & { code?: unknown; constraint?: unknown }) => ({
  type: error.name,
  message: error.message,
  code: error.code,
  constraint: error.constraint,
  stack: error.stack,
});

const options = {
  base: null,
  serializers: { err: presentError },
  timestamp: pino.stdTimeFunctions.isoTime,
};

/** Lines of JSON, or pretty ones in a terminal. */
export function makeLog(config: Config): Logger {
  const pretty = process.stdout.isTTY && !config.production;
  return pino({
    ...options,
    level: config.logLevel,
    ...(pretty && { transport: { target: "pino-pretty", options: { singleLine: true, ignore: "reqId" } } }),
  });
}

/** What goes wrong while an answer is printed: lines of JSON, kept apart from it. */
export const makeQuietLog = (): Logger =>
  pino({ ...options, level: "warn" }, pino.destination({ dest: 2, sync: true }));
