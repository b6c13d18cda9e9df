import { ConfigError, readConfig } from "#server/config.ts";
import type { RunningServer } from "#server/main.ts";
import { runBuild } from "./build-in-child.ts";

const print = (line: string) => console.log(line);

/** Stops on a signal, also before the start has ended, or when the parent process exits. Signals may arrive more than once. */
function stopOnSignal(stop: () => Promise<void>): void {
  const exit = () => {
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, exit);
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) exit();
  }, 1000).unref();
}

let running: RunningServer | undefined;
// First of all: signals to process 1 of a container that have no handler are ignored, and the process would start and serve
// until it is killed.
stopOnSignal(async () => running?.stop());

try {
  const config = readConfig(process.env);
  await runBuild(print);
  const { start } = await import("#server/main.ts");
  running = await start(config, print);
  if (running.demoLogin) print(`Demo login: ${running.demoLogin.email}, password: ${running.demoLogin.password}`);
  print(`Spotter is ready at ${config.publicUrl ?? running.address}`);
} catch (error) {
  console.error(`Spotter cannot start: ${error instanceof Error ? error.message : String(error)}`);
  // A ConfigError needs no stack trace.
  if (!(error instanceof ConfigError) && process.env["LOG_LEVEL"] === "debug") console.error(error);
  process.exit(1);
}
