import { CalendarDays, Check, ChevronDown, Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { classNames } from "#web/ui/class-names.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import css from "#web/ui/inputs.module.css";

type TextInputProps = ComponentProps<"input"> & {
  /** Shows a tick. Leave it undefined for a field that never has one. */
  isConfirmed?: boolean;
};

export function TextInput({ className, type = "text", isConfirmed, ...rest }: TextInputProps) {
  const input = <input {...rest} type={type} className={classNames(css.input, className)} />;
  if (isConfirmed === undefined) return input;
  return (
    <div className={css.around}>
      {input}
      {isConfirmed && <Check className={classNames(css.mark, css.confirmed)} aria-hidden="true" />}
    </div>
  );
}

/** Set `autoComplete` to `new-password` or `current-password`. */
export function PasswordInput({ className, ...rest }: Omit<ComponentProps<"input">, "type">) {
  const [shown, setShown] = useState(false);
  return (
    <div className={css.around}>
      <input
        {...rest}
        type={shown ? "text" : "password"}
        className={classNames(css.input, className)}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <IconButton
        className={css.end}
        label="Show password"
        aria-pressed={shown}
        disabled={rest.disabled}
        onClick={() => setShown(!shown)}
      >
        {shown ? <EyeOff /> : <Eye />}
      </IconButton>
    </div>
  );
}

/** The value is `YYYY-MM-DD`. */
export function DateInput({ className, ...rest }: Omit<ComponentProps<"input">, "type">) {
  return (
    <div className={css.around}>
      <input {...rest} type="date" className={classNames(css.input, css.date, className)} />
      <CalendarDays className={css.mark} aria-hidden="true" />
    </div>
  );
}

/** @param placeholder label of the empty option */
export function SelectInput({
  options,
  placeholder,
  className,
  ...rest
}: ComponentProps<"select"> & {
  options: readonly (string | { readonly value: string; readonly label: string })[];
  placeholder?: string;
}) {
  return (
    <div className={css.around}>
      <select {...rest} className={classNames(css.input, css.select, className)}>
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => {
          const { value, label } = typeof option === "string" ? { value: option, label: option } : option;
          return (
            <option key={value} value={value}>
              {label}
            </option>
          );
        })}
      </select>
      <ChevronDown className={css.mark} aria-hidden="true" />
    </div>
  );
}

/** Grows with its text where the browser supports `field-sizing`. */
export function TextArea({ className, ...rest }: ComponentProps<"textarea">) {
  return <textarea {...rest} className={classNames(css.input, css.area, className)} />;
}
