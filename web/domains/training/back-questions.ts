import { MINUTE_MS } from "#contract/durations.ts";
import { BACK_DELAYS_MAX, BACK_SILENCE_MINUTES } from "#contract/limits.ts";
import type { DateShare } from "#contract/training/trusted-contacts.ts";

/** One answer counts for all contacts with whom the date is shared. */
export interface BackQuestion {
  /** The share by which it is answered. */
  readonly shareId: string;
  /** Null if the two are not matched any more. */
  readonly userId: string | null;
  readonly title: string;
  /** Contacts who will be informed without an answer, and those who were informed. */
  readonly waiting: readonly string[];
  readonly told: readonly string[];
  /** Then the waiting contacts are informed. */
  readonly tellAt: number | undefined;
  /** Once the member was asked, and not without end. */
  readonly canDelay: boolean;
  /** The hour is not over. */
  readonly isDelayed: boolean;
}

type Ended = DateShare & { readonly begun: NonNullable<DateShare["begun"]> };

const isOpen = (share: DateShare, now: number): share is Ended =>
  share.begun !== null && share.checkBack && share.answer !== "back" && Date.parse(share.begun.endsAt) <= now;

function tellTime({ askAt, tellAt }: DateShare): number[] {
  if (tellAt !== null) return [Date.parse(tellAt)];
  return askAt === null ? [] : [Date.parse(askAt) + BACK_SILENCE_MINUTES * MINUTE_MS];
}

/**
 * The date has ended, and its member has not said that they are back. The most urgent question is first: a contact was
 * informed, or is next.
 */
export function findBackQuestions(shares: readonly DateShare[], now: number): BackQuestion[] {
  const dates = Map.groupBy(
    shares.filter((share) => isOpen(share, now)),
    ({ _id, messageId }) => messageId ?? _id,
  );
  const questions = [...dates.values()].flatMap((of): BackQuestion[] => {
    const [first] = of;
    if (!first) return [];
    const names = (isTold: boolean) =>
      of.filter(({ toldAt }) => (toldAt !== null) === isTold).map(({ contactName }) => contactName);
    const times = of.flatMap(tellTime);
    return [
      {
        shareId: first._id,
        userId: first.userId,
        title: first.begun.summary.split("\n")[0] ?? "",
        waiting: names(false),
        told: names(true),
        tellAt: times.length > 0 ? Math.min(...times) : undefined,
        isDelayed: of.some(
          ({ askAt, delaysLeft }) => delaysLeft < BACK_DELAYS_MAX && askAt !== null && Date.parse(askAt) > now,
        ),
        canDelay: of.some(({ tellAt }) => tellAt !== null) && of.every(({ delaysLeft }) => delaysLeft > 0),
      },
    ];
  });
  const urgency = ({ told, tellAt = Number.POSITIVE_INFINITY }: BackQuestion) => (told.length > 0 ? 0 : tellAt);
  return questions.toSorted((a, b) => urgency(a) - urgency(b));
}
