import { useId, useState } from "react";
import { SORTS, type Sort } from "#contract/discovery/filter-form.ts";
import { INTERESTS } from "#contract/members/catalog.ts";
import { SORT_LABELS } from "#web/domains/discovery/filter-labels.ts";
import { useHasTimes } from "#web/domains/discovery/own-times.queries.ts";
import css from "#web/domains/discovery/preferences-form.module.css";
import { Button } from "#web/ui/button.tsx";
import { PickChip } from "#web/ui/chip.tsx";
import { Link } from "#web/ui/link.tsx";
import { Switch } from "#web/ui/switch.tsx";

export const SortChoices = ({ chosen, onChange }: { chosen: Sort; onChange: (sort: Sort) => void }) => (
  <div className={css.chips}>
    {SORTS.map((sort) => (
      <PickChip key={sort} pressed={sort === chosen} onPress={() => onChange(sort)}>
        {SORT_LABELS[sort].label}
      </PickChip>
    ))}
  </div>
);

/** Has no effect without times of one's own. Then it can be turned off, and not on. */
export function SharedTimesSwitch({ on, onChange }: { on: boolean; onChange: (on: boolean) => void }) {
  const hasNoTimes = useHasTimes() === false;
  return (
    <Switch
      label="Trains when I do"
      hint={
        hasNoTimes ? (
          <>
            <Link to="/profile#my-week">Say when you train</Link> first. A new week counts from tomorrow.
          </>
        ) : (
          "People who share a part of your week, such as weekday mornings"
        )
      }
      on={on}
      disabled={hasNoTimes && !on}
      onChange={onChange}
    />
  );
}

interface ChoiceChipsProps {
  list: readonly string[];
  chosen: readonly string[];
  /** At most one choice: a new one replaces it. */
  single?: boolean;
  id?: string;
  onChange: (chosen: string[]) => void;
}

export function ChoiceChips({ list, chosen, single = false, id, onChange }: ChoiceChipsProps) {
  const toggle = (value: string) => {
    if (chosen.includes(value)) onChange(chosen.filter((one) => one !== value));
    else onChange(single ? [value] : [...chosen, value]);
  };
  return (
    <div id={id} className={css.chips}>
      {list.map((one) => (
        <PickChip key={one} pressed={chosen.includes(one)} onPress={() => toggle(one)}>
          {one}
        </PickChip>
      ))}
    </div>
  );
}

/** Two to three lines of chips, out of 31. */
const COLLAPSED_COUNT = 8;

const listCollapsed = (chosen: readonly string[]): readonly string[] =>
  INTERESTS.filter((one, i) => i < COLLAPSED_COUNT || chosen.includes(one));

/** Also the chosen ones, expandable to all. */
export function InterestChoices({
  chosen,
  onChange,
}: {
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}) {
  const id = useId();
  const [isExpanded, setIsExpanded] = useState(false);
  // A chip that is deselected stays visible, so that it can be selected again.
  const [collapsed, setCollapsed] = useState(() => listCollapsed(chosen));
  const toggleAll = () => {
    setCollapsed(listCollapsed(chosen));
    setIsExpanded(!isExpanded);
  };
  return (
    <>
      <ChoiceChips id={id} list={isExpanded ? INTERESTS : collapsed} chosen={chosen} onChange={onChange} />
      <Button variant="text" className={css.more} aria-expanded={isExpanded} aria-controls={id} onClick={toggleAll}>
        {isExpanded ? "Show less" : "Show more"}
      </Button>
    </>
  );
}
