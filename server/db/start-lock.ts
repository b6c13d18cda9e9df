import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";
import { createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

const WAIT_MS = 60_000;

/**
 * Lets one start at a time look at a data folder and put a server on it. What is held is a name that the system takes
 * back when its process ends, however it ends. Only Linux has such names; elsewhere starts are not held apart.
 */
export async function takeStartTurn(dataDir: string): Promise<{ release(): void }> {
  if (process.platform !== "linux") return { release: () => undefined };
  const name = createHash("sha256").update(realpathSync(dataDir)).digest("hex").slice(0, 32);
  for (const deadline = Date.now() + WAIT_MS; ; await wait(100)) {
    const server = createServer();
    const taken = await new Promise<boolean>((resolve) => {
      server.once("error", () => resolve(false));
      server.listen(`\0spotter-start-${name}`, () => resolve(true));
    });
    // Whoever starts for so long is stuck; the database has a lock of its own.
    if (taken || Date.now() > deadline) return { release: () => server.close() };
  }
}
