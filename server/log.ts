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

/** Lines of JSON, or pretty ones in a terminal. */
export function makeLog(config: Config): Logger {
  const pretty = process.stdout.isTTY && !config.production;
  return pino({
    level: config.logLevel,
    base: null,
    serializers: { err: presentError },
    timestamp: pino.stdTimeFunctions.isoTime,
    ...(pretty && { transport: { target: "pino-pretty", options: { singleLine: true, ignore: "reqId" } } }),
  });
}
