import css from "#web/features/preferences/preferences-form.module.css";
import { PickChip } from "#web/ui/chip.tsx";

interface Props {
  list: readonly string[];
  chosen: readonly string[];
  /** One at most: another one takes its place. */
  single?: boolean;
  id?: string;
  onChange: (chosen: string[]) => void;
}

/** A list to choose from. What is chosen and pressed again is given up; what is chosen keeps the list's order. */
export function ChoiceChips({ list, chosen, single = false, id, onChange }: Props) {
  const press = (value: string) => {
    if (chosen.includes(value)) onChange(chosen.filter((one) => one !== value));
    else onChange(single ? [value] : [...chosen, value]);
  };
  return (
    <div id={id} className={css.chips}>
      {list.map((one) => (
        <PickChip key={one} pressed={chosen.includes(one)} onPress={() => press(one)}>
          {one}
        </PickChip>
      ))}
    </div>
  );
}
