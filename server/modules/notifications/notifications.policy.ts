import type { NotificationFlags } from "#contract/settings.ts";

/** What a member may be told of. */
export const CAUSES = ["crush", "message", "match", "low_balance", "marketing"] as const;
export type Cause = (typeof CAUSES)[number];

/** How a member may be told: in the app while they look at it, by push, or by e-mail. In this order: the first one does. */
export const WAYS = ["app", "push", "email"] as const;
export type Way = (typeof WAYS)[number];

/** Which switch says whether a member wants to be told of it at all. */
export const SWITCH_OF = {
  crush: "crushReceived",
  message: "newMessage",
  match: "newMatch",
  low_balance: "lowCrushBalance",
  marketing: "marketing",
} as const satisfies Record<Cause, keyof NotificationFlags>;

/** Whether a cause may be told by a way: its own switch is for all ways, `emailEnabled` for e-mail. What we advertise comes by e-mail alone. */
export function mayTell(cause: Cause, way: Way, flags: NotificationFlags): boolean {
  if (!flags[SWITCH_OF[cause]]) return false;
  if (cause === "marketing" && way !== "email") return false;
  return way !== "email" || flags.emailEnabled;
}

/** What there is of a member at this moment. */
export interface Reach {
  /** They look at the app. */
  readonly isLooking: boolean;
  /** A browser of theirs takes pushes. */
  readonly hasPush: boolean;
  /** Their address is confirmed, and a person's: demo members have none. */
  readonly hasEmail: boolean;
}

/** How a member is told of a cause now, by one way; undefined where they are not. */
export function wayOf(cause: Cause, flags: NotificationFlags, reach: Reach): Way | undefined {
  const isOpen: Readonly<Record<Way, boolean>> = {
    app: reach.isLooking,
    push: reach.hasPush,
    email: reach.hasEmail,
  };
  return WAYS.find((way) => isOpen[way] && mayTell(cause, way, flags));
}
