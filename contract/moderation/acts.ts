import * as z from "zod/mini";
import { id, time } from "#contract/schemas.ts";

/** Each act is one file of `server/domains/moderation/decisions/acts/`. */

/** For how many days a member can be muted. */
export const MUTE_DAYS = [1, 3, 7, 30] as const;

/** In the console. The command line takes any time. */
export const SUSPENSION_DAYS = [7, 30, 90] as const;

const act = <const Name extends string>(name: Name) => z.object({ act: z.literal(name) });

export const actChoice = z.discriminatedUnion("act", [
  act("no_action"),
  /** In the operator's words. */
  act("ask_to_change"),
  z.extend(act("remove_photo"), { photoId: id }),
  /** For a case about a picture. Copies of it are held. */
  act("remove_picture"),
  /** For a case about a picture. No action does so, too. */
  act("show_picture"),
  /** Not in Browse and not in daily sets. */
  act("unlist"),
  /** As `unlist`, until a selfie of the member is approved. */
  act("require_selfie"),
  /** No messages, attachments and crushes. */
  z.extend(act("mute"), { days: z.literal([...MUTE_DAYS]) }),
  z.extend(act("suspend"), {
    /**
     * Null if an operator has to lift it. A client that repeats a request names the same days, but would compute
     * another time.
     */
    until: z.nullable(z.union([time, z.object({ days: z.literal([...SUSPENSION_DAYS]) })])),
  }),
  act("end_account"),
  /** The price of the reporters' crushes on the member. */
  act("refund_crushes"),
  /** Ends all restrictions of the member, but no suspension. */
  act("lift_restrictions"),
]);
export type ActChoice = z.output<typeof actChoice>;
export type ActName = ActChoice["act"];
export type ActChoiceOf<Name extends ActName> = Extract<ActChoice, { act: Name }>;

const NAMED: Readonly<Record<ActName, true>> = {
  no_action: true,
  ask_to_change: true,
  remove_photo: true,
  remove_picture: true,
  show_picture: true,
  unlist: true,
  require_selfie: true,
  mute: true,
  suspend: true,
  end_account: true,
  refund_crushes: true,
  lift_restrictions: true,
};
/** The compiler reports one that is missing. */
export const ACT_NAMES = Object.keys(NAMED) as ActName[];

/** The member gets a statement of reasons, and can appeal. */
const RESTRICTING_ACTS: readonly ActName[] = [
  "remove_photo",
  "remove_picture",
  "unlist",
  "require_selfie",
  "mute",
  "suspend",
  "end_account",
];

export const isRestriction = (act: ActName): boolean => RESTRICTING_ACTS.includes(act);

const EXCLUSIVE: readonly (readonly [ActName, ActName])[] = [
  ["suspend", "end_account"],
  ["remove_picture", "show_picture"],
  ["lift_restrictions", "mute"],
  ["lift_restrictions", "unlist"],
  ["lift_restrictions", "require_selfie"],
  ["unlist", "require_selfie"],
];

/** No action is an act on its own. */
export const isExclusive = (one: ActName, other: ActName): boolean =>
  one !== other &&
  ([one, other].includes("no_action") || EXCLUSIVE.some((pair) => pair.includes(one) && pair.includes(other)));

/** Acts that find nothing wrong, or give something back. */
const APPROVING_ACTS: readonly ActName[] = ["no_action", "show_picture", "lift_restrictions"];

/** Appeals and selfies are decided on their own. */
interface Waiting {
  readonly appeal: boolean;
  readonly selfie: boolean;
}

/** Protection from danger cannot wait. */
export function waitsFor(act: ActName, { appeal, selfie }: Waiting): keyof Waiting | undefined {
  if (appeal && !isRestriction(act)) return "appeal";
  return selfie && APPROVING_ACTS.includes(act) ? "selfie" : undefined;
}

/** In ready words, for what the person who uses them has to fill in. */
export const PLACEHOLDER = "[…]";

/** Such as `[…]` or `[… the date]`. A text that still has one is not sent. */
export const findPlaceholder = (text: string): string | undefined => /\[…[^\]]*\]/.exec(text)?.[0];

/** After the decision. */
export const UNDO_DAYS = 30;
export const FACTS_MAX = 1000;
export const WORDS_MAX = 500;

/**
 * A picture, because its profile has six photos again or it is not kept any more; or a membership that ended with the
 * account.
 */
export const UNRESTORED = ["profile_full", "not_kept", "membership_ended"] as const;
export type Unrestored = (typeof UNRESTORED)[number];

const UNRESTORED_TEXTS: Readonly<Record<Unrestored, string>> = {
  profile_full: "A photo is not back: the profile has six photos again. The member is asked to upload it again.",
  not_kept: "A picture is not back: it is not kept any more.",
  membership_ended:
    "Their membership had ended with the account. The member is told that the rest of its month is paid back: refund it in Stripe.",
};

/** Each once. */
export const describeUnrestored = (reasons: readonly Unrestored[]): string =>
  [...new Set(reasons)].map((reason) => UNRESTORED_TEXTS[reason]).join(" ");
