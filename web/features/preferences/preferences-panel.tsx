import { useState } from "react";
import { listActiveFilters } from "#web/features/preferences/filter-labels.ts";
import { useFilters } from "#web/features/preferences/preferences.queries.ts";
import css from "#web/features/preferences/preferences-panel.module.css";
import { Accordion } from "#web/ui/accordion.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { LazyRender, lazyModule, useLazyModule } from "#web/ui/lazy-module.ts";
import typography from "#web/ui/typography.module.css";

const lazyForm = lazyModule(() =>
  import("#web/features/preferences/saved-preferences.tsx").then((file) => file.SavedPreferences),
);

interface Props {
  onSaved: () => void;
  /** Told whether there is something in it that is not saved. */
  onDirty: (dirty: boolean) => void;
}

/** Whom one wants to see, folded under what narrows it. Once opened it keeps what was changed, folded or not. */
export function PreferencesPanel({ onSaved, onDirty }: Props) {
  const { data: filters } = useFilters();
  const [open, setOpen] = useState(false);
  const [opened, setOpened] = useState(false);
  const [dirty, setDirty] = useState(false);
  const here = useLazyModule(lazyForm, opened, () => {
    setOpen(false);
    setOpened(false);
  });
  const words = dirty ? "Not saved yet" : filters && listActiveFilters(filters).join(" · ");
  return (
    <Accordion
      title="Match Preferences"
      aside={words && <span className={classNames(css.words, typography.cut)}>{words}</span>}
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        setOpened(true);
      }}
    >
      {opened && (
        <LazyRender
          as={here}
          variant="panel"
          onSaved={onSaved}
          onDirty={(now) => {
            setDirty(now);
            onDirty(now);
          }}
        />
      )}
    </Accordion>
  );
}
