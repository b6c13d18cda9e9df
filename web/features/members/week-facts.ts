import type { MemberView } from "#contract/discovery.ts";
import { COARSE_PART_TEXTS, leveledSportText } from "#contract/training-texts.ts";

/** What a profile says of a member's week: "Trains", "Weekday mornings, weekend evenings". Empty texts are left out. */
export function listWeekFacts(week: MemberView["week"]) {
  if (!week) return [];
  const times = week.parts.map((part) => COARSE_PART_TEXTS[part]).join(", ");
  return [
    { name: "Trains", text: times.charAt(0).toUpperCase() + times.slice(1) },
    { name: "Level", text: week.sports.map(leveledSportText).join(" · ") },
  ];
}
