import { useEffect, useRef, useState } from "react";
import { widenFilters } from "#web/features/preferences/filter-labels.ts";
import { useFilters, useSaveFilters } from "#web/features/preferences/preferences.queries.ts";
import { getErrorMessage } from "#web/lib/api.ts";
import css from "#web/routes/browse.module.css";
import { Rack } from "#web/ui/brand/rack.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { toast } from "#web/ui/toast.tsx";

const POLISH = { to: "/profile", children: "Polish your profile" } as const;

/**
 * Nobody fits: one tap takes away what narrows the search, a second one the rest, as long as anything does.
 * @param onWidened looks for members anew; resolves when it is known whether there are any
 */
export function NoResults({ onWidened }: { onWidened: () => Promise<void> }) {
  const { data: filters, isPending } = useFilters();
  const save = useSaveFilters();
  // Stays as it is until what the wider search brings is there.
  const [widening, setWidening] = useState(false);
  const wider = filters && widenFilters(filters);
  const pressed = useRef(false);
  const offered = wider !== undefined || widening;
  useEffect(() => {
    if (!offered) return;
    return () => {
      // The button that was pressed is gone, and the focus with it.
      if (pressed.current && document.activeElement === document.body) document.getElementById("main")?.focus();
    };
  }, [offered]);
  if (isPending) return null;
  if (!offered) {
    return (
      <EmptyState
        art={<Rack />}
        title="No profiles available"
        text="New members join most days. Until then, a full profile makes you easier to find."
        action={<ButtonLink size="lg" {...POLISH} />}
      />
    );
  }

  const widen = async () => {
    if (!wider) return;
    pressed.current = true;
    setWidening(true);
    try {
      await save.mutateAsync(wider.filters);
      toast(`Search widened: ${wider.changes.join(", ")}.`, "done");
      await onWidened();
    } catch (error) {
      toast(getErrorMessage(error, "Failed to save preferences", "Failed to save preferences"), "error");
    } finally {
      setWidening(false);
    }
  };
  return (
    <EmptyState
      art={<Rack />}
      title="No profiles available"
      text="Nobody fits your filters yet. New members join most days, and a wider search shows more people now."
      action={
        <div className={css.ways}>
          <Button size="lg" busy={widening ? "Widening..." : undefined} onClick={() => void widen()}>
            {wider?.label}
          </Button>
          <ButtonLink variant="text" size="lg" {...POLISH} />
        </div>
      }
    />
  );
}
