import type { ComponentType, SVGProps } from "react";
import css from "#web/features/settings/device-choice.module.css";
import { classNames } from "#web/ui/class-names.ts";
import typography from "#web/ui/typography.module.css";

interface Props<Value extends string> {
  title: string;
  name: string;
  options: readonly {
    readonly value: Value;
    readonly label: string;
    readonly Icon: ComponentType<SVGProps<SVGSVGElement>>;
  }[];
  chosen: Value;
  onChoose: (value: Value) => void;
}

/** A choice that is stored per device. */
export function DeviceChoice<Value extends string>({ title, name, options, chosen, onChoose }: Props<Value>) {
  return (
    <fieldset className={css.choices}>
      <legend className={css.legend}>
        <h2 className={classNames(typography.display, typography.d20)}>{title}</h2>
      </legend>
      {options.map(({ value, label, Icon }) => (
        <label key={value} className={css.choice}>
          <Icon aria-hidden="true" />
          {label}
          {/* The frame cannot know the choice, and a press on it would be lost. */}
          <input
            type="radio"
            name={name}
            disabled={import.meta.env.SSR}
            checked={!import.meta.env.SSR && chosen === value}
            onChange={() => onChoose(value)}
          />
        </label>
      ))}
    </fieldset>
  );
}
