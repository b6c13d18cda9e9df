import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type {
  IndexAnswers,
  IndexRequest,
  NumberedAnswer,
  NumberedRequest,
} from "#server/domains/discovery/memory-index/index-worker.ts";
import type { Search } from "#server/domains/discovery/search/discovery.queries.ts";
import type { KnownMembers } from "#server/domains/discovery/search/searcher.queries.ts";

/** In a thread of its own, so that searches do not delay requests. It processes calls in their order. */
export interface IndexThread {
  /** Adds members to those of the next `build`. */
  load(packed: Uint8Array): void;
  build(): Promise<void>;
  /** @returns the number of members who are searched apart from the rest */
  apply(packed: Uint8Array, removedIds: readonly string[]): Promise<number>;
  /** @returns ids of members, the best first @throws Error if the thread has ended */
  search(search: Search, known: KnownMembers): Promise<string[]>;
  /** @throws Error if the thread has ended */
  count(search: Search, known: KnownMembers, limit: number): Promise<number>;
  close(): Promise<void>;
}

/** @param onFailure called if the thread ends without `close` */
export function startIndexThread(onFailure: (error: Error) => void): IndexThread {
  const worker = new Worker(join(import.meta.dirname, "index-worker.ts"), { env: {}, execArgv: [] });
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let nextId = 0;
  let error: Error | undefined;
  let isClosing = false;
  const ended = new Promise<void>((resolve) => {
    worker.once("exit", () => {
      error ??= new Error("the index thread has ended");
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
      if (!isClosing) onFailure(error);
      resolve();
    });
  });
  worker.once("error", (cause: Error) => {
    error = cause;
  });
  worker.on("message", ({ id, answer }: NumberedAnswer) => {
    waiting.get(id)?.resolve(answer);
    waiting.delete(id);
  });
  const post = (request: IndexRequest): number => {
    const id = nextId++;
    const numbered: NumberedRequest = { id, request };
    worker.postMessage(numbered);
    return id;
  };
  const call = <K extends keyof IndexAnswers>(request: IndexRequest & { kind: K }): Promise<IndexAnswers[K]> => {
    if (error) return Promise.reject(error);
    const answered = Promise.withResolvers<unknown>();
    waiting.set(post(request), answered);
    return answered.promise as Promise<IndexAnswers[K]>;
  };
  return {
    load: (packed) => void post({ kind: "load", packed }),
    build: () => call({ kind: "build" }),
    apply: (packed, removedIds) => call({ kind: "apply", packed, removedIds }),
    search: (search, known) => call({ kind: "search", search, known }),
    count: (search, known, limit) => call({ kind: "count", search, known, limit }),
    close: () => {
      isClosing = true;
      post({ kind: "close" });
      return ended;
    },
  };
}
