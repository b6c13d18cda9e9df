import { useId, useState } from "react";
import { INTERESTS } from "#contract/catalog.ts";
import { ChoiceChips } from "#web/features/preferences/choice-chips.tsx";
import css from "#web/features/preferences/preferences-form.module.css";
import { Button } from "#web/ui/button.tsx";

/** Of 31: two to three lines. */
const COLLAPSED_COUNT = 8;

const listCollapsed = (chosen: readonly string[]): readonly string[] =>
  INTERESTS.filter((one, i) => i < COLLAPSED_COUNT || chosen.includes(one));

/** Interests to choose from: a few and those that are chosen, or all. */
export function InterestChoices({
  chosen,
  onChange,
}: {
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}) {
  const id = useId();
  const [all, setAll] = useState(false);
  // One that is given up stays in sight, so that it can be chosen again.
  const [few, setFew] = useState(() => listCollapsed(chosen));
  const unfold = () => {
    setFew(listCollapsed(chosen));
    setAll(!all);
  };
  return (
    <>
      <ChoiceChips id={id} list={all ? INTERESTS : few} chosen={chosen} onChange={onChange} />
      <Button variant="text" className={css.more} aria-expanded={all} aria-controls={id} onClick={unfold}>
        {all ? "Show less" : "Show more"}
      </Button>
    </>
  );
}
