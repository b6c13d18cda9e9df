import { LogOut, Monitor, Moon, Sun } from "lucide-react";
import { logOut } from "#web/features/accounts/accounts.api.ts";
import css from "#web/routes/settings.module.css";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { chooseTheme, useTheme } from "#web/ui/theme.ts";
import type from "#web/ui/type.module.css";

const THEMES = [
  { theme: "system", label: "System", Icon: Monitor },
  { theme: "light", label: "Light", Icon: Sun },
  { theme: "dark", label: "Dark", Icon: Moon },
] as const;

function Appearance() {
  const chosen = useTheme();
  return (
    <fieldset className={css.choices}>
      <legend className={css.legend}>
        <h2 className={classNames(type.display, type.d20)}>Appearance</h2>
      </legend>
      {THEMES.map(({ theme, label, Icon }) => (
        <label key={theme} className={css.choice}>
          <Icon aria-hidden="true" />
          {label}
          <input type="radio" name="theme" checked={chosen === theme} onChange={() => chooseTheme(theme)} />
        </label>
      ))}
    </fieldset>
  );
}

/** What a member can set. */
export function Component() {
  return (
    <div className={css.page}>
      <title>Settings · Spotter</title>
      <h1 className={classNames(type.display, type.d32)}>Settings</h1>
      <Appearance />
      <Button look="line" icon={<LogOut />} className={css.leave} onClick={logOut}>
        Logout
      </Button>
    </div>
  );
}
