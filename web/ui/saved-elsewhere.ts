import { useState } from "react";
import type { Form } from "#web/ui/form.ts";

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Edited fields keep the typed text. @param together fields that are kept or replaced as one */
export function mergeSaved<Values extends object>(
  values: Values,
  before: Values,
  saved: Values,
  together: readonly (keyof Values)[] = [],
): Values {
  const isEdited = (name: keyof Values): boolean => !isSame(values[name], before[name]);
  const isKept = (name: keyof Values): boolean => (together.includes(name) ? together.some(isEdited) : isEdited(name));
  const names = Object.keys(values) as (keyof Values)[];
  return { ...saved, ...Object.fromEntries(names.filter(isKept).map((name) => [name, values[name]])) };
}

/** Fields that are being edited stay. */
export function useSavedElsewhere<Values extends object>(
  form: Form<Values>,
  saved: Values,
  together?: readonly (keyof Values)[],
): void {
  const [known, setKnown] = useState(saved);
  if (isSame(known, saved)) return;
  setKnown(saved);
  form.rebase(saved, mergeSaved(form.values, form.initialValues, saved, together));
}
