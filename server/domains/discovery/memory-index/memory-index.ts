import {
  buildColumns,
  findSlot,
  isRemoved,
  removeSlot,
  updateSlot,
} from "#server/domains/discovery/memory-index/index-columns.ts";
import { RECORD_BYTES } from "#server/domains/discovery/memory-index/index-records.ts";
import {
  countIndex,
  type Searchable,
  searchIndex,
  toSearchable,
} from "#server/domains/discovery/memory-index/index-search.ts";
import { readUuid, WORDS_PER_UUID, writeUuid } from "#server/domains/discovery/memory-index/uuid-hash.ts";
import type { Search } from "#server/domains/discovery/search/discovery.queries.ts";
import type { KnownMembers } from "#server/domains/discovery/search/searcher.queries.ts";

/** It proposes members; the database decides who is shown. */
export class MemoryIndex {
  readonly #base: Searchable;
  /** Records by id of members who are not in the base, or whose place in its order has changed. */
  readonly #recent = new Map<string, Uint8Array>();
  #recentColumns = toSearchable(buildColumns([]));
  readonly #words = new Uint32Array(WORDS_PER_UUID);

  /** @param batches records of all members, each once; see `index-records.ts` */
  constructor(batches: readonly Uint8Array[]) {
    this.#base = toSearchable(buildColumns(batches));
  }

  get recentCount(): number {
    return this.#recent.size;
  }

  /** Repeating it is harmless. @param packed records of members who are new or changed */
  apply(packed: Uint8Array, removedIds: readonly string[]): void {
    const records = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
    for (let at = 0; at < packed.byteLength; at += RECORD_BYTES) this.#put(packed, records, at);
    for (const id of removedIds) this.#remove(id);
    this.#recentColumns = toSearchable(buildColumns([...this.#recent.values()]));
  }

  #put(packed: Uint8Array, records: DataView, at: number): void {
    const { columns } = this.#base;
    for (let i = 0; i < WORDS_PER_UUID; i++) this.#words[i] = records.getUint32(at + 4 * i, true);
    const slot = findSlot(columns, this.#words, 0);
    if (slot >= 0 && !isRemoved(columns, slot) && updateSlot(columns, slot, records, at)) return;
    if (slot >= 0) removeSlot(columns, slot);
    this.#recent.set(readUuid(this.#words, 0), packed.slice(at, at + RECORD_BYTES));
  }

  #remove(id: string): void {
    writeUuid(id, this.#words, 0);
    const slot = findSlot(this.#base.columns, this.#words, 0);
    if (slot >= 0) removeSlot(this.#base.columns, slot);
    this.#recent.delete(id);
  }

  /** In the order of `rankMembers`. @param today days since 1970, in UTC */
  search(search: Search, known: KnownMembers, today: number): string[] {
    return searchIndex([this.#base, this.#recentColumns], search, known, today);
  }

  count(search: Search, known: KnownMembers, today: number, limit: number): number {
    return countIndex([this.#base, this.#recentColumns], search, known, today, limit);
  }
}
