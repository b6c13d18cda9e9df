import { BACK_DELAYS_MAX, BACK_SILENCE_MINUTES } from "#contract/limits.ts";
import type { DateShare } from "#contract/trusted-contacts.ts";

/** A date of which a member can say that they are back. One answer counts for all contacts with whom it is shared. */
export interface BackQuestion {
  /** The share by which it is answered. */
  readonly shareId: string;
  /** The other member; null if the two are not matched any more. */
  readonly userId: string | null;
  /** What it was and with whom: 'Run with maya'. */
  readonly title: string;
  /** Contacts who are told if there is no answer, and those who were told. */
  readonly waiting: readonly string[];
  readonly told: readonly string[];
  /** When those who wait are told. */
  readonly tellAt: number | undefined;
  /** Whether the member can be asked an hour later instead: once they were asked, and not without end. */
  readonly canDelay: boolean;
  /** Whether they have asked for that, and the hour is not over. */
  readonly isDelayed: boolean;
}

type Ended = DateShare & { readonly begun: NonNullable<DateShare["begun"]> };

const isOpen = (share: DateShare, now: number): share is Ended =>
  share.begun !== null && share.checkBack && share.answer !== "back" && Date.parse(share.begun.endsAt) <= now;

function tellTime({ askAt, tellAt }: DateShare): number[] {
  if (tellAt !== null) return [Date.parse(tellAt)];
  return askAt === null ? [] : [Date.parse(askAt) + BACK_SILENCE_MINUTES * 60_000];
}

/**
 * The questions that are open: a date has ended, and its member has not said that they are back. The most urgent one is
 * first: a contact was told, or is told next.
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
