import { runBuild } from "./build-in-child.ts";
import { run } from "./run-checks.ts";

/** Has axe look at every screen and dialog in every state; `npm test` looks at each of them in one. */
await runBuild(console.log);
process.exit((await run("playwright", ["test", "e2e/screens/scenes.spec.ts"], { SCENES: "all" })) ? 0 : 1);
