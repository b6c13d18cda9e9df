import { makeDataFolder, startSpotter } from "#server/testing/processes.ts";

/** One Spotter for the run, with demo members. Its address is in `SPOTTER_ADDRESS`, its data folder in `SPOTTER_DATA`. */
export default async function setup(): Promise<() => Promise<void>> {
  const data = makeDataFolder();
  process.env["SPOTTER_DATA"] = data.path;
  const spotter = startSpotter(data.path, { DEMO_MEMBERS: "20", LOG_LEVEL: "warn" });
  process.env["SPOTTER_ADDRESS"] = await spotter.ready();
  return async () => {
    spotter.process.kill("SIGTERM");
    await spotter.ended;
    data.remove();
    const complaints = spotter
      .output()
      .split("\n")
      .filter((line) => line.includes('"level":'));
    if (complaints.length > 0) throw new Error(`The server complained:\n${complaints.join("\n")}`);
  };
}
