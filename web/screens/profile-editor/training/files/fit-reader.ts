import { isFitTraining, sportOfFit } from "#web/screens/profile-editor/training/files/sport-names.ts";
import type { StepBudget } from "#web/screens/profile-editor/training/files/step-budget.ts";
import { FileError, WORKOUTS_MAX, type Workout } from "#web/screens/profile-editor/training/files/workout.ts";

const HEADER_MIN = 12;
/** Seconds from 1970 to the start of FIT's time, the end of 1989. */
const EPOCH = 631_065_600;
/** Smaller times count from the start of a device. */
const TIME_MIN = 0x1000_0000;

/** Numbers of the FIT profile. */
const FILE_ID = { message: 0, type: 0, created: 4 } as const;
const SPORT = { message: 12, sport: 0, subSport: 1 } as const;
const SESSION = { message: 18, start: 2, sport: 5, subSport: 6, elapsed: 7, distance: 9 } as const;
const ACTIVITY = { message: 34, timer: 0 } as const;
const TIMESTAMP = 253;
/** A file of a finished activity, not of a planned one or of settings. */
const ACTIVITY_FILE = 4;

const FIELDS: ReadonlyMap<number, ReadonlySet<number>> = new Map(
  [FILE_ID, SPORT, SESSION, ACTIVITY].map(({ message, ...fields }) => [
    message,
    new Set<number>(Object.values(fields)),
  ]),
);

/** In force until a later definition for the same local type. */
interface Definition {
  readonly message: number;
  readonly isLittleEndian: boolean;
  /** Bytes of a data record. */
  readonly size: number;
  /** In bytes. */
  readonly fields: ReadonlyMap<number, readonly [offset: number, size: number]>;
}

/** The next file may follow directly: devices join the files of a multisport event. */
export const isFitAt = (bytes: Uint8Array, at: number): boolean =>
  (bytes[at] ?? 0) >= HEADER_MIN &&
  bytes[at + 8] === 0x2e &&
  bytes[at + 9] === 0x46 &&
  bytes[at + 10] === 0x49 &&
  bytes[at + 11] === 0x54;

/**
 * The messages `session`, or the times of other messages where there is none. Checksums are not compared, because many
 * apps write wrong ones.
 * @throws FileError
 */
export function readFit(bytes: Uint8Array, steps: StepBudget): Workout[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const workouts: Workout[] = [];
  let at = 0;
  do {
    const dataFrom = at + (bytes[at] ?? 0);
    const dataSize = view.getUint32(at + 4, true);
    // A device that lost power has not written the size.
    const end = dataSize === 0 ? bytes.length : Math.min(dataFrom + dataSize, bytes.length);
    const messages = new MessageReader(view, steps);
    const isWhole = messages.read(dataFrom, end) && dataFrom + dataSize <= bytes.length;
    workouts.push(...(isWhole || dataSize === 0 ? messages.workouts() : messages.sessions));
    if (!isWhole && workouts.length === 0) throw new FileError("damaged");
    if (!isWhole) break;
    // After the checksum.
    at = end + 2;
  } while (workouts.length < WORKOUTS_MAX && isFitAt(bytes, at));
  if (workouts.length === 0) throw new FileError("idle");
  return workouts.slice(0, WORKOUTS_MAX);
}

class MessageReader {
  readonly sessions: Workout[] = [];
  readonly #view: DataView;
  readonly #steps: StepBudget;
  readonly #definitions = new Map<number, Definition>();
  /** The latest message's, in FIT's seconds. */
  #time: number | undefined;
  #firstTime: number | undefined;
  #fileType: number | undefined;
  #createdAt: number | undefined;
  #sport: number | undefined;
  #subSport: number | undefined;
  #timerSeconds = 0;
  #hasPastime = false;

  constructor(view: DataView, steps: StepBudget) {
    this.#view = view;
    this.#steps = steps;
  }

  /** @returns whether all records until `end` could be read */
  read(from: number, end: number): boolean {
    let at = from;
    while (at < end && this.sessions.length < WORKOUTS_MAX) {
      const header = this.#view.getUint8(at);
      const isCompressed = (header & 0x80) !== 0;
      const isDefinition = !isCompressed && (header & 0x40) !== 0;
      const next = isDefinition
        ? this.#readDefinition(at + 1, end, header)
        : this.#readData(at + 1, end, isCompressed ? (header >> 5) & 3 : header & 15, isCompressed ? header & 31 : -1);
      if (next === undefined) return false;
      this.#steps.take(next - at);
      at = next;
    }
    return true;
  }

