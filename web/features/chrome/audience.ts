import type { ReactNode } from "react";

/** Who the chrome is drawn for. A page that is prerendered or hydrating holds both; `data-auth` of `<html>` picks. */
export type Who = "visitor" | "member" | "both";

/** What is new, on the places where it can be found. */
export interface ChromeBadges {
  readonly crushes: ReactNode;
  readonly messages: ReactNode;
}

/** What the chrome's controls do; the layout knows. */
export interface ChromeActions {
  readonly onLogin: () => void;
  readonly onSignup: () => void;
  readonly onLogout: () => void;
}
