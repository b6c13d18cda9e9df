import css from "#web/features/profile/place-choice.module.css";
import type { NamedPlace } from "#web/features/profile/profile.api.ts";

interface Props {
  /** Two or more, the most likely first. */
  choices: readonly NamedPlace[];
  chosen: string;
  onChoose: (place: NamedPlace) => void;
}

const townOf = ({ location }: NamedPlace): string => location.split(",")[0] ?? location;

/** 'Which Springfield?' */
export function questionOf(choices: readonly NamedPlace[]): string {
  const [town = "", ...others] = new Set(choices.map(townOf));
  return others.length > 0 ? "Which place?" : `Which ${town}?`;
}

/** Asks which of several places is meant. Until it is answered it is the first. */
export function PlaceChoice({ choices, chosen, onChoose }: Props) {
  const isChosen = ({ location }: NamedPlace) => location === chosen.trim();
  return (
    <fieldset className={css.choice}>
      <legend>{questionOf(choices)}</legend>
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
