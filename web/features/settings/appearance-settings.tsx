import { Monitor, Moon, Sun } from "lucide-react";
import css from "#web/features/settings/appearance-settings.module.css";
import { classNames } from "#web/ui/class-names.ts";
import { chooseTheme, useTheme } from "#web/ui/theme.ts";
import typography from "#web/ui/typography.module.css";

const THEMES = [
  { theme: "system", label: "System", Icon: Monitor },
  { theme: "light", label: "Light", Icon: Sun },
  { theme: "dark", label: "Dark", Icon: Moon },
] as const;

/** The theme is stored per device. */
export function AppearanceSettings() {
  const chosen = useTheme();
  return (
    <fieldset className={css.choices}>
      <legend className={css.legend}>
        <h2 className={classNames(typography.display, typography.d20)}>Appearance</h2>
      </legend>
      {THEMES.map(({ theme, label, Icon }) => (
        <label key={theme} className={css.choice}>
          <Icon aria-hidden="true" />
          {label}
          {/* The frame cannot know the choice, and a press on it would be lost. */}
          <input
            type="radio"
            name="theme"
            disabled={import.meta.env.SSR}
            checked={!import.meta.env.SSR && chosen === theme}
            onChange={() => chooseTheme(theme)}
          />
        </label>
      ))}
    </fieldset>
  );
}
