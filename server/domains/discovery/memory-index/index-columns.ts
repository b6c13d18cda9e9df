import { AT, GROUPS, groupOf, RECORD_BYTES } from "#server/domains/discovery/memory-index/index-records.ts";
import { WORDS_PER_UUID } from "#server/domains/discovery/memory-index/uuid-hash.ts";
import { areaOf, directionOf } from "#server/platform/geo/geo-cells.ts";

export const AGES = 256;
/** A lowest wanted age that no viewer reaches. */
const REMOVED = 255;
/** Above any day that is a lifetime away. */
export const HAS_WEEK = 0x8000;
/** Entries of the lookup table per member. */
const LOOKUP_FACTOR = 1.5;

export interface CellRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Typed arrays, about 45 bytes per member. A member's position in them is a slot. Slots are ordered by cell, gender,
 * wanted gender and age, so that a search reads few unwanted members.
 */
export interface IndexColumns {
  readonly count: number;
  readonly ids: Uint32Array;
  readonly traits: Uint8Array;
  readonly age: Uint8Array;
  readonly height: Uint8Array;
  readonly wantAgeMin: Uint8Array;
  readonly wantAgeMax: Uint8Array;
  /** `VERIFIED` and `UNLISTED`. */
  readonly flags: Uint8Array;
  readonly countedWeek: Int32Array;
  readonly interests: Int32Array;
  /** With `HAS_WEEK` for members whose week counts, so that searches read no other weeks. */
  readonly activeDay: Uint16Array;
  readonly joinedDay: Uint16Array;
  /** The first slot of each group of each cell, and the number of slots at the end. */
  readonly groups: Uint32Array;
  /** Ascending within an area; 0 is an unknown place. */
  readonly cells: BigUint64Array;
  /** Three coordinates per cell. */
  readonly directions: Float64Array;
  /** By area. The cell of unknown places has the area "". */
  readonly areas: ReadonlyMap<string, CellRange>;
  /** Slots plus one by id, with open addressing. */
  readonly lookup: Uint32Array;
}

const toText = (cell: bigint): string => cell.toString(16);

interface Cells {
  readonly cells: BigUint64Array;
  readonly directions: Float64Array;
  readonly areas: ReadonlyMap<string, CellRange>;
  readonly order: ReadonlyMap<bigint, number>;
}

function orderCells(found: Iterable<bigint>): Cells {
  const named = [...found].map((cell) => ({ cell, area: cell === 0n ? "" : areaOf(toText(cell)) }));
  named.sort((a, b) => (a.area < b.area ? -1 : a.area > b.area ? 1 : a.cell < b.cell ? -1 : 1));
  const cells = new BigUint64Array(named.length);
  const directions = new Float64Array(3 * named.length);
  const areas = new Map<string, CellRange>();
  const order = new Map<bigint, number>();
  for (const [i, { cell, area }] of named.entries()) {
    cells[i] = cell;
    order.set(cell, i);
    areas.set(area, { from: areas.get(area)?.from ?? i, to: i + 1 });
    if (cell === 0n) continue;
    const { x, y, z } = directionOf(toText(cell));
    directions.set([x, y, z], 3 * i);
  }
  return { cells, directions, areas, order };
}

/** Equal indexes keep their order (counting sort). */
function sortStably(indexes: Uint32Array, keys: number, keyOf: (index: number) => number): Uint32Array {
  const next = new Uint32Array(keys + 1);
  for (const index of indexes) {
    const key = keyOf(index) + 1;
    next[key] = (next[key] ?? 0) + 1;
  }
  for (let key = 1; key <= keys; key++) next[key] = (next[key] ?? 0) + (next[key - 1] ?? 0);
  const sorted = new Uint32Array(indexes.length);
  for (const index of indexes) {
    const key = keyOf(index);
    const place = next[key] ?? 0;
    sorted[place] = index;
    next[key] = place + 1;
  }
  return sorted;
}

function sortRecords(records: DataView, count: number, order: ReadonlyMap<bigint, number>): Uint32Array {
  const indexes = Uint32Array.from({ length: count }, (_, index) => index);
  const byAge = sortStably(indexes, AGES, (index) => records.getUint8(index * RECORD_BYTES + AT.age));
  return sortStably(byAge, order.size * GROUPS, (index) => {
    const at = index * RECORD_BYTES;
    return (order.get(records.getBigUint64(at + AT.cell)) ?? 0) * GROUPS + groupOf(records.getUint8(at + AT.traits));
  });
}

function findCells(records: DataView, count: number): Set<bigint> {
  const found = new Set<bigint>();
  for (let i = 0; i < count; i++) found.add(records.getBigUint64(i * RECORD_BYTES + AT.cell));
  return found;
}

function concat(batches: readonly Uint8Array[]): DataView {
  const all = new Uint8Array(batches.reduce((sum, batch) => sum + batch.byteLength, 0));
  let at = 0;
  for (const batch of batches) {
    all.set(batch, at);
    at += batch.byteLength;
  }
  return new DataView(all.buffer);
}

