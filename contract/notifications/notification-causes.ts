import { LOW_BALANCE } from "#contract/limits.ts";

interface NotificationCause {
  /** The preference that turns the cause on, for all channels. On by default, but for `someoneNew` and marketing. */
  readonly flag: string;
  /** In the settings and in the emails' reason line. */
  readonly label: string;
  readonly hint: string;
  /** Title and body; absent if the cause is never pushed. The body names another member as `{username}`. */
  readonly push?: readonly [title: string, body: string];
  readonly unsubscribed: string;
}

/** Shared by the server and the browser. The server's rules are in `server/domains/notifications/causes/`. */
export const NOTIFICATION_CAUSES = {
  crush: {
    flag: "crushReceived",
    label: "Crush received",
    hint: "Someone sends you a crush",
    push: ["New crush", "{username} sent you a crush"],
    unsubscribed: "Spotter no longer tells you of new crushes, by email or on your devices.",
  },
  message: {
    flag: "newMessage",
    label: "New message",
    hint: "A match writes to you",
    push: ["New message", "{username} wrote to you"],
    unsubscribed: "Spotter no longer tells you of new messages, by email or on your devices.",
  },
  match: {
    flag: "newMatch",
    label: "New match",
    hint: "A crush turns out to be mutual",
    push: ["It's a match", "You and {username} crushed each other"],
    unsubscribed: "Spotter no longer tells you of new matches, by email or on your devices.",
  },
  workout_date: {
    flag: "workoutDate",
    label: "Workout dates",
    hint: "A match plans, changes or answers",
    push: ["Workout date", "There is news about your workout with {username}"],
    unsubscribed: "Spotter no longer tells you of news about workout dates, by email or on your devices.",
  },
  workout_reminder: {
    flag: "workoutReminder",
    label: "Workout reminders",
    hint: "The evening before a workout date",
    push: ["You train tomorrow", "Your workout with {username} is tomorrow"],
    unsubscribed: "Spotter no longer reminds you of workout dates, by email or on your devices.",
  },
  back_safe: {
    flag: "backSafe",
    label: "Back safe?",
    hint: "An hour after a date that a trusted contact watches over, in quiet hours too",
    push: ["Back safe?", "Say that you are back from your workout"],
    unsubscribed:
      "Spotter no longer asks whether you are back from a workout date, by email or on your devices. A trusted contact can still be told.",
  },
  low_balance: {
    flag: "lowCrushBalance",
    label: "Low crush balance",
    hint: `You have fewer than ${LOW_BALANCE} left`,
    push: ["Low crush balance", `You have fewer than ${LOW_BALANCE} crushes left`],
    unsubscribed: "Spotter no longer tells you of a low balance, by email or on your devices.",
  },
  someone_new: {
    flag: "someoneNew",
    label: "Someone new fits",
    hint: "Someone new fits your preferences, at most once a day",
    push: ["Someone new fits", "Someone new fits your preferences"],
    unsubscribed: "Spotter no longer tells you when someone new fits, by email or on your devices.",
  },
  marketing: {
    flag: "marketing",
    label: "News and offers",
    hint: "By email only, never more than monthly",
    unsubscribed: "News and offers no longer come to you.",
  },
} as const satisfies Readonly<Record<string, NotificationCause>>;

type Causes = typeof NOTIFICATION_CAUSES;
export type CauseName = keyof Causes;
/** All but marketing, which an operator sends. */
export type EventCauseName = { [Name in CauseName]: Causes[Name] extends { push: unknown } ? Name : never }[CauseName];

export const CAUSE_NAMES = Object.keys(NOTIFICATION_CAUSES) as CauseName[];
export const EVENT_CAUSE_NAMES = CAUSE_NAMES.filter(
  (name): name is EventCauseName => "push" in NOTIFICATION_CAUSES[name],
);

/** One switch for all email, and one per cause. */
export type NotificationFlag = "emailEnabled" | Causes[CauseName]["flag"];
/** Flags that pages of earlier versions do not send. */
export const LATER_FLAGS = [
  "workoutDate",
  "workoutReminder",
  "someoneNew",
  "backSafe",
] as const satisfies readonly NotificationFlag[];
export const NOTIFICATION_FLAGS: readonly NotificationFlag[] = [
  "emailEnabled",
  ...CAUSE_NAMES.map((name) => NOTIFICATION_CAUSES[name].flag),
];
export type NotificationFlags = Record<NotificationFlag, boolean>;
