import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from "react";

/** A control that is wrong, or a group of them, which has no such state of its own. */
const REFUSED = "[aria-invalid], [data-refused]:not(:has([aria-invalid]))";

/** What ties what is wrong with a group of controls to it, so that it is said where the focus comes. */
export const refusedGroup = (errorId: string) =>
  ({ "aria-describedby": errorId, "data-refused": "", tabIndex: -1 }) as const;

/** What is wrong, by field; `form` is about none of them. */
export type Problems<Values> = { readonly [Name in keyof Values | "form"]?: string };

type NamesOf<Values, Kind> = {
  [Name in keyof Values]: Values[Name] extends Kind ? Name & string : never;
}[keyof Values];

/**
 * What a form holds, and what is wrong with it. It is checked when it is submitted; what was wrong with a field is not said
 * any more once that is edited.
 * @param start what it holds at first
 * @param check what is wrong with what it holds
 */
export function useForm<Values extends object>(start: Values, check: (values: Values) => Problems<Values>) {
  const [before, setBefore] = useState(start);
  const [values, setValues] = useState(start);
  const [problems, setProblems] = useState<Problems<Values>>({});
  const [refusals, setRefusals] = useState(0);
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const submitted = useRef<Element>(null);

  useEffect(() => {
    if (refusals > 0) submitted.current?.querySelector<HTMLElement>(REFUSED)?.focus();
  }, [refusals]);

  /** Says what is wrong. The first such field takes the focus. */
  function refuse(found: Problems<Values>): void {
    setProblems(found);
    setRefusals((count) => count + 1);
  }

  /** Changes fields. What was wrong with them, with the form and with `also` is forgotten. */
  function set(change: Partial<Values>, also: readonly (keyof Values)[] = []): void {
    setValues((now) => ({ ...now, ...change }));
    const edited = new Set<PropertyKey>([...Object.keys(change), ...also, "form"]);
    setProblems((now) => Object.fromEntries(Object.entries(now).filter(([name]) => !edited.has(name))) as typeof now);
  }

  return {
    values,
    /** What it held at first. */
    before,
    problems,
    busy,
    /** Whether it holds anything else than at first. */
    dirty: JSON.stringify(values) !== JSON.stringify(before),
    set,
    refuse,
    /** Begins anew with these. */
    restart(next: Values): void {
      setBefore(next);
      setValues(next);
      setProblems({});
    },
    /** What a control for text is given. */
    text: (name: NamesOf<Values, string>, also?: readonly (keyof Values)[]) => ({
      name,
      value: values[name] as string,
      onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) =>
        set({ [name]: target.value } as Partial<Values>, also),
    }),
    /** What a box to tick is given. */
    tick: (name: NamesOf<Values, boolean>) => ({
      name,
      checked: values[name] as boolean,
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => set({ [name]: target.checked } as Partial<Values>),
    }),
    /** For `onSubmit`: `send` is called with what the check lets pass, and not again before it is through. */
    submit: (send: (values: Values) => Promise<void> | void) => async (event: FormEvent) => {
      event.preventDefault();
      submitted.current = event.currentTarget;
      if (running.current) return;
      const found = check(values);
      if (Object.keys(found).length > 0) {
        refuse(found);
        return;
      }
      running.current = true;
      setBusy(true);
      setProblems({});
      try {
        await send(values);
      } finally {
        running.current = false;
        setBusy(false);
      }
    },
  };
}

export type Form<Values extends object> = ReturnType<typeof useForm<Values>>;
