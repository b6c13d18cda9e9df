import { useEffect, useRef, useState } from "react";
import type { FiltersUpdate } from "#contract/discovery/filter-form.ts";
import { hasUnanswered } from "#web/domains/crushes/crush-lists.ts";
import { useCrushCounts } from "#web/domains/crushes/crushes.queries.ts";
import { useFilters, useSaveFilters } from "#web/domains/discovery/preferences.queries.ts";
import { useOwnProfile } from "#web/domains/members/own-profile.queries.ts";
import { getErrorMessage } from "#web/lib/api.ts";
import { useUnits } from "#web/lib/units.ts";
import { type WiderFilters, widenSlightly } from "#web/screens/browse/filters/wider-filters.ts";
import css from "#web/screens/browse/search-results.module.css";
import { Rack } from "#web/ui/brand/rack.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LazyRender, lazyModule, useLazyModule } from "#web/ui/lazy-module.ts";
import { toast } from "#web/ui/toast.tsx";

const smallPlace = lazyModule(() => import("#web/screens/browse/small-place.tsx").then((file) => file.SmallPlace));

const WIDENED_TOPIC = "search-widened";

/**
 * Saves wider filters and repeats the search. The toast takes the step back.
 * @param onWidened resolves when the search has finished
 */
function useWiden(onWidened: () => Promise<void>) {
  const save = useSaveFilters();
  // Until the wider search has finished.
  const [isWidening, setWidening] = useState(false);
  const widen = ({ text, change, undo }: WiderFilters): Promise<void> => {
    const takeBack = () => void apply(undo, () => toast("Your search is as before.", "done", WIDENED_TOPIC));
    return apply(change, () =>
      toast(`Search widened: ${text}.`, "done", WIDENED_TOPIC, undefined, { label: "Undo", onPress: takeBack }),
    );
  };
  async function apply(change: FiltersUpdate, onSaved: () => void): Promise<void> {
    setWidening(true);
    try {
      await save.mutateAsync(change);
      onSaved();
      await onWidened();
    } catch (error) {
      toast(getErrorMessage(error, "Failed to save preferences", "Failed to save preferences"), "error");
    } finally {
      setWidening(false);
    }
  }
  return { isWidening, widen };
}

/** The new list begins at the top, and the pressed button may be gone. */
const focusTopThen = (onWidened: () => Promise<void>) => async (): Promise<void> => {
  document.getElementById("main")?.focus({ preventScroll: true });
  await onWidened();
};

interface EndOfListProps {
  /** Why no more people are shown today. */
  limit: string | undefined;
  onWidened: () => Promise<void>;
}

/** Widen the search, answer crushes or complete the profile, of which two are offered. */
export function EndOfList({ limit, onWidened }: EndOfListProps) {
  const [filters, counts, own] = [useFilters(), useCrushCounts(), useOwnProfile()];
  const units = useUnits();
  const { isWidening, widen } = useWiden(focusTopThen(onWidened));
  // All at once, so that no button appears under the finger.
  const isLoaded = !filters.isPending && !counts.isPending && !own.isPending;
  const hasPlace = own.data ? own.data.profile.coordinates !== null : false;
  const wider = isLoaded && !limit && filters.data ? widenSlightly(filters.data, hasPlace, units) : undefined;
  const isWaited = isLoaded && counts.data !== undefined && hasUnanswered(counts.data);
  const isIncomplete = isLoaded && own.data !== undefined && own.data.profile.completion < 100;
  const links = [
    isWaited && { to: "/crushes", children: "See who crushed on you" },
    isIncomplete && { to: "/profile", children: "Complete your profile" },
  ].filter((link) => link !== false);
  const shown = links.slice(0, wider ? 1 : 2);
  return (
    <div className={css.end}>
      <p className={css.endText}>
        {limit ?? "That's everyone for now."}
        {wider && " A wider search may show more people today."}
      </p>
      {wider && (
        <Button variant="line" busy={isWidening ? "Widening..." : undefined} onClick={() => void widen(wider)}>
          {wider.label}
        </Button>
      )}
      {shown.map((link, i) => (
        <ButtonLink key={link.to} variant={wider || i > 0 ? "text" : "line"} {...link} />
      ))}
    </div>
  );
}

/** In place of the end of a list that is short. */
export function SmallPlaceHere({ isEmpty, onWidened }: { isEmpty: boolean; onWidened: () => Promise<void> }) {
  const { data: filters } = useFilters();
  const panel = useLazyModule(smallPlace, filters !== undefined, () => undefined);
  const { isWidening, widen } = useWiden(focusTopThen(onWidened));
  if (!filters) return null;
  return (
    <LazyRender
      as={panel}
      filters={filters}
      isEmpty={isEmpty}
      isWidening={isWidening}
      onWiden={(wider) => void widen(wider)}
    />
  );
}

const PROFILE_LINK = { to: "/profile", children: "Polish your profile" } as const;

/**
 * Offers to widen the filters, one step a press.
 * @param onWidened repeats the search; resolves when it has finished
 */
export function NoResults({ onWidened }: { onWidened: () => Promise<void> }) {
  const { data: filters, isPending } = useFilters();
  const { isWidening, widen } = useWiden(onWidened);
  const units = useUnits();
  const own = useOwnProfile();
  const hasPlace = own.data ? own.data.profile.coordinates !== null : false;
  const wider = filters && widenSlightly(filters, hasPlace, units);
  const wasPressed = useRef(false);
  const isOffered = wider !== undefined || isWidening;
  useEffect(() => {
    if (!isOffered) return;
    return () => {
      // The pressed button is gone, and the focus with it.
      if (wasPressed.current && document.activeElement === document.body) document.getElementById("main")?.focus();
    };
  }, [isOffered]);
  if (isPending || own.isPending) return null;
  if (!isOffered) {
    return (
      <EmptyState
        art={<Rack />}
        title="No profiles available"
        text="Nobody fits your search yet. A full profile makes you easier to find."
        action={<ButtonLink variant="line" size="lg" {...PROFILE_LINK} />}
      />
    );
  }

  const handleWiden = () => {
    if (!wider) return;
    wasPressed.current = true;
    void widen(wider);
  };
  return (
    <EmptyState
      art={<Rack />}
      title="No profiles available"
      text="Nobody fits your search yet."
      action={
        <div className={css.buttons}>
          <Button size="lg" busy={isWidening ? "Widening..." : undefined} onClick={handleWiden}>
            {wider?.label}
          </Button>
          <ButtonLink variant="text" size="lg" {...PROFILE_LINK} />
        </div>
      }
    />
  );
}

export const DailyLimitReached = ({ text }: { text: string }) => (
  <EmptyState
    art={<Rack />}
    title="That's everyone for today"
    text={text}
    action={
      <ButtonLink size="lg" to="/crushes">
        My Crushes
      </ButtonLink>
    }
  />
);
