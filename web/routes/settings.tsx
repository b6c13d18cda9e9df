import { ArrowLeft, CreditCard, KeyRound, LogOut, Monitor, Moon, Sun } from "lucide-react";
import { logOut } from "#web/features/accounts/accounts.api.ts";
import css from "#web/routes/settings.module.css";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { IconLink } from "#web/ui/icon-button.tsx";
import { PageHead } from "#web/ui/page-head.tsx";
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
    <>
      <title>Settings · Spotter</title>
      <PageHead
        title="Settings"
        before={
          <IconLink to="/profile" label="Back to profile" className={classNames(css.back, type.phone)}>
            <ArrowLeft />
          </IconLink>
        }
      />
      <div className={css.page}>
        <Appearance />
        <section className={css.account} aria-labelledby="account">
          <h2 id="account" className={classNames(type.display, type.d20)}>
            Account
          </h2>
          <ButtonLink look="line" icon={<KeyRound />} to="/reset-password">
            Change Password
          </ButtonLink>
          <Button look="line" icon={<LogOut />} onClick={() => void logOut()}>
            Logout
          </Button>
        </section>
        <section className={css.account} aria-labelledby="billing">
          <h2 id="billing" className={classNames(type.display, type.d20)}>
            Billing
          </h2>
          <ButtonLink look="line" icon={<CreditCard />} to="/profile#crushes">
            Crushes and Membership
          </ButtonLink>
        </section>
      </div>
    </>
  );
}
