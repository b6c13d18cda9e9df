import { Check } from "lucide-react";
import css from "#web/features/crushes/openers.module.css";

/** First messages that ask for an answer. */
export const OPENERS = [
  "What's on your bar for leg day?",
  "Your rest day looks like mine. Pancakes?",
  "I need a spot on Thursday. You in?",
] as const;

/** Three first messages as bubbles, one of them chosen. */
export function Openers({ chosen, onChoose }: { chosen: string; onChoose: (opener: string) => void }) {
  return (
    <fieldset className={css.openers}>
      <legend className={css.legend}>Say something worth answering</legend>
      {OPENERS.map((opener) => (
        <label key={opener} className={css.bubble}>
          <input
            type="radio"
            name="opener"
            className={css.radio}
            checked={opener === chosen}
            onChange={() => onChoose(opener)}
          />
          {opener}
          {opener === chosen && <Check aria-hidden="true" />}
        </label>
      ))}
    </fieldset>
  );
}
