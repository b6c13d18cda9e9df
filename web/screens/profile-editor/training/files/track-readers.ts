import { sportOfName } from "#web/screens/profile-editor/training/files/sport-names.ts";
import type { StepBudget } from "#web/screens/profile-editor/training/files/step-budget.ts";
import { TagScanner } from "#web/screens/profile-editor/training/files/tag-scanner.ts";
import { FileError, WORKOUTS_MAX, type Workout } from "#web/screens/profile-editor/training/files/workout.ts";

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(Z|[+-]\d\d:?\d\d)?$/;

/** By the root of the file. */
const READERS: Readonly<Record<string, (scanner: TagScanner) => Workout[]>> = {
  gpx: readGpx,
  TrainingCenterDatabase: readTcx,
};

/** In UTF-8. @throws FileError */
export function readTracks(bytes: Uint8Array, steps: StepBudget): Workout[] {
  const scanner = new TagScanner(bytes, steps);
  const read = scanner.next() && Object.hasOwn(READERS, scanner.name) ? READERS[scanner.name] : undefined;
  if (!read) throw new FileError("foreign");
  return read(scanner);
}

/**
 * Each `trk` is a workout, from its first to its last time. GPX has distances as positions only, which are not read.
 */
function readGpx(scanner: TagScanner): Workout[] {
  const workouts: Workout[] = [];
  let isTrackFound = false;
  let sport: Workout["sport"];
  let first: number | undefined;
  let last = 0;
  while (scanner.next()) {
    const { name, parent, isClosing } = scanner;
    if (!isClosing) {
      if (name !== "trk") continue;
      isTrackFound = true;
      sport = undefined;
      first = undefined;
    } else if (name === "time" && parent === "trkpt") {
      const time = parseTime(scanner.text());
      if (time === undefined) continue;
      first ??= time;
      last = time;
    } else if (name === "type" && parent === "trk") {
      sport = sportOfName(scanner.text());
    } else if (name === "trk" && first !== undefined && workouts.length < WORKOUTS_MAX) {
      workouts.push({ startedAt: first, sport, seconds: Math.max(0, last - first) / 1000, meters: 0 });
    }
  }
  if (workouts.length === 0) throw new FileError(isTrackFound ? "untimed" : "idle");
  return workouts;
}

/** Each `Activity` is a workout. Its laps add up. */
function readTcx(scanner: TagScanner): Workout[] {
  const workouts: Workout[] = [];
  let isActivityFound = false;
  let sport: Workout["sport"];
  let startedAt: number | undefined;
  let seconds = 0;
  let meters = 0;
  while (scanner.next()) {
    const { name, parent, isClosing } = scanner;
    if (!isClosing) {
      if (name === "Lap") startedAt ??= parseTime(scanner.attribute("StartTime"));
      if (name !== "Activity") continue;
      isActivityFound = true;
      sport = sportOfName(scanner.attribute("Sport") ?? "");
      startedAt = undefined;
      seconds = 0;
      meters = 0;
    } else if (parent === "Lap") {
      if (name === "TotalTimeSeconds") seconds += parseAmount(scanner.text());
      if (name === "DistanceMeters") meters += parseAmount(scanner.text());
    } else if (name === "Id" && parent === "Activity") {
      startedAt = parseTime(scanner.text()) ?? startedAt;
    } else if (name === "Activity" && startedAt !== undefined && workouts.length < WORKOUTS_MAX) {
      workouts.push({ startedAt, sport, seconds, meters });
    }
  }
  if (workouts.length === 0) throw new FileError(isActivityFound ? "untimed" : "idle");
  return workouts;
}

/** Milliseconds since 1970. A time without a zone is in UTC, as GPX says. */
function parseTime(text: string | undefined): number | undefined {
  const [time, zone] = ISO_TIME.exec(text ?? "") ?? [];
  if (time === undefined) return undefined;
  const milliseconds = Date.parse(zone === undefined ? `${time}Z` : time);
  return Number.isNaN(milliseconds) ? undefined : milliseconds;
}

function parseAmount(text: string): number {
  const amount = text === "" ? 0 : Number(text);
  return Number.isFinite(amount) ? Math.max(0, amount) : 0;
}
