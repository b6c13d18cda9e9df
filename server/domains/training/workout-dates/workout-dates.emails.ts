import { SPORT_TEXTS } from "#contract/training/sports.ts";
import type { CalendarDate } from "#server/domains/training/workout-dates/workout-date-calendar.ts";
import { formatLocalTime } from "#server/domains/training/workout-dates/workout-dates.policy.ts";
import type { Email } from "#server/platform/email/email-layout.ts";
import { quoted } from "#server/platform/email/quoted-words.ts";

/** Discreet emails name neither sport nor place. */
export function workoutDateEmail(
  date: CalendarDate,
  {
    site,
    unsubscribe,
    isDiscreet,
  }: { readonly site: string; readonly unsubscribe: string; readonly isDiscreet: boolean },
): Email {
  const { details, minutes, time_zone } = date;
  const when = formatLocalTime(date.starts_at, time_zone);
  const what = details ? SPORT_TEXTS[details.sport].label : "Workout";
  const isAgreed = date.state === "agreed";
  const common = {
    button: { label: "Open the conversation", url: `${site}/messages` },
    reason: "You get this because workout dates are on in your settings.",
    unsubscribeUrl: unsubscribe,
  };
  if (isDiscreet) {
    return {
      ...common,
      subject: "An update for your calendar",
      preview: "Open Spotter to see it.",
      heading: "An update for your calendar",
      paragraphs: ["The attached file is for your calendar. Open Spotter for the details."],
    };
  }
  if (isAgreed && details) {
    return {
      ...common,
      subject: `It's a date: ${what}, ${when}`,
      preview: "The attached file adds it to your calendar.",
      heading: "It's a date",
      paragraphs: [
        `${what}\n${when} (${time_zone}), ${minutes} minutes\nWhere: ${quoted(details.place)}`,
        "The attached file adds it to your calendar, with an alarm two hours before. If something comes up, change it or call it off in the chat: the other one is told at once.",
        "First time together? Meet where others train, and tell somebody you trust.",
      ],
      secondaryLink: { label: "How to meet safely", url: `${site}/safety` },
    };
  }
  return {
    ...common,
    subject: `Called off: ${what}, ${when}`,
    preview: "The attached file takes it off your calendar.",
    heading: "Called off",
    paragraphs: [
      `${what}, ${when} (${time_zone}), does not take place.`,
      "The attached file takes it off your calendar.",
    ],
  };
}
