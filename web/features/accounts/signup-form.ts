import type { FieldErrors, Resolver, UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import { signupSteps } from "#contract/accounts.ts";

/** What the three steps ask for. */
export interface SignupValues {
  email: string;
  password: string;
  confirmPassword: string;
  username: string;
  dateOfBirth: string;
  agreed: boolean;
}

export type SignupFormApi = UseFormReturn<SignupValues>;

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

/** Checks one step by the contract's rules. */
export const resolverOf =
  (step: number): Resolver<SignupValues> =>
  (values) => {
    const result = z.safeParse(signupSteps[step] ?? signupSteps[0], values);
    if (result.success) return { values, errors: {} };
    const errors: FieldErrors<SignupValues> = {};
    for (const { path, code = "invalid", message } of result.error.issues) {
      errors[path[0] as keyof SignupValues] ??= { type: code, message };
    }
    return { values: {}, errors };
  };

/** A refusal's errors that belong to fields of the form, with the first step that has one. */
export function refusedFields(errors: Readonly<Record<string, string>>) {
  const fields = FIELDS.flatMap((names, step) =>
    names.flatMap((name) => {
      const message = errors[name];
      return message ? [{ name, step, message }] : [];
    }),
  );
  return { fields, step: fields[0]?.step };
}

/** A field was edited: its error goes, and the form's. */
export function forget(form: SignupFormApi, ...names: (keyof SignupValues)[]): void {
  form.clearErrors(names);
  form.clearErrors("root");
}

/** Registers a field whose error, and `also` others', goes as soon as it is edited. */
export const edited = (form: SignupFormApi, name: keyof SignupValues, also: readonly (keyof SignupValues)[] = []) =>
  form.register(name, { onChange: () => forget(form, name, ...also) });
