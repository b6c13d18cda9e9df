import { type RefObject, useEffect, useEffectEvent, useImperativeHandle, useRef } from "react";
import type { Form } from "#web/ui/form.ts";

/** The message confirms, or gives the reason why the part is not saved. */
export interface SaveOutcome {
  readonly isSaved: boolean;
  readonly message: string;
}

export interface FormPart {
  save: () => Promise<SaveOutcome>;
}

export interface FormPartProps {
  part: RefObject<FormPart | null>;
  /** Called when the form becomes dirty or clean. */
  onDirty: (dirty: boolean) => void;
  /** Called when the part is not saved with the screen, before its first invalid field is focused. */
  onRefused: () => void;
}

/** @param store sends the values; it does not show the outcome @returns the ref of the form's element */
export function useFormPart<Values extends object>(
  form: Form<Values>,
  store: (values: Values) => Promise<SaveOutcome>,
  props: FormPartProps | undefined,
): RefObject<HTMLFormElement | null> {
  const element = useRef<HTMLFormElement>(null);
  useImperativeHandle(props?.part, () => ({
    async save() {
      let outcome: SaveOutcome | undefined;
      const errors = await form.run(
        async (values) => {
          outcome = await store(values);
          if (!outcome.isSaved) props?.onRefused();
        },
        element.current,
        props?.onRefused,
      );
      return outcome ?? { isSaved: false, message: Object.values<string | undefined>(errors)[0] ?? "" };
    },
  }));
  const reportDirty = useEffectEvent((dirty: boolean) => props?.onDirty(dirty));
  const dirty = form.isDirty && !form.busy;
  useEffect(() => {
    reportDirty(dirty);
    return () => reportDirty(false);
  }, [dirty]);
  return element;
}

export interface NamedOutcome extends SaveOutcome {
  readonly name: string;
}

const joinNames = (outcomes: readonly NamedOutcome[]): string => outcomes.map(({ name }) => name).join(" and ");

/** The first outcome is the screen's own, whose message stands for everything saved. */
export function describeOutcomes(outcomes: readonly [NamedOutcome, ...NamedOutcome[]]): string {
  const failed = outcomes.filter(({ isSaved }) => !isSaved);
  if (failed.length === 0 || outcomes.length === 1) return outcomes[0].message;
  const saved = outcomes.filter(({ isSaved }) => isSaved);
  const reasons = Map.groupBy(failed, ({ message }) => message);
  return [
    ...(saved.length > 0 ? [`${joinNames(saved)} saved.`] : []),
    ...[...reasons].map(([reason, group]) => `${joinNames(group)} not saved: ${reason}`),
  ].join(" ");
}
