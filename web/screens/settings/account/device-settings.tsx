import { Globe, Monitor, Moon, Ruler, Sun } from "lucide-react";
import type { ComponentType, SVGProps } from "react";
import { chooseUnits, useUnitsChoice } from "#web/lib/units.ts";
import css from "#web/screens/settings/account/device-settings.module.css";
import { classNames } from "#web/ui/class-names.ts";
import { chooseTheme, useTheme } from "#web/ui/theme.ts";
import typography from "#web/ui/typography.module.css";

const THEMES = [
  { value: "system", label: "System", Icon: Monitor },
  { value: "light", label: "Light", Icon: Sun },
  { value: "dark", label: "Dark", Icon: Moon },
] as const;

const UNITS = [
  { value: "automatic", label: "Automatic", Icon: Globe },
  { value: "metric", label: "Metric", Icon: Ruler },
  { value: "us", label: "US", Icon: Ruler },
] as const;

/** Stored per device, not in the account. */
export const DeviceSettings = () => (
  <>
    <DeviceChoice title="Appearance" name="theme" options={THEMES} chosen={useTheme()} onChoose={chooseTheme} />
    <DeviceChoice title="Units" name="units" options={UNITS} chosen={useUnitsChoice()} onChoose={chooseUnits} />
  </>
);

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

function DeviceChoice<Value extends string>({ title, name, options, chosen, onChoose }: Props<Value>) {
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
