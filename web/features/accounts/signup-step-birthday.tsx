import { Check } from "lucide-react";
import { useId } from "react";
import { AGE_MIN, FREE_CRUSHES } from "#contract/limits.ts";
import css from "#web/features/accounts/accounts.module.css";
import { edited, type SignupFormApi } from "#web/features/accounts/signup-form.ts";
import { Field, FieldError } from "#web/ui/field.tsx";
import { DateInput } from "#web/ui/inputs.tsx";
import type from "#web/ui/type.module.css";

/** A page to read beside the form: in a new tab, so that nothing typed is lost. */
function Beside({ to, children }: { to: string; children: string }) {
  return (
    <a href={to} target="_blank" rel="noopener">
      {children}
      <span className={type.hidden}> (opens in a new tab)</span>
    </a>
  );
}

/** Step 3: being old enough, and agreeing. */
export function BirthdayStep({ form }: { form: SignupFormApi }) {
  const { errors } = form.formState;
  const agreeError = useId();
  // Registered in the order of the page: the first invalid one is given the focus.
  const dateOfBirth = edited(form, "dateOfBirth");
  const agreed = edited(form, "agreed");
  return (
    <div className={css.fields}>
      <Field
        label="Date of birth"
        hint={`You must be ${AGE_MIN} or older. Only your age is shown.`}
        error={errors.dateOfBirth?.message}
      >
        {(control) => (
          <DateInput
            {...control}
            {...dateOfBirth}
            min="1900-01-01"
            max={new Date().toISOString().slice(0, 10)}
            autoComplete="bday"
          />
        )}
      </Field>
      <div>
        <label className={css.agree}>
          <span className={css.box}>
            <input
              type="checkbox"
              {...agreed}
              aria-invalid={errors.agreed ? true : undefined}
              aria-describedby={errors.agreed ? agreeError : undefined}
            />
            <Check aria-hidden="true" />
          </span>
          <span>
            I agree to the <Beside to="/terms">terms</Beside> and the{" "}
            <Beside to="/community-guidelines">community guidelines</Beside>
          </span>
        </label>
        {errors.agreed && <FieldError id={agreeError}>{errors.agreed.message}</FieldError>}
      </div>
      <div className={css.gift}>
        <span className={css.stack} aria-hidden="true">
          <i />
          <i />
          <i />
          <i />
          <i />
        </span>
        <p>
          <strong className={type.strong}>{FREE_CRUSHES} free crushes</strong> are loaded when you join.
        </p>
      </div>
    </div>
  );
}
