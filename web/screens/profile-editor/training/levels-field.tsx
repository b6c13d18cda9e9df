import { X } from "lucide-react";
import { useId } from "react";
import { LEVELED_SPORTS_MAX } from "#contract/limits.ts";
import { LEVEL_LABELS } from "#contract/members/catalog.ts";
import { SPORT_TEXTS, SPORTS, type Sport } from "#contract/training/sports.ts";
import type { LeveledSport } from "#contract/training/training-form.ts";
import css from "#web/screens/profile-editor/training/training-form.module.css";
import { addSports } from "#web/screens/profile-editor/training/training-values.ts";
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

type Levels = readonly [starting: string, easy: string, steady: string, strong: string, racing: string];

const IN_WORDS: Levels = [
  "New to it, or coming back to it",
  "For fun, without getting out of breath",
  "Most weeks, at a pace you could keep",
  "Several times a week, and hard",
  "You compete, or train as if you did",
];

const IN_NUMBERS: Readonly<Partial<Record<Sport, Levels>>> = {
  run: [
    "Running and walking, over 7:00 a km (11:15 a mile)",
    "6:15 to 7:00 a km (10:00 to 11:15 a mile)",
    "5:30 to 6:15 a km (8:50 to 10:00 a mile)",
    "4:45 to 5:30 a km (7:40 to 8:50 a mile)",
    "Under 4:45 a km (7:40 a mile)",
  ],
  ride: [
    "Under 20 km/h (12 mph)",
    "20 to 24 km/h (12 to 15 mph)",
    "24 to 28 km/h (15 to 17 mph)",
    "28 to 32 km/h (17 to 20 mph)",
    "Over 32 km/h (20 mph)",
  ],
  swim: [
    "Over 2:30 per 100 m (2:17 per 100 yd)",
    "2:10 to 2:30 per 100 m (1:59 to 2:17 per 100 yd)",
    "1:50 to 2:10 per 100 m (1:41 to 1:59 per 100 yd)",
    "1:35 to 1:50 per 100 m (1:27 to 1:41 per 100 yd)",
    "Under 1:35 per 100 m (1:27 per 100 yd)",
  ],
  strength: [
    "Lifting for less than half a year",
    "Lifting for about a year",
    "Lifting for one to three years",
    "Lifting for three to six years",
    "Lifting for longer, or you compete",
  ],
  climb: [
    "Up to 5a (5.8)",
    "5b to 6a (5.9 to 5.10a)",
    "6a+ to 6c (5.10b to 5.11b)",
    "6c+ to 7b (5.11c to 5.12b)",
    "Above 7b (5.12b)",
  ],
};

/** In numbers where there are some. @param level from 1 */
export const describeLevel = (sport: Sport, level: number): string => (IN_NUMBERS[sport] ?? IN_WORDS)[level - 1] ?? "";

/** Up to three sports. */
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
