import { useSearchParams } from "react-router";
import { COMMAND_LINE } from "#contract/moderation/past-decisions.ts";
import { Field } from "#web/ui/field.tsx";
import { SelectInput } from "#web/ui/inputs.tsx";

/** In the address, so that a filtered list can be left and found again. Empty values are left out. */
export function useFilters() {
  const [params, setParams] = useSearchParams();
  return {
    get: (name: string): string | undefined => params.get(name) ?? undefined,
    set: (name: string, value: string): void => {
      const next = new URLSearchParams(params);
      if (value === "") next.delete(name);
      else next.set(name, value);
      setParams(next, { replace: true, preventScrollReset: true });
    },
  };
}

interface Option {
  readonly value: string;
  readonly label: string;
}

export function FilterSelect({
  label,
  all,
  options,
  value = "",
  onChange,
}: {
  label: string;
  all: string;
  options: readonly Option[];
  value: string | undefined;
  onChange: (value: string) => void;
}) {
  return (
    <Field label={label}>
      {(control) => (
        <SelectInput
          {...control}
          placeholder={all}
          options={options}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}

/** Names of people who were removed may be those of others by now. */
export const personOptions = (people: readonly { readonly _id: string; readonly name: string }[]): Option[] => [
  ...people.map(({ _id, name }) => ({ value: _id, label: name })),
  { value: COMMAND_LINE, label: "At the command line" },
];
