import { describe, expect, test } from "vitest";
import { readWorkouts } from "#web/screens/profile-editor/training/files/read-workouts.ts";
import { type FitMessage, fitFile, fitFileId, fitSession, fitTime } from "#web/testing/fit-file.ts";

const START = "2026-11-03T17:30:00Z";
const startedAt = Date.parse(START);
const RUN = { startedAt, sport: "run", seconds: 1800, meters: 5000 };

const record = (time: string, rest: Partial<FitMessage> = {}): FitMessage => ({
  message: 20,
  fields: [
    [253, 4, fitTime(time)],
    [0, 4, 627_000_000],
    [3, 1, 150],
  ],
  ...rest,
});

describe("a FIT file", () => {
  test("says when, which sport, how long and how far, and nothing else", () => {
    const file = fitFile([fitFileId(START), record(START), fitSession(START)]);
    expect(readWorkouts(file)).toStrictEqual([RUN]);
  });

  test.each([
    ["in big endian", fitFile([fitFileId(START), { ...fitSession(START), isBigEndian: true }])],
    ["with fields of developers", fitFile([{ ...fitSession(START), developerFields: [4, 16, 255] }])],
    ["with a header of 12 bytes", fitFile([fitSession(START)], { headerSize: 12 })],
    ["without its checksum", fitFile([fitSession(START)], { hasChecksum: false })],
    ["of a device that lost power", fitFile([fitFileId(START), fitSession(START)], { dataSize: 0 })],
    ["that is cut off after its session", fitFile([fitSession(START), record(START)]).slice(0, -20)],
    ["with text in an unknown message", fitFile([{ message: 0xff00, fields: [[1, [72, 105, 0]]] }, fitSession(START)])],
  ])("is read %s", (_, file) => {
    expect(readWorkouts(file)).toStrictEqual([RUN]);
  });

  test.each([
    [1, 0, "run"],
    [2, 46, "ride"],
    [5, 17, "swim"],
    [10, 20, "strength"],
    [10, 43, "yoga"],
    [10, 0, "class"],
    [4, 14, "row"],
    [31, 69, "climb"],
    [64, 85, "racket"],
    [11, 0, undefined],
    [250, 250, undefined],
  ])("sport %d with sub-sport %d: %s", (sport, subSport, expected) => {
    expect(readWorkouts(fitFile([fitSession(START, { sport, subSport })]))).toMatchObject([{ sport: expected }]);
  });

  test("with several sports has each, without the changes between them", () => {
    const file = fitFile([
      fitSession("2026-11-01T07:00:00Z", { sport: 5 }),
      fitSession("2026-11-01T07:31:00Z", { sport: 3 }),
      fitSession("2026-11-01T07:34:00Z", { sport: 2 }),
    ]);
    expect(readWorkouts(file).map(({ sport }) => sport)).toEqual(["swim", "ride"]);
  });

  test("may be followed by another one", () => {
    const file = new Uint8Array([...fitFile([fitSession(START)]), ...fitFile([fitSession("2026-11-04T17:30:00Z")])]);
    expect(readWorkouts(file)).toHaveLength(2);
  });

  test("without values for time and distance has zeros", () => {
    const session = fitSession(START);
    const fields = session.fields.map((field) =>
      [7, 9].includes(field[0]) ? ([field[0], 4, 0xffff_ffff] as const) : field,
    );
    expect(readWorkouts(fitFile([{ ...session, fields }]))).toStrictEqual([{ ...RUN, seconds: 0, meters: 0 }]);
  });

  test("without a session is as long as its times, also those of compressed headers", () => {
    const file = fitFile([
      fitFileId(START),
      { message: 12, fields: [[0, 1, 2]] },
      record(START),
      record("2026-11-03T18:10:00Z"),
      // The lower five bits of 5 seconds later.
      { message: 20, fields: [[3, 1, 150]], timeOffset: (fitTime("2026-11-03T18:10:00Z") + 5) & 31 },
    ]);
    expect(readWorkouts(file)).toStrictEqual([{ startedAt, sport: "ride", seconds: 2405, meters: 0 }]);
  });

  test("without a session takes the time of its activity", () => {
    const file = fitFile([fitFileId(START), { message: 34, fields: [[0, 4, 900_000]] }]);
    expect(readWorkouts(file)).toStrictEqual([{ startedAt, sport: undefined, seconds: 900, meters: 0 }]);
  });

  test.each([
    ["a planned course", fitFile([fitFileId(START, 6), record(START)]), "idle"],
    ["a day of a watch", fitFile([fitFileId(START, 32), record(START)]), "idle"],
    ["a drive", fitFile([fitFileId(START), fitSession(START, { sport: 24 })]), "idle"],
    ["no times", fitFile([{ message: 49, fields: [[0, 2, 100]] }]), "idle"],
    ["nothing", fitFile([]), "damaged"],
    ["times since the start of the device", fitFile([{ message: 20, fields: [[253, 4, 4711]] }]), "idle"],
    ["half of the records", fitFile([fitFileId(START), record(START), fitSession(START)]).slice(0, 70), "damaged"],
    ["a header alone", fitFile([fitSession(START)]).slice(0, 14), "damaged"],
    ["data without its definition", fitFile([fitSession(START)]).fill(5, 14), "damaged"],
    ["a byte order that does not exist", fitFile([fitSession(START)]).fill(7, 16, 17), "damaged"],
  ])("with %s is refused", (_, file, problem) => {
    expect(() => readWorkouts(file)).toThrow(expect.objectContaining({ problem }));
  });
});
