import css from "#web/ui/field.module.css";

/** What a choice agrees to. `SHOW_ME_CONSENT_VERSION` is the version of this text. */
export const ShowMeConsent = () => (
  <p className={css.hint}>
    Your choice may say something about your orientation. By making one you agree that Spotter uses it to choose who is
    shown to whom. Reset to Defaults takes it back.
  </p>
);
