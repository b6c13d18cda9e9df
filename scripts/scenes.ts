import { runBuild } from "./build-in-child.ts";
import { run } from "./steps.ts";

/** Has axe look at every screen and dialog in every state; `npm test` looks at each of them in one. */
await runBuild(console.log);
process.exit((await run("playwright", ["test", "e2e/scenes.spec.ts"], { SCENES: "all" })) ? 0 : 1);
