import { Lock } from "lucide-react";
import { useId } from "react";
import { CLIENT_ERRORS } from "#contract/client-errors.ts";
import { AGE_MIN, FREE_CRUSHES, USERNAME_MAX, USERNAME_MIN } from "#contract/limits.ts";
import css from "#web/domains/accounts/modals/accounts.module.css";
import { passwordHint } from "#web/domains/accounts/modals/common-passwords.ts";
import type { SignupFormApi } from "#web/domains/accounts/modals/signup-form.ts";
import { type UsernameAvailability, useFreeIdeas } from "#web/domains/accounts/modals/username-check.ts";
import { FivePlates } from "#web/ui/brand/five-plates.tsx";
import { PickChip } from "#web/ui/chip.tsx";
import { CheckChoice } from "#web/ui/choice.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Field, FieldError } from "#web/ui/field.tsx";
import { DateInput, PasswordInput, TextInput } from "#web/ui/inputs.tsx";
import typography from "#web/ui/typography.module.css";

interface StepProps {
  form: SignupFormApi;
  availability: UsernameAvailability | undefined;
}

/** Step 1. */
export function BasicsStep({ form }: StepProps) {
  const { errors, values } = form;
  const hint = passwordHint(values.password, values.email, values.username);
  return (
    <div className={css.fields}>
      <Field label="Email" error={errors.email}>
        {(control) => <TextInput {...control} {...form.textProps("email")} type="email" autoComplete="email" />}
      </Field>
      <Field label="Password" hint={<span aria-live="polite">{hint}</span>} error={errors.password}>
        {(control) => (
          <PasswordInput
            {...control}
            {...form.textProps("password", ["confirmPassword"])}
            autoComplete="new-password"
          />
        )}
      </Field>
      <Field label="Confirm password" error={errors.confirmPassword}>
        {(control) => <PasswordInput {...control} {...form.textProps("confirmPassword")} autoComplete="new-password" />}
      </Field>
    </div>
  );
}

/** In a new tab, so that the form keeps the typed text. */
function NewTabLink({ to, children }: { to: string; children: string }) {
  return (
    <a href={to} target="_blank" rel="noopener">
      {children}
      <span className={typography.hidden}> (opens in a new tab)</span>
    </a>
  );
}

/** Step 3. */
export function BirthdayStep({ form }: StepProps) {
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
          I agree to the <NewTabLink to="/terms">terms</NewTabLink> and the{" "}
          <NewTabLink to="/community-guidelines">community guidelines</NewTabLink>
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

const IDEAS = ["GymLegend", "FlexMaster", "FitVibes"] as const;

/** The username is checked while it is typed. */
export function UsernameStep({ form, availability }: StepProps) {
  const { errors, values } = form;
  const ideas = useFreeIdeas(IDEAS);
  const isFree = availability?.free === true;
  const takenError = availability?.free === false ? CLIENT_ERRORS.username_taken : undefined;
  const freeText = isFree ? `${availability.username} is free` : undefined;
  const choose = (username: string) => form.set({ username });
  return (
    <div className={css.fields}>
      <Field
        label="Username"
        hint={freeText ? <span className={css.free}>{freeText}</span> : `${USERNAME_MIN} to ${USERNAME_MAX} characters`}
        error={errors.username ?? takenError}
      >
        {(control) => (
          <TextInput
            {...control}
            {...form.textProps("username")}
            isConfirmed={isFree}
            maxLength={USERNAME_MAX}
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
          />
        )}
      </Field>
      <p role="status" className={typography.hidden}>
        {freeText ?? takenError}
      </p>
      {takenError && (
        <NameChips
          legend="Free and close to it"
          names={availability?.suggestions ?? []}
          chosen={values.username}
          onChoose={choose}
        />
      )}
      <NameChips legend="Short on ideas?" names={ideas} chosen={values.username} onChoose={choose} />
      <p className={css.final}>
        <Lock aria-hidden="true" />
        Username cannot be changed
      </p>
    </div>
  );
}

interface NameChipsProps {
  legend: string;
  names: readonly string[];
  chosen: string;
  onChoose: (name: string) => void;
}

function NameChips({ legend, names, chosen, onChoose }: NameChipsProps) {
  if (names.length === 0) return null;
  return (
    <fieldset className={css.ideas}>
      <legend className={classNames(typography.small, typography.muted)}>{legend}</legend>
      <div className={css.chips}>
        {names.map((name) => (
          <PickChip key={name} pressed={chosen === name} onPress={() => onChoose(name)}>
            {name}
          </PickChip>
        ))}
      </div>
    </fieldset>
  );
}
