import css from "#web/ui/field.module.css";

/** Raise `SHOW_ME_CONSENT_VERSION` with every change of this text. */
export const ShowMeConsent = () => (
  <p className={css.hint}>
    Your choice may say something about your orientation. By making one you agree that Spotter uses it to choose who is
    shown to whom. Reset to Defaults takes it back.
  </p>
);
