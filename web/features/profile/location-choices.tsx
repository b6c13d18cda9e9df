import css from "#web/features/profile/location-choices.module.css";
import type { LocationOption } from "#web/features/profile/profile.queries.ts";

interface Props {
  /** Two or more, the most likely first. */
  choices: readonly LocationOption[];
  chosen: string;
  onChoose: (place: LocationOption) => void;
}

const getTown = ({ location }: LocationOption): string => location.split(",")[0] ?? location;

/** 'Which Springfield?' */
export function formatQuestion(choices: readonly LocationOption[]): string {
  const [town = "", ...others] = new Set(choices.map(getTown));
  return others.length > 0 ? "Which place?" : `Which ${town}?`;
}

/** Asks which of several places is meant. Until it is answered it is the first. */
export function LocationChoices({ choices, chosen, onChoose }: Props) {
  const isChosen = ({ location }: LocationOption) => location === chosen.trim();
  return (
    <fieldset className={css.choice}>
      <legend>{formatQuestion(choices)}</legend>
      <div className={css.places}>
        {choices.map((place) => (
          <label key={place.location} className={css.place}>
            <input type="radio" name="which-place" checked={isChosen(place)} onChange={() => onChoose(place)} />
            {place.location}
          </label>
        ))}
      </div>
      {!choices.some(isChosen) && <p className={css.hint}>Until you choose, it is {choices[0]?.location}.</p>}
    </fieldset>
  );
}
