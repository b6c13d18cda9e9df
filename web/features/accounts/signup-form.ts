import { signupSteps } from "#contract/account-forms.ts";
import { ageOn, isDay } from "#contract/age.ts";
import { AGE_MIN } from "#contract/limits.ts";
import { validateForm } from "#web/lib/validate.ts";
import type { Form, FormErrors } from "#web/ui/form.ts";

/** What the three steps ask for. */
export interface SignupValues {
  email: string;
  password: string;
  confirmPassword: string;
  username: string;
  dateOfBirth: string;
  agreed: boolean;
}

export type SignupFormApi = Form<SignupValues>;

export const NOTHING_YET: SignupValues = {
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

/** The last of the steps, counted from 0. */
export const LAST_STEP = signupSteps.length - 1;

/** What is wrong with one step, by the contract's rules. */
export const checkStep = (step: number, values: SignupValues): FormErrors<SignupValues> =>
  validateForm(signupSteps[step] ?? signupSteps[0], values);

/** Whether a date of birth was given, and is that of somebody who may not join yet. */
export const isUnderage = ({ dateOfBirth }: SignupValues): boolean =>
  isDay(dateOfBirth) && ageOn(dateOfBirth, new Date()) < AGE_MIN;

/** A refusal's errors that belong to fields of the form, with the first step that has one. */
export function refusedFields(errors: Readonly<Record<string, string>>) {
  const step = FIELDS.findIndex((names) => names.some((name) => errors[name]));
  const refused = FIELDS.flat().filter((name) => errors[name]);
  const fieldErrors: FormErrors<SignupValues> = Object.fromEntries(refused.map((name) => [name, errors[name]]));
  return { errors: fieldErrors, step: step < 0 ? undefined : step };
}
