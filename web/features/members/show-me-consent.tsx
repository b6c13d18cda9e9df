import { classNames } from "#web/ui/class-names.ts";
import typography from "#web/ui/typography.module.css";

/** What a choice agrees to. `SHOW_ME_CONSENT_VERSION` is the version of this text. */
export const ShowMeConsent = () => (
  <p className={classNames(typography.small, typography.muted)}>
    Your choice may say something about your orientation. By making one you agree that Spotter uses it to choose who is
    shown to whom. Reset to Defaults takes it back.
  </p>
);
