import { runEngineTests } from "./engine-tests.ts";
import { createSwitch } from "./network.ts";
import { prove } from "./prove.ts";

/** Seconds after which a run is ended, whatever it does. */
const RUN_S_MAX = 3_600;

const [folder = "", mode, ...rest] = process.argv.slice(2);
const run = async (): Promise<boolean> => {
  if (mode === "tests") return runEngineTests(folder);
  if (mode === "faults") return prove(folder, rest);
  throw new Error("npm run fleet -- tests, or npm run fleet -- faults [parts of names]");
};
setTimeout(() => {
  console.error(`The run took longer than ${RUN_S_MAX} seconds`);
  process.exit(1);
}, RUN_S_MAX * 1000).unref();
createSwitch();
// As the first process of its namespace it takes all others with it.
const passed = await run().catch((error: unknown) => {
  console.error(error);
  return false;
});
process.exit(passed ? 0 : 1);
