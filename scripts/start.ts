import { ConfigError, readConfig } from "#server/config.ts";
import { start } from "#server/main.ts";
import { runBuild } from "./build-in-child.ts";

const print = (line: string) => console.log(line);

/** Stops on a signal, or when the parent process exits. Signals may arrive more than once. */
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

try {
  const config = readConfig(process.env);
  await runBuild(print);
  const running = await start(config, print);
  stopOnSignal(running.stop);
  if (running.demoLogin) print(`Demo login: ${running.demoLogin.email}, password: ${running.demoLogin.password}`);
  print(`Spotter is ready at ${config.publicUrl ?? running.address}`);
} catch (error) {
  console.error(`Spotter cannot start: ${error instanceof Error ? error.message : String(error)}`);
  // A ConfigError needs no stack trace.
  if (!(error instanceof ConfigError) && process.env["LOG_LEVEL"] === "debug") console.error(error);
  process.exit(1);
}
