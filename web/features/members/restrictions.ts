import type { OwnProfile, Restriction } from "#contract/profiles.ts";
import { useOwnProfile } from "#web/features/members/own-profile.queries.ts";
import { useNow } from "#web/lib/relative-time.ts";
import { formatFutureTime } from "#web/lib/time-ahead.ts";
import { lazyModule } from "#web/ui/lazy-module.ts";

/** What is shown to a restricted member, for all screens. Few members need it. */
export const restrictionNotes = lazyModule(() => import("#web/features/members/restriction-notes.tsx"));

/** How long a restriction lasts: its end, or null. */
type Lasting = Pick<Restriction, "until">;

/** A restriction that ends by its own time sends no event. */
export const isInForce = ({ until }: Lasting, now: number): boolean => until === null || Date.parse(until) > now;

/** Of several restrictions of a kind, the one that lasts longest: it comes first. */
export const findRestriction = (
  own: OwnProfile | undefined,
  kind: Restriction["kind"],
  now: number,
): Restriction | undefined => own?.restrictions.find((one) => one.kind === kind && isInForce(one, now));

/** 'until November 3', or 'for now' without an end */
export const formatEnd = ({ until }: Lasting, now: number): string =>
  until === null ? "for now" : `until ${formatFutureTime(Date.parse(until), now)}`;

/** The page with the statement of reasons, where the member can object. */
export const reasonsPath = ({ appealToken }: Restriction): string => `/appeal/${appealToken}`;

/** A restriction of mine, while it lasts. */
export function useRestriction(kind: Restriction["kind"]): Restriction | undefined {
  const { data: own } = useOwnProfile();
  return findRestriction(own, kind, useNow());
}
