import { useState } from "react";
import { listActiveFilters } from "#web/domains/discovery/filter-labels.ts";
import { useFilters } from "#web/domains/discovery/preferences.queries.ts";
import { useUnits } from "#web/lib/units.ts";
import css from "#web/screens/profile-editor/preferences-panel.module.css";
import { Accordion } from "#web/ui/accordion.tsx";
import type { FormPartProps } from "#web/ui/form-part.ts";
import { LazyRender, lazyModule, useLazyModule } from "#web/ui/lazy-module.ts";

const lazyForm = lazyModule(() =>
  import("#web/domains/discovery/saved-preferences.tsx").then((file) => file.SavedPreferences),
);

interface Props extends Omit<FormPartProps, "onRefused"> {
  onSaved: () => void;
}

/** Once opened, the form stays mounted and keeps its changes. */
export function PreferencesPanel({ onSaved, onDirty, part }: Props) {
  const { data: filters } = useFilters();
  const units = useUnits();
  const [open, setOpen] = useState(false);
  const [isMounted, setIsMounted] = useState(false);
  const [dirty, setDirty] = useState(false);
  const LazyForm = useLazyModule(lazyForm, isMounted, () => {
    setOpen(false);
    setIsMounted(false);
  });
  const summary = dirty ? "Not saved yet" : filters && listActiveFilters(filters, units).join(" · ");
  return (
    <Accordion
      title="Match Preferences"
      aside={summary && <span className={css.textBlock}>{summary}</span>}
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        setIsMounted(true);
      }}
    >
      {isMounted && (
        <LazyRender
          as={LazyForm}
          variant="panel"
          onSaved={onSaved}
          asPart={{
            part,
            onDirty: (now: boolean) => {
              setDirty(now);
              onDirty(now);
            },
            onRefused: () => setOpen(true),
          }}
        />
      )}
    </Accordion>
  );
}
