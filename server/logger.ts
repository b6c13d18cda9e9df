import { type Logger, pino } from "pino";
import type { Config } from "#server/config.ts";

/** Leaves out the row and the statement that database errors carry: they may hold personal data. */
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

export function createLogger(config: Config): Logger {
  const pretty = process.stdout.isTTY && !config.production;
  return pino({
    ...options,
    level: config.logLevel,
    ...(pretty && { transport: { target: "pino-pretty", options: { singleLine: true, ignore: "reqId" } } }),
  });
}

/** For CLI commands: warnings go to stderr, apart from the command's output. */
export const createQuietLogger = (): Logger =>
  pino({ ...options, level: "warn" }, pino.destination({ dest: 2, sync: true }));
