import { ConfigError, readConfig } from "#server/config.ts";
import { start } from "#server/main.ts";
import { runBuild } from "./build-in-child.ts";

const say = (line: string) => console.log(line);

/** Stops on a signal, and when whoever started us is gone. Signals come more than once. */
function stopWhenAsked(stop: () => Promise<void>): void {
  const leave = () => {
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, leave);
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) leave();
  }, 1000).unref();
}

try {
  const config = readConfig(process.env);
  await runBuild(say);
  const running = await start(config, say);
  stopWhenAsked(running.stop);
  if (running.demoLogin) say(`Demo login: ${running.demoLogin.email}, password: ${running.demoLogin.password}`);
  say(`Spotter is ready at ${config.publicUrl ?? running.address}`);
} catch (error) {
  console.error(`Spotter cannot start: ${error instanceof Error ? error.message : String(error)}`);
  // Where it was no setting, whoever asked for more gets the whole story.
  if (!(error instanceof ConfigError) && process.env["LOG_LEVEL"] === "debug") console.error(error);
  process.exit(1);
}