/** @param batches records of different members; see `index-records.ts` */
export function buildColumns(batches: readonly Uint8Array[]): IndexColumns {
  const records = concat(batches);
  const count = records.byteLength / RECORD_BYTES;
  const { order, ...places } = orderCells(findCells(records, count));
  const sorted = sortRecords(records, count, order);
  const columns: IndexColumns = {
    count,
    ids: new Uint32Array(WORDS_PER_UUID * count),
    traits: new Uint8Array(count),
    age: new Uint8Array(count),
    height: new Uint8Array(count),
    wantAgeMin: new Uint8Array(count),
    wantAgeMax: new Uint8Array(count),
    flags: new Uint8Array(count),
    countedWeek: new Int32Array(count),
    interests: new Int32Array(count),
    activeDay: new Uint16Array(count),
    joinedDay: new Uint16Array(count),
    groups: new Uint32Array(places.cells.length * GROUPS + 1),
    ...places,
    lookup: new Uint32Array(Math.ceil(count * LOOKUP_FACTOR) + 1),
  };
  const { groups } = columns;
  for (let slot = 0; slot < count; slot++) {
    const at = (sorted[slot] ?? 0) * RECORD_BYTES;
    for (let i = 0; i < WORDS_PER_UUID; i++)
      columns.ids[WORDS_PER_UUID * slot + i] = records.getUint32(at + AT.id + 4 * i, true);
    writeRecord(columns, slot, records, at);
    columns.age[slot] = records.getUint8(at + AT.age);
    const cell = order.get(records.getBigUint64(at + AT.cell)) ?? 0;
    const next = cell * GROUPS + groupOf(columns.traits[slot] ?? 0) + 1;
    groups[next] = (groups[next] ?? 0) + 1;
    insertLookup(columns, slot);
  }
  for (let i = 1; i < groups.length; i++) groups[i] = (groups[i] ?? 0) + (groups[i - 1] ?? 0);
  return columns;
}

function writeRecord(columns: IndexColumns, slot: number, records: DataView, at: number): void {
  columns.traits[slot] = records.getUint8(at + AT.traits);
  columns.height[slot] = records.getUint8(at + AT.height);
  columns.wantAgeMin[slot] = records.getUint8(at + AT.wantAgeMin);
  columns.wantAgeMax[slot] = records.getUint8(at + AT.wantAgeMax);
  columns.flags[slot] = records.getUint8(at + AT.flags);
  const week = records.getInt32(at + AT.countedWeek);
  columns.countedWeek[slot] = week;
  columns.interests[slot] = records.getInt32(at + AT.interests);
  columns.activeDay[slot] = records.getUint16(at + AT.activeDay) | (week === 0 ? 0 : HAS_WEEK);
  columns.joinedDay[slot] = records.getUint16(at + AT.joinedDay);
}

/** The last word of an id is random. */
const lookupStart = ({ lookup }: IndexColumns, lastWord: number): number => lastWord % lookup.length;

function insertLookup(columns: IndexColumns, slot: number): void {
  const { lookup, ids } = columns;
  let at = lookupStart(columns, ids[WORDS_PER_UUID * slot + 3] ?? 0);
  while (lookup[at] !== 0) at = at + 1 === lookup.length ? 0 : at + 1;
  lookup[at] = slot + 1;
}

/**
 * Also the slot of a removed member; -1 if there is none.
 * @param words an array with the words of the member's id from `at` on
 */
export function findSlot(columns: IndexColumns, words: Uint32Array, at: number): number {
  const { lookup, ids } = columns;
  for (let i = lookupStart(columns, words[at + 3] ?? 0); lookup[i] !== 0; i = i + 1 === lookup.length ? 0 : i + 1) {
    const slot = (lookup[i] ?? 0) - 1;
    const first = WORDS_PER_UUID * slot;
    if (
      ids[first + 3] === words[at + 3] &&
      ids[first + 2] === words[at + 2] &&
      ids[first + 1] === words[at + 1] &&
      ids[first] === words[at]
    )
      return slot;
  }
  return -1;
}

/** The slot stays. */
export function removeSlot({ wantAgeMin }: IndexColumns, slot: number): void {
  wantAgeMin[slot] = REMOVED;
}

function cellOf({ groups, cells }: IndexColumns, slot: number): number {
  let [low, high] = [0, cells.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((groups[middle * GROUPS] ?? 0) <= slot) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** In place. @returns false if the place, the group or the age differ */
export function updateSlot(columns: IndexColumns, slot: number, records: DataView, at: number): boolean {
  const isSame =
    columns.age[slot] === records.getUint8(at + AT.age) &&
    groupOf(columns.traits[slot] ?? 0) === groupOf(records.getUint8(at + AT.traits)) &&
    columns.cells[cellOf(columns, slot)] === records.getBigUint64(at + AT.cell);
  if (isSame) writeRecord(columns, slot, records, at);
  return isSame;
}

export const isRemoved = ({ wantAgeMin }: IndexColumns, slot: number): boolean => wantAgeMin[slot] === REMOVED;
