import type { DateShare } from "#contract/trusted-contacts.ts";

/** A date of which a member can say that they are back. One answer counts for all contacts with whom it is shared. */
export interface BackQuestion {
  /** The share by which it is answered. */
  readonly shareId: string;
  /** What it was and with whom: 'Run with maya'. */
  readonly title: string;
  /** Contacts who are told if there is no answer, and those who were told. */
  readonly waiting: readonly string[];
  readonly told: readonly string[];
  /** When they are told; null until the member has been asked, and again after "Later". */
  readonly tellAt: string | null;
  readonly delaysLeft: number;
}

type Ended = DateShare & { readonly begun: NonNullable<DateShare["begun"]> };

const isOpen = (share: DateShare, now: number): share is Ended =>
  share.begun !== null && share.checkBack && share.answer !== "back" && Date.parse(share.begun.endsAt) <= now;

/** The questions that are open: a date has ended, and its member has not said that they are back. */
export function findBackQuestions(shares: readonly DateShare[], now: number): BackQuestion[] {
  const dates = Map.groupBy(
    shares.filter((share) => isOpen(share, now)),
    ({ _id, messageId }) => messageId ?? _id,
  );
  return [...dates.values()].flatMap((of): BackQuestion[] => {
    const [first] = of;
    if (!first) return [];
    const names = (isTold: boolean) =>
      of.filter(({ toldAt }) => (toldAt !== null) === isTold).map(({ contactName }) => contactName);
    const asked = of.find(({ tellAt }) => tellAt !== null);
    return [
      {
        shareId: first._id,
        title: first.begun.summary.split("\n")[0] ?? "",
        waiting: names(false),
        told: names(true),
        tellAt: asked?.tellAt ?? null,
        delaysLeft: Math.min(...of.map(({ delaysLeft }) => delaysLeft)),
      },
    ];
  });
}
