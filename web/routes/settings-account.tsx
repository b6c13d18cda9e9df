import { KeyRound, LogOut } from "lucide-react";
import { DeleteAccount } from "#web/features/account-deletion/delete-account.tsx";
import { logOut } from "#web/features/accounts/accounts.queries.ts";
import { EmailSettings } from "#web/features/accounts/email-settings.tsx";
import { AppearanceSettings } from "#web/features/settings/appearance-settings.tsx";
import css from "#web/routes/settings-sections.module.css";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import typography from "#web/ui/typography.module.css";

/** How one logs in, how it looks here, and the ways out. */
export function AccountTab() {
  return (
    <div className={classNames(css.sections, css.headed)}>
      <title>Account · Settings · Spotter</title>
      <EmailSettings />
      <section className={css.section} aria-labelledby="password">
        <h2 id="password" className={classNames(typography.display, typography.d20)}>
          Password
        </h2>
        <ButtonLink variant="line" icon={<KeyRound />} to="/reset-password">
          Change Password
        </ButtonLink>
      </section>
      <AppearanceSettings />
      <section className={css.section} aria-labelledby="logout">
        <h2 id="logout" className={classNames(typography.display, typography.d20)}>
          This device
        </h2>
        <Button variant="line" icon={<LogOut />} onClick={() => void logOut()}>
          Logout
        </Button>
      </section>
      <section className={css.section} aria-labelledby="leaving">
        <h2 id="leaving" className={classNames(typography.display, typography.d20)}>
          Leaving Spotter
        </h2>
        <div className={css.flush}>
          <DeleteAccount />
        </div>
      </section>
    </div>
  );
}
