import { parentPort } from "node:worker_threads";
import { DAY_MS } from "#contract/durations.ts";
import { MemoryIndex } from "#server/domains/discovery/memory-index/memory-index.ts";
import type { Search } from "#server/domains/discovery/search/discovery.queries.ts";
import type { KnownMembers } from "#server/domains/discovery/search/searcher.queries.ts";

/** The thread that holds an index. It answers messages one after the other. See `index-thread.ts`. */

export type IndexRequest =
  | { readonly kind: "load"; readonly packed: Uint8Array }
  | { readonly kind: "build" }
  | { readonly kind: "apply"; readonly packed: Uint8Array; readonly removedIds: readonly string[] }
  | { readonly kind: "search"; readonly search: Search; readonly known: KnownMembers }
  | { readonly kind: "count"; readonly search: Search; readonly known: KnownMembers; readonly limit: number }
  | { readonly kind: "close" };

export interface IndexAnswers {
  build: undefined;
  /** The number of members who are searched apart from the rest. */
  apply: number;
  search: string[];
  count: number;
}

export interface NumberedRequest {
  readonly id: number;
  readonly request: IndexRequest;
}

export interface NumberedAnswer {
  readonly id: number;
  readonly answer: unknown;
}

/** Days since 1970, in UTC. */
const today = (): number => Math.floor(Date.now() / DAY_MS);

let batches: Uint8Array[] = [];
let index = new MemoryIndex([]);

function answer(request: IndexRequest): unknown {
  switch (request.kind) {
    case "load":
      batches.push(request.packed);
      return undefined;
    case "build":
      index = new MemoryIndex(batches);
      batches = [];
      return undefined;
    case "apply":
      index.apply(request.packed, request.removedIds);
      return index.recentCount;
    case "search":
      return index.search(request.search, request.known, today());
    case "count":
      return index.count(request.search, request.known, today(), request.limit);
    case "close":
      parentPort?.close();
      return undefined;
  }
}

parentPort?.on("message", ({ id, request }: NumberedRequest) => {
  const answered: NumberedAnswer = { id, answer: answer(request) };
  parentPort?.postMessage(answered);
});
