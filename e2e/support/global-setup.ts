import { makeDataFolder, startSpotter } from "#server/testing/spotter-process.ts";

/** Starts one Spotter with demo members for the run. Sets `SPOTTER_ADDRESS`, and `SPOTTER_DATA` to its data folder. */
export default async function setup(): Promise<() => Promise<void>> {
  const data = makeDataFolder();
  process.env["SPOTTER_DATA"] = data.path;
  const spotter = startSpotter(data.path, { DEMO_MEMBERS: "20", LOG_LEVEL: "warn" });
  process.env["SPOTTER_ADDRESS"] = await spotter.ready();
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
