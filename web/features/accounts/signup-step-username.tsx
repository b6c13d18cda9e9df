import { USERNAME_MAX } from "#contract/limits.ts";
import css from "#web/features/accounts/accounts.module.css";
import type { SignupFormApi } from "#web/features/accounts/signup-form.ts";
import { PickChip } from "#web/ui/chip.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Field } from "#web/ui/field.tsx";
import { TextInput } from "#web/ui/inputs.tsx";
import typography from "#web/ui/typography.module.css";

const IDEAS = ["GymLegend", "FlexMaster", "FitVibes"] as const;

/** Step 2: the name everybody sees. */
export function UsernameStep({ form }: { form: SignupFormApi }) {
  const { errors, values } = form;
  return (
    <div className={css.fields}>
      <Field label="Username" error={errors.username}>
        {(control) => (
          <TextInput
            {...control}
            {...form.textProps("username")}
            maxLength={USERNAME_MAX}
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
          />
        )}
      </Field>
      <fieldset className={css.ideas}>
        <legend className={classNames(typography.small, typography.muted)}>Short on ideas?</legend>
        <div className={css.chips}>
          {IDEAS.map((idea) => (
            <PickChip key={idea} pressed={values.username === idea} onPress={() => form.set({ username: idea })}>
              {idea}
            </PickChip>
          ))}
        </div>
      </fieldset>
    </div>
  );
}
