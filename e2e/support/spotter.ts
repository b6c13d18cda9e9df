import { makeDataFolder, startSpotter } from "#server/testing/spotter-process.ts";

/**
 * Starts a Spotter for tests. Sets `SPOTTER_ADDRESS`, and `SPOTTER_DATA` to its data folder.
 * @returns a function that stops it, and throws if it has logged a warning or an error
 */
export async function startTestedSpotter(settings: Record<string, string> = {}): Promise<() => Promise<void>> {
  const data = makeDataFolder();
  const spotter = startSpotter(data.path, { LOG_LEVEL: "warn", STATEMENT_DELAY_SECONDS: "0", ...settings });
  process.env["SPOTTER_ADDRESS"] = await spotter.ready();
  process.env["SPOTTER_DATA"] = data.path;
  return async () => {
    spotter.process.kill("SIGTERM");
    await spotter.ended;
    data.remove();
    const errors = spotter
      .output()
      .split("\n")
      .filter((line) => line.includes('"level":'));
    if (errors.length > 0) throw new Error(`The server complained:\n${errors.join("\n")}`);
  };
}
