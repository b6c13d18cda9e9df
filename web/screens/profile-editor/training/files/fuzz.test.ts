import { expect, test } from "vitest";
import { FILE_BYTES_MAX } from "#contract/limits.ts";
import { readWorkouts } from "#web/screens/profile-editor/training/files/read-workouts.ts";
import { StepBudget } from "#web/screens/profile-editor/training/files/step-budget.ts";
import { FileError, WORKOUTS_MAX } from "#web/screens/profile-editor/training/files/workout.ts";
import { fitFile, fitFileId, fitSession, fitTime } from "#web/testing/fit-file.ts";
import { gpxFile, gpxTrack, tcxActivity, tcxFile, tcxLap, toBytes } from "#web/testing/track-files.ts";

/**
 * Files are changed at random, always the same ones. None may hang its reader, or throw another error than its own.
 * `scripts/hang-watchdog.ts` ends a reader that hangs without taking steps.
 */

const FILES = 10_000;
const START = "2026-11-03T17:30:00Z";
const TIMES = Array.from({ length: 12 }, (_, i) => new Date(Date.parse(START) + i * 60_000).toISOString());

const records = TIMES.map((time) => ({
  message: 20,
  fields: [
    [253, 4, fitTime(time)],
    [3, 1, 150],
  ] as const,
}));
const whole = [
  fitFile([fitFileId(START), ...records, fitSession(START), { ...fitSession(TIMES[5] ?? ""), isBigEndian: true }]),
  fitFile([fitFileId(START), ...records, { message: 20, fields: [[3, 1, 150]], timeOffset: 7 }]),
  fitFile([{ ...fitSession(START), developerFields: [1, 0, 200] }], { dataSize: 0 }),
  toBytes(gpxFile(gpxTrack(TIMES, "running"), gpxTrack(TIMES, "<![CDATA[Ride]]>"))),
  toBytes(gpxFile(`<!-- planned --><rte><rtept lat='1' lon="2"/></rte>`, gpxTrack(TIMES))),
  toBytes(tcxFile(tcxActivity("Running", START, tcxLap(START, 1800, 5000), tcxLap(TIMES[9] ?? "", 60, 200)))),
];
/** Parsers stumble over these. */
const TOKENS = [
  ..."<>\"'=\0",
  "</",
  "/>",
  "<!--",
  "-->",
  "<![CDATA[",
  "]]>",
  "<!DOCTYPE gpx [",
  "<?",
  "?>",
  "<trk>",
  "</trk>",
  "<Lap",
  "StartTime=",
  "<time>",
  "&lt;&a;",
  "9".repeat(400),
  "<a ".repeat(70),
  " ".repeat(300),
].map(toBytes);

/** Mulberry32: numbers from 0 to 1. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Change = (bytes: Uint8Array, below: (limit: number) => number) => Uint8Array;

const join = (...parts: readonly Uint8Array[]): Uint8Array => new Uint8Array(parts.flatMap((part) => [...part]));

const CHANGES: readonly Change[] = [
  (bytes, below) => bytes.with(below(bytes.length), below(256)),
  (bytes, below) => {
    const at = below(bytes.length);
    return bytes.with(at, (bytes[at] ?? 0) ^ (1 << below(8)));
  },
  (bytes, below) => bytes.with(below(bytes.length), below(2) === 0 ? 0 : 0xff),
  (bytes, below) => bytes.slice(0, below(bytes.length)),
  (bytes, below) => {
    const at = below(bytes.length);
    return join(bytes.subarray(0, at), TOKENS[below(TOKENS.length)] ?? bytes, bytes.subarray(at));
  },
  (bytes, below) => {
    const at = below(bytes.length);
    return join(bytes.subarray(0, at), bytes.subarray(at + below(64)));
  },
  (bytes, below) => {
    const from = below(bytes.length);
    const piece = bytes.subarray(from, from + below(400));
    const at = below(bytes.length);
    return join(bytes.subarray(0, at), piece, piece, bytes.subarray(at));
  },
];

function changeAtRandom(seed: number): Uint8Array {
  const random = createRandom(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  let bytes: Uint8Array = whole[seed % whole.length] ?? new Uint8Array();
  for (let left = 1 + below(8); left > 0 && bytes.length > 0; left--)
    bytes = CHANGES[below(CHANGES.length)]?.(bytes, below) ?? bytes;
  return bytes;
}

/** Its end is no error of a reader. */
class TightBudget extends StepBudget {
  #left: number;
  constructor(bytes: number) {
    super(bytes);
    this.#left = 3 * bytes;
  }
  override take(steps: number): void {
    this.#left -= steps;
    if (!(steps >= 0) || this.#left < 0) throw new Error(`${steps} more steps are too many`);
  }
}

test("the files are read before they are changed", () => {
  expect(whole.map((bytes) => readWorkouts(bytes).length)).toEqual([2, 1, 1, 2, 1, 1]);
});

test(`${FILES} changed files neither hang a reader nor make it throw anything but its own error`, {
  timeout: 20_000,
}, () => {
  const outcomes = new Map<string, number>();
  for (let seed = 0; seed < FILES; seed++) {
    const bytes = changeAtRandom(seed);
    let outcome = "read";
    try {
      const workouts = readWorkouts(bytes, new TightBudget(bytes.length));
      if (workouts.length === 0 || workouts.length > WORKOUTS_MAX) throw new Error(`${workouts.length} workouts`);
      for (const { startedAt, seconds, meters } of workouts)
        if (![startedAt, seconds, meters].every(Number.isFinite) || seconds < 0 || meters < 0)
          throw new Error(`${startedAt}, ${seconds} s, ${meters} m`);
    } catch (error) {
      if (!(error instanceof FileError)) throw new Error(`file ${seed}`, { cause: error });
      outcome = error.problem;
    }
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }
  // The changes are neither so few that all are read, nor so many that none is.
  expect(outcomes.get("read")).toBeGreaterThan(1_000);
  expect(outcomes.get("damaged")).toBeGreaterThan(1_000);
  expect([...outcomes.keys()]).toEqual(expect.arrayContaining(["empty", "foreign", "idle"]));
  expect(outcomes.get("slow")).toBeUndefined();
});

test("a file that takes too many steps is given up", () => {
  const steps = new StepBudget(10);
  expect(() => readWorkouts(whole[3] ?? new Uint8Array(), steps)).toThrow(expect.objectContaining({ problem: "slow" }));
});

test.each([
  ["records of one byte", fitFile([{ message: 20, fields: [] }], { dataSize: 0, hasChecksum: false }), "\0"],
  ["brackets that close", toBytes("<gpx>"), ">"],
  ["brackets that open", toBytes("<gpx>"), "<"],
  ["elements", toBytes("<gpx>"), "<trk><type>x</type></trk>"],
  ["comments", toBytes("<gpx>"), "<!-- > -->"],
  ["attributes", toBytes("<TrainingCenterDatabase>"), `<Lap ${`a="" `.repeat(3_000)}></Lap>`],
  ["values without an end", toBytes("<gpx a="), `"'`],
])("a large file of nothing but %s is soon decided", { timeout: 20_000 }, (_, start, piece) => {
  const bytes = new Uint8Array(FILE_BYTES_MAX);
  const pieces = toBytes(piece.repeat(Math.ceil(2 ** 20 / piece.length)));
  for (let at = start.length; at + pieces.length <= bytes.length; at += pieces.length) bytes.set(pieces, at);
  bytes.set(start);
  expect(() => readWorkouts(bytes)).toThrow(FileError);
});
