import { SPORT_TEXTS, type Sport } from "#contract/training/sports.ts";

/** A place that belongs to somebody: "my place", "your garage". */
const OWNED =
  /\b(?:my|your|our|his|her|their)\s+(?:own\s+)?(?:apartment|apt|backyard|balcony|basement|building|condo|crib|dorm|driveway|flat|garage|garden|home|hotel|house|pad|place|pool|room|studio|yard)\b/iu;
/** A home without an owner. A flat loop is none. */
const HOME =
  /^home\b(?!\s+depot)|\b(?:at|from|in)\s+home\b|\bhome\s+gym\b|\b(?:airbnb|apartment|backyard|bedroom|dorm|hotel\s+room|living\s+room)\b|\b(?:apt|flat|unit)\.?\s*#?\d/iu;

const STREET_ENDINGS =
  "avenue|ave|boulevard|blvd|circle|cir|close|court|ct|crescent|drive|dr|lane|ln|place|pl|road|rd|row|street|st|terrace|way";
/** "12 Main Street", and "Hauptstraße 12". */
const ADDRESS = new RegExp(
  String.raw`(?<![\p{L}\p{N}])\d{1,5}[a-z]?\s+(?:[\p{L}\p{N}'’.-]+\s+){1,3}(?:${STREET_ENDINGS})(?![\p{L}\p{N}])|\p{L}(?:straße|strasse|str\.|gasse|weg|allee|laan|straat)\s+\d`,
  "iu",
);
/** A public training place, whatever its address. */
const VENUE =
  /\b(?:arena|beach|box|boxing|cent(?:er|re)|church|climbing|club|courts?|crossfit|dojo|fitness|field|gym|hall|lake|library|park|path|pitch|pool|rec|school|sports|stadium|station|trail|track|trailhead|university|yoga|ymca)\b/iu;

/** Somebody lives, or sleeps there. */
export const readsLikeHome = (place: string): boolean =>
  OWNED.test(place) || HOME.test(place.trim()) || (ADDRESS.test(place) && !VENUE.test(place));

/** From this hour on, and before the next, a workout outdoors counts as in the dark. */
const [NIGHT_FROM, NIGHT_TO] = [20, 6];

/** @param hours in which the workout may start, in local time */
export const isOutdoorsAtNight = (sport: Sport, hours: readonly number[]): boolean =>
  SPORT_TEXTS[sport].isOutdoors && hours.some((hour) => hour < NIGHT_TO || hour >= NIGHT_FROM);

interface Plan {
  readonly sport: Sport | undefined;
  readonly place: string;
  readonly hours: readonly number[];
}

/** Advice to meet where others train: nothing is refused, counted or sent. */
export const isAdviceDue = ({ sport, place, hours }: Plan): boolean =>
  readsLikeHome(place) || (sport !== undefined && isOutdoorsAtNight(sport, hours));
