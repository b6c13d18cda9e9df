/** Who the chrome is drawn for. A page that is prerendered or hydrating holds both; `data-auth` of `<html>` picks. */
export type Who = "visitor" | "member" | "both";

/** What the chrome's controls do; the layout knows. */
export interface ChromeActions {
  readonly onLogin: () => void;
  readonly onSignup: () => void;
  readonly onLogout: () => void;
}
