import { INTERESTS_MAX, INTERESTS_MIN } from "#contract/limits.ts";
import { INTERESTS } from "#contract/members/catalog.ts";
import type { ProfileForm } from "#web/domains/members/profile-form.ts";
import css from "#web/screens/profile-editor/editor.module.css";
import { PickChip } from "#web/ui/chip.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { FieldError } from "#web/ui/field.tsx";
import { invalidGroupProps } from "#web/ui/form.ts";
import typography from "#web/ui/typography.module.css";

/** In the catalog's order. At the limit, nothing is added. */
function toggleInterest(chosen: readonly string[], interest: string): string[] {
  if (chosen.includes(interest)) return chosen.filter((one) => one !== interest);
  if (chosen.length >= INTERESTS_MAX) return [...chosen];
  return INTERESTS.filter((one) => one === interest || chosen.includes(one));
}

export function InterestChips({
  chosen,
  onChange,
}: {
  chosen: readonly string[];
  onChange: (interests: string[]) => void;
}) {
  const full = chosen.length >= INTERESTS_MAX;
  return INTERESTS.map((interest) => {
    const pressed = chosen.includes(interest);
    return (
      <PickChip
        key={interest}
        pressed={pressed}
        onPress={() => onChange(toggleInterest(chosen, interest))}
        className={full && !pressed ? css.full : undefined}
      >
        {interest}
      </PickChip>
    );
  });
}

export function InterestsField({ form }: { form: ProfileForm }) {
  const chosen = form.values.interests;
  const error = form.errors.interests;
  const full = chosen.length >= INTERESTS_MAX;
  return (
    <section aria-labelledby="interests">
      <h2 className={classNames(css.headingWithHint, typography.display, typography.d20)}>
        <span id="interests">Interests</span>
        <span className={css.count}>
          {chosen.length} of {INTERESTS_MAX}
        </span>
      </h2>
      <p id="interests-hint" className={css.headHint} role="status">
        {full ? "That is all ten. Take one away to pick another." : `Pick at least ${INTERESTS_MIN}.`}
      </p>
      <fieldset
        className={css.chips}
        aria-labelledby="interests"
        aria-describedby="interests-hint"
        {...(error && invalidGroupProps("interests-error"))}
      >
        <InterestChips chosen={chosen} onChange={(interests) => form.set({ interests })} />
      </fieldset>
      {error && <FieldError id="interests-error">{error}</FieldError>}
    </section>
  );
}
