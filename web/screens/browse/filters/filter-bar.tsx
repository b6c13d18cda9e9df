import { SlidersHorizontal } from "lucide-react";
import { DEFAULT_FILTERS } from "#contract/discovery/default-filters.ts";
import type { Filters } from "#contract/discovery/filter-form.ts";
import { listActiveFilters, SORT_LABELS } from "#web/domains/discovery/filter-labels.ts";
import { useUnits } from "#web/lib/units.ts";
import css from "#web/screens/browse/filters/filter-bar.module.css";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import typography from "#web/ui/typography.module.css";

/** The active filters as one row of chips beside the heading on desktop. Chips that do not fit are only in the sheet. */
export function FilterChips({ filters }: { filters: Filters | undefined }) {
  const units = useUnits();
  const labels = filters ? listActiveFilters(filters, units) : [];
  if (filters && filters.sort !== DEFAULT_FILTERS.sort) labels.push(`${SORT_LABELS[filters.sort].label} first`);
  return (
    <ul className={classNames(css.chips, typography.desktop)} aria-label="Filters that are on">
      {labels.map((label) => (
        <li key={label}>
          <Chip>{label}</Chip>
        </li>
      ))}
    </ul>
  );
}

/** Opens the filters. On phones it is an icon. Its accessible name contains the number of active filters. */
export function FilterButton({ filters, onPress }: { filters: Filters | undefined; onPress: () => void }) {
  const name = filters ? `Filters, ${listActiveFilters(filters).length} on` : "Filters";
  const triggerProps = { "aria-haspopup": "dialog", onClick: onPress } as const;
  return (
    <>
      <IconButton {...triggerProps} variant="line" label={name} className={typography.phone}>
        <SlidersHorizontal />
      </IconButton>
      <Button
        {...triggerProps}
        variant="line"
        icon={<SlidersHorizontal />}
        aria-label={name}
        className={typography.desktop}
      >
        Filters
      </Button>
    </>
  );
}
