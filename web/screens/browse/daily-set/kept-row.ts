import { type ComponentProps, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { BrowseProfile } from "#contract/discovery/discovery.ts";
import { session } from "#web/lib/session.ts";
import type { ShownSet } from "#web/screens/browse/daily-set/shown-set.ts";

/** The row as it was left, for a member who comes back from a profile. */
let lastRow: { readonly key: string; readonly cards: readonly BrowseProfile[]; left: number } | undefined;

/** Another member may log in in this tab. */
const rowKey = (day: string): string => `${session.read()?.user._id} ${day}`;

/**
 * Also those to whom a crush was sent since the row was first shown: nothing vanishes under the finger.
 * A set that is done has no row when Browse is opened again.
 */
export function useCards(
  { day, undecided, isDone }: ShownSet,
  isSent: (profile: BrowseProfile) => boolean,
): readonly BrowseProfile[] {
  const key = rowKey(day);
  const [seen, setSeen] = useState(lastRow?.key === key && !isDone ? lastRow.cards : undecided);
  const current = new Map(undecided.map((profile) => [profile.id, profile]));
  const added = undecided.filter(({ id }) => seen.every((profile) => profile.id !== id));
  if (added.length > 0) setSeen([...seen, ...added]);
  useEffect(() => {
    lastRow = { key, cards: seen, left: lastRow?.key === key ? lastRow.left : 0 };
  }, [key, seen]);
  return seen.flatMap((profile) => current.get(profile.id) ?? (isSent(profile) ? profile : []));
}

/** Scrolls the row of a day to where it was left, as for a member who comes back from a profile. */
export function useKeptPosition(day: string): Pick<ComponentProps<"ul">, "ref" | "onScroll"> {
  const ref = useRef<HTMLUListElement>(null);
  const key = rowKey(day);
  useLayoutEffect(() => {
    if (ref.current && lastRow?.key === key) ref.current.scrollLeft = lastRow.left;
  }, [key]);
  return {
    ref,
    onScroll: ({ currentTarget }) => {
      if (lastRow?.key === key) lastRow.left = currentTarget.scrollLeft;
    },
  };
}
