import { getPriority, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { hashSync, verifySync } from "@node-rs/argon2";

/** A thread that hashes one password at a time. See `hashing-threads.ts`. */

export type HashingRequest =
  | { readonly password: string; readonly options: { readonly memoryCost: number; readonly timeCost: number } }
  | { readonly password: string; readonly hashed: string };

/** Whatever else runs on the machine gets about ten times as much of a core that both want. */
const NICENESS = 10;
// Elsewhere it would be the priority of the process.
if (process.platform === "linux") setPriority(Math.max(NICENESS, getPriority()));

parentPort?.on("message", (request: HashingRequest) => {
  try {
    const { password } = request;
    parentPort?.postMessage({
      answer: "hashed" in request ? verifySync(request.hashed, password) : hashSync(password, request.options),
    });
  } catch (error) {
    parentPort?.postMessage({ error });
  }
});
