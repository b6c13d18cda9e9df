import { useId } from "react";
import { AGE_MIN, FREE_CRUSHES } from "#contract/limits.ts";
import css from "#web/features/accounts/accounts.module.css";
import type { SignupFormApi } from "#web/features/accounts/signup-form.ts";
import { FivePlates } from "#web/ui/brand/five-plates.tsx";
import { CheckChoice } from "#web/ui/choice.tsx";
import { Field, FieldError } from "#web/ui/field.tsx";
import { DateInput } from "#web/ui/inputs.tsx";
import typography from "#web/ui/typography.module.css";

/** A page to read beside the form: in a new tab, so that nothing typed is lost. */
function Beside({ to, children }: { to: string; children: string }) {
  return (
    <a href={to} target="_blank" rel="noopener">
      {children}
      <span className={typography.hidden}> (opens in a new tab)</span>
    </a>
  );
}

/** Step 3: being old enough, and agreeing. */
export function BirthdayStep({ form }: { form: SignupFormApi }) {
  const { errors } = form;
  const agreeError = useId();
  return (
    <div className={css.fields}>
      <Field
        label="Date of birth"
        hint={`You must be ${AGE_MIN} or older. Only your age is shown.`}
        error={errors.dateOfBirth}
      >
        {(control) => (
          <DateInput
            {...control}
            {...form.textProps("dateOfBirth")}
            min="1900-01-01"
            max={new Date().toISOString().slice(0, 10)}
            autoComplete="bday"
          />
        )}
      </Field>
      <div>
        <CheckChoice
          {...form.checkboxProps("agreed")}
          className={css.agree}
          aria-invalid={errors.agreed ? true : undefined}
          aria-describedby={errors.agreed ? agreeError : undefined}
        >
          I agree to the <Beside to="/terms">terms</Beside> and the{" "}
          <Beside to="/community-guidelines">community guidelines</Beside>
        </CheckChoice>
        {errors.agreed && <FieldError id={agreeError}>{errors.agreed}</FieldError>}
      </div>
      <div className={css.gift}>
        <FivePlates />
        <p>
          <strong className={typography.strong}>{FREE_CRUSHES} free crushes</strong> are loaded when you join.
        </p>
      </div>
    </div>
  );
}
