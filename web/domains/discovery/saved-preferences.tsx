import type { ComponentProps } from "react";
import { useFilters } from "#web/domains/discovery/preferences.queries.ts";
import css from "#web/domains/discovery/preferences-form.module.css";
import { PreferencesForm } from "#web/domains/discovery/preferences-form.tsx";
import { useStickyError } from "#web/lib/use-sticky-error.ts";
import { InlineError } from "#web/ui/inline-error.tsx";
import { Delayed, Skeleton } from "#web/ui/skeleton.tsx";

/** Shows a skeleton or an error meanwhile. */
export function SavedPreferences(props: Omit<ComponentProps<typeof PreferencesForm>, "filters">) {
  const { data: filters, isError, refetch } = useStickyError(useFilters());
  if (filters) return <PreferencesForm {...props} filters={filters} />;
  if (isError) return <InlineError message="Your preferences did not load." onRetry={() => void refetch()} />;
  return (
    <Delayed>
      <div className={css.skeleton}>
        {[0, 1, 2, 3].map((i) => (
          <div key={i} className={css.skeletonPart}>
            <Skeleton style={{ width: 120, height: 16 }} />
            <Skeleton style={{ height: 44, borderRadius: "var(--r-control)" }} />
          </div>
        ))}
      </div>
    </Delayed>
  );
}
