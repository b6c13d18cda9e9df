import { signupSteps } from "#contract/accounts/account-forms.ts";
import { AGE_MIN } from "#contract/limits.ts";
import { ageOn, isDay } from "#contract/members/age.ts";
import { validateForm } from "#web/lib/validate.ts";
import type { Form, FormErrors } from "#web/ui/form.ts";

export interface SignupValues {
  email: string;
  password: string;
  confirmPassword: string;
  username: string;
  dateOfBirth: string;
  agreed: boolean;
}

export type SignupFormApi = Form<SignupValues>;

export const EMPTY_VALUES: SignupValues = {
  email: "",
  password: "",
  confirmPassword: "",
  username: "",
  dateOfBirth: "",
  agreed: false,
};

const FIELDS = [
  ["email", "password", "confirmPassword"],
  ["username"],
  ["dateOfBirth", "agreed"],
] as const satisfies readonly (readonly (keyof SignupValues)[])[];

/** From 0. */
export const USERNAME_STEP = 1;
/** From 0. */
export const LAST_STEP = signupSteps.length - 1;

export const checkStep = (step: number, values: SignupValues): FormErrors<SignupValues> =>
  validateForm(signupSteps[step] ?? signupSteps[0], values);

/** The rest of the form must be valid: the terms are agreed to. */
export const isUnderage = ({ dateOfBirth, agreed }: SignupValues): boolean =>
  agreed && isDay(dateOfBirth) && ageOn(dateOfBirth, new Date()) < AGE_MIN;

/** With the first step that has one. */
export function pickRejectedFields(errors: Readonly<Record<string, string>>) {
  const step = FIELDS.findIndex((names) => names.some((name) => errors[name]));
  const refused = FIELDS.flat().filter((name) => errors[name]);
  const fieldErrors: FormErrors<SignupValues> = Object.fromEntries(refused.map((name) => [name, errors[name]]));
  return { errors: fieldErrors, step: step < 0 ? undefined : step };
}
