import { describe, expect, test } from "vitest";
import { readWorkouts } from "#web/screens/profile-editor/training/files/read-workouts.ts";
import { gpxFile, gpxTrack, tcxActivity, tcxFile, tcxLap, toBytes } from "#web/testing/track-files.ts";

const START = "2026-11-03T17:30:00Z";
const startedAt = Date.parse(START);
const TIMES = [START, "2026-11-03T17:30:01.500Z", "2026-11-03T18:00:00.000Z"];
const RUN = { startedAt, sport: "run", seconds: 1800, meters: 0 };

const read = (text: string) => readWorkouts(toBytes(text));

function toUtf16(text: string, isBigEndian: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let i = 0; i < text.length; i++) view.setUint16(i * 2, text.charCodeAt(i), !isBigEndian);
  return new Uint8Array(view.buffer);
}

describe("a GPX file", () => {
  test("says when, which sport and how long, and neither positions nor heart rates", () => {
    expect(read(gpxFile(gpxTrack(TIMES, "running")))).toStrictEqual([RUN]);
  });

  test.each([
    ["running", "run"],
    ["trail_running", "run"],
    ["Ride", "ride"],
    ["VirtualRide", "ride"],
    ["9", "run"],
    ["1", "ride"],
    ["strength_training", "strength"],
    ["rock_climbing", "climb"],
    ["stair_climbing", undefined],
    ["motorcycling", undefined],
    ["<![CDATA[Lap Swimming]]>", "swim"],
    ["hi<!-- a word that is split -->king", "hike"],
    ["", undefined],
    [undefined, undefined],
  ])("of the type %s is %s", (type, sport) => {
    expect(read(gpxFile(gpxTrack(TIMES, type)))).toStrictEqual([{ ...RUN, sport }]);
  });

  const plain = gpxFile(gpxTrack(TIMES, "running"));
  test.each([
    ["with a byte order mark", toBytes(`\u{feff}${plain}`)],
    ["with spaces before it", toBytes(`          ${plain}`)],
    ["in UTF-16, little endian", toUtf16(`\u{feff}${plain}`, false)],
    ["in UTF-16, big endian", toUtf16(`\u{feff}${plain}`, true)],
    ["in UTF-16 without a mark", toUtf16(plain, false)],
    ["with a prefix on each name", toBytes(plain.replaceAll(/<(\/?)(?=\w+[\s/>])(?!\?)/g, "<$1g:"))],
    ["with a `>` within an attribute", toBytes(plain.replace("Garmin Connect", "a > b 'c' />"))],
    ["with a comment full of tags", toBytes(plain.replace("<trk>", "<!-- <trk><time> -- > --><trk>"))],
    ["with a document type", toBytes(plain.replace("?>", `?><!DOCTYPE gpx SYSTEM "gpx.dtd">`))],
    ["with Windows line ends", toBytes(plain.replaceAll("\n", "\r\n"))],
  ])("is read %s", (_, bytes) => {
    expect(readWorkouts(bytes)).toStrictEqual([RUN]);
  });

  test("has a workout for each track, and none for waypoints, routes and tracks without times", () => {
    const others = `<wpt lat="0" lon="0"><time>${START}</time></wpt><rte><rtept><time>${START}</time></rtept></rte>`;
    const untimed = "<trk><trkseg><trkpt/></trkseg></trk>";
    const later = gpxTrack(["2026-11-04T06:00:00+01:00"], "cycling");
    expect(read(gpxFile(others, gpxTrack(TIMES, "running"), untimed, later))).toStrictEqual([
      RUN,
      { startedAt: Date.parse("2026-11-04T05:00:00Z"), sport: "ride", seconds: 0, meters: 0 },
    ]);
  });

  test("takes a time without a zone as UTC", () => {
    expect(read(gpxFile(gpxTrack(["2026-11-03T17:30:00"])))).toMatchObject([{ startedAt }]);
  });

  test.each([
    ["a route", gpxFile("<rte><rtept/></rte>"), "idle"],
    ["a track without times", gpxFile("<trk><trkseg><trkpt></trkpt></trkseg></trk>"), "untimed"],
    ["times that are none", gpxFile(gpxTrack(["yesterday", "2026-13-45T99:00:00Z"])), "untimed"],
    ["half of its text", plain.slice(0, 700), "damaged"],
    ["tags that do not match", plain.replace("</trkseg>", ""), "damaged"],
    ["a tag without an end", `${plain.slice(0, 400)}<trk`, "damaged"],
    ["a comment without an end", plain.replace("<trk>", "<!-- <trk>"), "damaged"],
    [
      "entities of its own",
      plain.replace("?>", `?><!DOCTYPE gpx [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>`),
      "damaged",
    ],
    ["elements without end", `<gpx>${"<a>".repeat(1000)}`, "damaged"],
    ["a tag of a megabyte", `<gpx a="${"x".repeat(1_000_000)}"></gpx>`, "damaged"],
  ])("with %s is refused", (_, text, problem) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ problem }));
  });
});

describe("a TCX file", () => {
  const RIDE = { startedAt, sport: "ride", seconds: 3600.5, meters: 25_000 };
  const laps = [tcxLap(START, 1800.5, 12_500), tcxLap("2026-11-03T18:00:00Z", 1800, 12_500)];

  test("adds up its laps, and leaves out the distances of points", () => {
    expect(read(tcxFile(tcxActivity("Biking", START, ...laps)))).toStrictEqual([RIDE]);
  });

  test("begins with its first lap if its id is no time", () => {
    expect(read(tcxFile(tcxActivity("Biking", "4711", ...laps)))).toStrictEqual([RIDE]);
  });

  test("has a workout for each activity, also those of a multisport session", () => {
    const first = `<MultiSportSession><FirstSport>${tcxActivity("Running", START)}</FirstSport></MultiSportSession>`;
    expect(read(tcxFile(first, tcxActivity("Other", START, ...laps)))).toStrictEqual([
      { startedAt, sport: "run", seconds: 0, meters: 0 },
      { ...RIDE, sport: undefined },
    ]);
  });

  test("takes amounts that are none as 0", () => {
    const lap = tcxLap(START, Number.NaN, -5).replace("<Calories>", "<DistanceMeters>1e999</DistanceMeters><Calories>");
    expect(read(tcxFile(tcxActivity("Running", START, lap)))).toMatchObject([{ seconds: 0, meters: 0 }]);
  });

  test.each([
    ["a course", tcxFile("<Courses/>"), "idle"],
    ["no time", tcxFile(tcxActivity("Running", "")), "untimed"],
  ])("with %s is refused", (_, text, problem) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ problem }));
  });
});

test.each([
  ["JSON that is named .fit", toBytes(`{"error":"not found"}`), "foreign"],
  ["a page", toBytes("<!DOCTYPE html><html><body>Log in</body></html>"), "foreign"],
  ["a map of Google", toBytes(`<kml xmlns="http://www.opengis.net/kml/2.2"></kml>`), "foreign"],
  ["a root with the name of a method", toBytes("<toString></toString>"), "foreign"],
  ["a photo", Uint8Array.of(0xff, 0xd8, 0xff, 0xe0), "foreign"],
  ["spaces", toBytes("   \n"), "foreign"],
  ["a zip", Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0), "archive"],
  ["nothing", new Uint8Array(), "empty"],
])("%s is refused", (_, bytes, problem) => {
  expect(() => readWorkouts(bytes)).toThrow(expect.objectContaining({ problem }));
});
