import type { Sport } from "#contract/sports.ts";

type Levels = readonly [starting: string, easy: string, steady: string, strong: string, racing: string];

const IN_WORDS: Levels = [
  "New to it, or coming back to it",
  "For fun, without getting out of breath",
  "Most weeks, at a pace you could keep",
  "Several times a week, and hard",
  "You compete, or train as if you did",
];

/** Paces are those of an hour, on flat ground; climbing grades those that go on most days. */
const IN_NUMBERS: Readonly<Partial<Record<Sport, Levels>>> = {
  run: [
    "Running and walking, over 7:00 a km (11:15 a mile)",
    "6:15 to 7:00 a km (10:00 to 11:15 a mile)",
    "5:30 to 6:15 a km (8:50 to 10:00 a mile)",
    "4:45 to 5:30 a km (7:40 to 8:50 a mile)",
    "Under 4:45 a km (7:40 a mile)",
  ],
  ride: [
    "Under 20 km/h (12 mph)",
    "20 to 24 km/h (12 to 15 mph)",
    "24 to 28 km/h (15 to 17 mph)",
    "28 to 32 km/h (17 to 20 mph)",
    "Over 32 km/h (20 mph)",
  ],
  swim: [
    "Over 2:30 per 100 m (2:17 per 100 yd)",
    "2:10 to 2:30 per 100 m (1:59 to 2:17 per 100 yd)",
    "1:50 to 2:10 per 100 m (1:41 to 1:59 per 100 yd)",
    "1:35 to 1:50 per 100 m (1:27 to 1:41 per 100 yd)",
    "Under 1:35 per 100 m (1:27 per 100 yd)",
  ],
  strength: [
    "Lifting for less than half a year",
    "Lifting for about a year",
    "Lifting for one to three years",
    "Lifting for three to six years",
    "Lifting for longer, or you compete",
  ],
  climb: [
    "Up to 5a (5.8)",
    "5b to 6a (5.9 to 5.10a)",
    "6a+ to 6c (5.10b to 5.11b)",
    "6c+ to 7b (5.11c to 5.12b)",
    "Above 7b (5.12b)",
  ],
};

/** What a level means in a sport, in numbers where there are some. @param level from 1 */
export const describeLevel = (sport: Sport, level: number): string => (IN_NUMBERS[sport] ?? IN_WORDS)[level - 1] ?? "";
