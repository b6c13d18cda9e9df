import { X } from "lucide-react";
import { useId } from "react";
import { LEVEL_LABELS } from "#contract/catalog.ts";
import { LEVELED_SPORTS_MAX } from "#contract/limits.ts";
import { SPORT_TEXTS, SPORTS, type Sport } from "#contract/sports.ts";
import type { LeveledSport } from "#contract/training-form.ts";
import { describeLevel } from "#web/features/training/level-help.ts";
import css from "#web/features/training/training-form.module.css";
import { addSports } from "#web/features/training/training-values.ts";
import { Field } from "#web/ui/field.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { SelectInput } from "#web/ui/inputs.tsx";
import typography from "#web/ui/typography.module.css";

/** A new sport begins in the middle. */
const FIRST_LEVEL = 3;
const LEVELS = LEVEL_LABELS.map((label, i) => ({ value: String(i + 1), label }));

interface Props {
  sports: readonly LeveledSport[];
  onChange: (sports: LeveledSport[]) => void;
}

/** Up to three sports, each with a level in words and what it means. */
export function LevelsField({ sports, onChange }: Props) {
  const id = useId();
  const left = SPORTS.filter((sport) => sports.every((one) => one.sport !== sport));
  const add = (sport: Sport): void => {
    onChange(addSports(sports, [{ sport, level: FIRST_LEVEL }]));
  };
  const remove = (sport: Sport): void => {
    onChange(sports.filter((one) => one.sport !== sport));
    // The button disappears.
    document.getElementById(id)?.focus({ preventScroll: true });
  };
  return (
    <section aria-labelledby={id} className={css.levels}>
      <h3 id={id} tabIndex={-1} className={typography.strong}>
        How do you train?
      </h3>
      {sports.map(({ sport, level }) => (
        <div key={sport} className={css.sport}>
          <Field label={SPORT_TEXTS[sport].label} hint={describeLevel(sport, level)}>
            {(control) => (
              <SelectInput
                {...control}
                options={LEVELS}
                value={String(level)}
                onChange={({ target }) =>
                  onChange(sports.map((one) => (one.sport === sport ? { sport, level: Number(target.value) } : one)))
                }
              />
            )}
          </Field>
          <IconButton
            className={css.remove}
            label={`Remove ${SPORT_TEXTS[sport].label.toLowerCase()}`}
            onClick={() => remove(sport)}
          >
            <X />
          </IconButton>
        </div>
      ))}
      {sports.length < LEVELED_SPORTS_MAX && (
        <Field
          label={<span className={sports.length > 0 ? typography.hidden : undefined}>A sport</span>}
          hint={sports.length === 0 ? `Up to ${LEVELED_SPORTS_MAX}, each with a level.` : undefined}
        >
          {(control) => (
            <SelectInput
              {...control}
              placeholder={sports.length === 0 ? "Choose a sport" : "Add another sport"}
              options={left.map((sport) => ({ value: sport, label: SPORT_TEXTS[sport].label }))}
              value=""
              onChange={({ target }) => {
                const chosen = left.find((sport) => sport === target.value);
                if (chosen) add(chosen);
              }}
            />
          )}
        </Field>
      )}
    </section>
  );
}
