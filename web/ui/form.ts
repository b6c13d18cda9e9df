import { type ChangeEvent, type FormEvent, startTransition, useEffect, useRef, useState } from "react";

/** An invalid control, or an invalid group of controls, which has no `aria-invalid` of its own. */
const INVALID = "[aria-invalid], [data-refused]:not(:has([aria-invalid]))";

/** Links a group of controls to its error, so that screen readers announce it when the group takes the focus. */
export const invalidGroupProps = (errorId: string) =>
  ({ "aria-describedby": errorId, "data-refused": "", tabIndex: -1 }) as const;

/** Error messages by field; `form` holds the one for the whole form. */
export type FormErrors<Values> = { readonly [Name in keyof Values | "form"]?: string };

type NamesOf<Values, Kind> = {
  [Name in keyof Values]: Values[Name] extends Kind ? Name & string : never;
}[keyof Values];

/**
 * Validated on submit; editing a field clears its error.
 * @param validate returns no errors if the values are valid; a promise while its module loads
 */
export function useForm<Values extends object>(
  initial: Values,
  validate: (values: Values) => FormErrors<Values> | Promise<FormErrors<Values>>,
) {
  const [initialValues, setInitialValues] = useState(initial);
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FormErrors<Values>>({});
  const [errorCount, setErrorCount] = useState(0);
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const submitted = useRef<Element>(null);

  useEffect(() => {
    if (errorCount > 0) submitted.current?.querySelector<HTMLElement>(INVALID)?.focus();
  }, [errorCount]);

  /** A transition, so that the pressed button is painted before the whole form is rendered. */
  const showBusy = () => startTransition(() => setBusy(true));

  function showErrors(found: FormErrors<Values>): void {
    setErrors(found);
    setErrorCount((count) => count + 1);
  }

  /** Clears the errors of the fields, of `also`, and the form's. */
  function set(change: Partial<Values>, also: readonly (keyof Values)[] = []): void {
    setValues((now) => ({ ...now, ...change }));
    const edited = new Set<PropertyKey>([...Object.keys(change), ...also, "form"]);
    setErrors((now) => Object.fromEntries(Object.entries(now).filter(([name]) => !edited.has(name))) as typeof now);
  }

  /**
   * Ignored while an earlier call of `send` runs.
   * @param at the form, in which the first invalid field is focused
   * @param beforeErrors shows the form, if it can be hidden
   * @returns the errors that prevented the call
   */
  async function run(
    send: (values: Values) => Promise<void> | void,
    at: Element | null,
    beforeErrors?: () => void,
  ): Promise<FormErrors<Values>> {
    submitted.current = at;
    if (running.current) return {};
    running.current = true;
    try {
      const checking = validate(values);
      if (checking instanceof Promise) showBusy();
      const found = await checking;
      if (Object.keys(found).length > 0) {
        beforeErrors?.();
        showErrors(found);
        return found;
      }
      showBusy();
      setErrors((now) => (Object.keys(now).length > 0 ? {} : now));
      await send(values);
      return {};
    } finally {
      running.current = false;
      setBusy(false);
    }
  }

  return {
    values,
    initialValues,
    errors,
    busy,
    isDirty: JSON.stringify(values) !== JSON.stringify(initialValues),
    set,
    showErrors,
    reset(next: Values): void {
      setInitialValues(next);
      setValues(next);
      setErrors({});
    },
    /** Under the current values. Errors stay. */
    rebase(initial: Values, current: Values): void {
      setInitialValues(initial);
      setValues(current);
    },
    textProps: (name: NamesOf<Values, string>, also?: readonly (keyof Values)[]) => ({
      name,
      value: values[name] as string,
      onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) =>
        set({ [name]: target.value } as Partial<Values>, also),
    }),
    checkboxProps: (name: NamesOf<Values, boolean>) => ({
      name,
      checked: values[name] as boolean,
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => set({ [name]: target.checked } as Partial<Values>),
    }),
    run,
    /** For `onSubmit`: calls `send` with valid values, and ignores further submits until it settles. */
    submit: (send: (values: Values) => Promise<void> | void) => async (event: FormEvent) => {
      event.preventDefault();
      await run(send, event.currentTarget);
    },
  };
}

export type Form<Values extends object> = ReturnType<typeof useForm<Values>>;
