import { type Logger, pino } from "pino";
import type { Config } from "#server/config.ts";

/** Lines of JSON, or pretty ones in a terminal. */
export function makeLog(config: Config): Logger {
  const pretty = process.stdout.isTTY && !config.production;
  return pino({
    level: config.logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    ...(pretty && { transport: { target: "pino-pretty", options: { singleLine: true, ignore: "reqId" } } }),
  });
}
