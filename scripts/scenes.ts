import { runBuild } from "./build-in-child.ts";
import { runProgram } from "./run-checks.ts";

/** Runs axe on every screen and dialog in every state. `npm test` checks each of them in one state only. */
await runBuild(console.log);
process.exit(
  (await runProgram("playwright", ["test", "e2e/screens/scenes.spec.ts"], { env: { SCENES: "all" } })) ? 0 : 1,
);
