import { Check } from "lucide-react";
import type { ComponentProps } from "react";
import css from "#web/ui/choice.module.css";
import { classNames } from "#web/ui/class-names.ts";

export function RadioChoice({ children, ...rest }: Omit<ComponentProps<"input">, "type">) {
  return (
    <label className={css.choice}>
      <span className={classNames(css.mark, css.round)}>
        <input {...rest} type="radio" />
        <i aria-hidden="true" />
      </span>
      <span>{children}</span>
    </label>
  );
}

export function CheckChoice({ className, children, ...rest }: Omit<ComponentProps<"input">, "type">) {
  return (
    <label className={classNames(css.choice, className)}>
      <span className={css.mark}>
        <input {...rest} type="checkbox" />
        <Check aria-hidden="true" />
      </span>
      <span>{children}</span>
    </label>
  );
}
