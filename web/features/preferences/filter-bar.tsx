import { SlidersHorizontal } from "lucide-react";
import type { Filters } from "#contract/filters.ts";
import css from "#web/features/preferences/filter-bar.module.css";
import { listActiveFilters } from "#web/features/preferences/filter-labels.ts";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import typography from "#web/ui/typography.module.css";

/** What narrows the search, as chips beside a desktop's heading. One line: what has no room in it is in the sheet. */
export function FilterChips({ filters }: { filters: Filters | undefined }) {
  return (
    <ul className={classNames(css.chips, typography.desktop)} aria-label="Filters that are on">
      {(filters ? listActiveFilters(filters) : []).map((words) => (
        <li key={words}>
          <Chip>{words}</Chip>
        </li>
      ))}
    </ul>
  );
}

/** Opens the filters: an icon on phones. Its name says how many are on. */
export function FilterButton({ filters, onPress }: { filters: Filters | undefined; onPress: () => void }) {
  const name = filters ? `Filters, ${listActiveFilters(filters).length} on` : "Filters";
  const opens = { "aria-haspopup": "dialog", onClick: onPress } as const;
  return (
    <>
      <IconButton {...opens} variant="line" label={name} className={typography.phone}>
        <SlidersHorizontal />
      </IconButton>
      <Button {...opens} variant="line" icon={<SlidersHorizontal />} aria-label={name} className={typography.desktop}>
        Filters
      </Button>
    </>
  );
}
