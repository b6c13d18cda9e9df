import type { OwnProfile, Restriction } from "#contract/members/profiles.ts";
import { useOwnProfile } from "#web/domains/members/own-profile.queries.ts";
import { useNow } from "#web/lib/use-now.ts";
import { lazyModule } from "#web/ui/lazy-module.ts";

/** Loaded on demand: few members are restricted. */
export const restrictionNotes = lazyModule(() => import("#web/domains/members/names/restriction-notes.tsx"));

/** How long a restriction lasts: its end, or null. */
export type Lasting = Pick<Restriction, "until">;

/** A restriction that ends by its own time sends no event. */
export const isInForce = ({ until }: Lasting, now: number): boolean => until === null || Date.parse(until) > now;

/** The first of a kind lasts longest. */
export const findRestriction = (
  own: OwnProfile | undefined,
  kind: Restriction["kind"],
  now: number,
): Restriction | undefined => own?.restrictions.find((one) => one.kind === kind && isInForce(one, now));

/** While it lasts. */
export function useRestriction(kind: Restriction["kind"]): Restriction | undefined {
  const { data: own } = useOwnProfile();
  return findRestriction(own, kind, useNow());
}