  /** Without sessions a workout from the other messages. */
  workouts(): readonly Workout[] {
    if (this.sessions.length > 0 || this.#hasPastime) return this.sessions;
    if (this.#fileType !== undefined && this.#fileType !== ACTIVITY_FILE) return [];
    const startedAt = this.#createdAt ?? toMilliseconds(this.#firstTime);
    if (startedAt === undefined || !isFitTraining(this.#sport)) return [];
    const recorded = (this.#time ?? 0) - (this.#firstTime ?? 0);
    const seconds = this.#timerSeconds || Math.max(0, recorded);
    return [{ startedAt, sport: sportOfFit(this.#sport, this.#subSport), seconds, meters: 0 }];
  }

  /** @returns the offset of the next record; undefined if this one is not whole or not valid */
  #readDefinition(from: number, end: number, header: number): number | undefined {
    const view = this.#view;
    if (from + 5 > end) return undefined;
    const order = view.getUint8(from + 1);
    if (order > 1) return undefined;
    const isLittleEndian = order === 0;
    const message = view.getUint16(from + 2, isLittleEndian);
    const wanted = FIELDS.get(message);
    const fields = new Map<number, readonly [number, number]>();
    let size = 0;
    let at = from + 5;
    for (let left = view.getUint8(from + 4); left > 0; left--, at += 3) {
      if (at + 3 > end) return undefined;
      const field = view.getUint8(at);
      const bytes = view.getUint8(at + 1);
      if (field === TIMESTAMP || wanted?.has(field)) fields.set(field, [size, bytes]);
      size += bytes;
    }
    // Fields of developers, of which only the size matters.
    if ((header & 0x20) !== 0) {
      if (at >= end) return undefined;
      const count = view.getUint8(at++);
      if (at + count * 3 > end) return undefined;
      for (let left = count; left > 0; left--, at += 3) size += view.getUint8(at + 1);
    }
    this.#definitions.set(header & 15, { message, isLittleEndian, size, fields });
    return at;
  }

  /** @param timeOffset the lower five bits of the time in a compressed header; -1 for another header */
  #readData(from: number, end: number, localType: number, timeOffset: number): number | undefined {
    const definition = this.#definitions.get(localType);
    if (!definition || from + definition.size > end) return undefined;
    const read = (field: number) => this.#readField(definition, from, field);
    const time = read(TIMESTAMP);
    if (time !== undefined) this.#setTime(time);
    else if (timeOffset >= 0 && this.#time !== undefined)
      this.#setTime(this.#time + ((timeOffset - (this.#time & 31)) & 31));
    if (definition.message === SESSION.message) this.#addSession(read);
    if (definition.message === FILE_ID.message) {
      this.#fileType = read(FILE_ID.type);
      this.#createdAt = toMilliseconds(read(FILE_ID.created));
    }
    if (definition.message === SPORT.message) {
      this.#sport = read(SPORT.sport);
      this.#subSport = read(SPORT.subSport);
    }
    if (definition.message === ACTIVITY.message) this.#timerSeconds = (read(ACTIVITY.timer) ?? 0) / 1000;
    return from + definition.size;
  }

  #setTime(time: number): void {
    if (time < TIME_MIN) return;
    this.#time = time;
    this.#firstTime ??= time;
  }

  #addSession(read: (field: number) => number | undefined): void {
    const sport = read(SESSION.sport) ?? this.#sport;
    const subSport = read(SESSION.subSport) ?? this.#subSport;
    if (!isFitTraining(sport)) {
      this.#hasPastime = true;
      return;
    }
    const startedAt = toMilliseconds(read(SESSION.start)) ?? this.#createdAt;
    if (startedAt === undefined) return;
    this.sessions.push({
      startedAt,
      sport: sportOfFit(sport, subSport),
      seconds: (read(SESSION.elapsed) ?? 0) / 1000,
      meters: (read(SESSION.distance) ?? 0) / 100,
    });
  }

  /** Unsigned. Undefined if the message has no such field, or one without a value. */
  #readField({ fields, isLittleEndian }: Definition, from: number, field: number): number | undefined {
    const [offset = 0, size = 0] = fields.get(field) ?? [];
    const at = from + offset;
    if (size === 1) return valueUnless(this.#view.getUint8(at), 0xff);
    if (size === 2) return valueUnless(this.#view.getUint16(at, isLittleEndian), 0xffff);
    if (size === 4) return valueUnless(this.#view.getUint32(at, isLittleEndian), 0xffff_ffff);
    return undefined;
  }
}

const valueUnless = (value: number, none: number): number | undefined => (value === none ? undefined : value);

const toMilliseconds = (time: number | undefined): number | undefined =>
  time === undefined || time < TIME_MIN ? undefined : (time + EPOCH) * 1000;
