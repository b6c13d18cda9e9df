import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { HashingRequest } from "#server/domains/accounts/login/hashing-thread.ts";

/**
 * Hashes in threads of a low priority of their own. In libuv's, which files and DNS use, a hash would have the priority
 * of the event loop and the database, which wait for each other: with two at work on two cores, members' requests took
 * six times as long.
 */
export function createHashingThreads(): (request: HashingRequest) => Promise<string | boolean> {
  const idle: Worker[] = [];

  function start(): Worker {
    const thread = new Worker(join(import.meta.dirname, "hashing-thread.ts"), { env: {}, execArgv: [] });
    // Without a listener the error of an idle thread would end the process.
    thread.on("error", () => undefined);
    thread.once("exit", () => {
      const at = idle.indexOf(thread);
      if (at >= 0) idle.splice(at, 1);
    });
    return thread;
  }

  return async (request) => {
    const thread = idle.pop() ?? start();
    const { promise, resolve, reject } = Promise.withResolvers<string | boolean>();
    const onExit = (): void => reject(new Error("a hashing thread has ended"));
    // The process may end while no password is hashed.
    thread.ref();
    thread.once("error", reject);
    thread.once("exit", onExit);
    thread.once("message", ({ answer, error }: { answer: string | boolean; error?: Error }) => {
      thread.off("error", reject);
      thread.off("exit", onExit);
      thread.unref();
      idle.push(thread);
      if (error) reject(error);
      else resolve(answer);
    });
    thread.postMessage(request);
    return promise;
  };
}
