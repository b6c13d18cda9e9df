import type { ReactNode } from "react";
import { useMatches } from "react-router";

/** What a screen wants around it: the `handle` of its route. */
export interface Screen {
  /** `public`: the header stands on phones too, and the footer is the large one. `app`: phones have the tab bar alone. */
  readonly kind: "public" | "app";
  /** SPEC.md wants it everywhere but on browse; `desktop`: on phones the screen covers the page. */
  readonly footer: boolean | "desktop";
  /** Whether members on phones see the tab bar. */
  readonly tabs: boolean;
}

export const publicScreen: Screen = { kind: "public", footer: true, tabs: true };
export const appScreen: Screen = { kind: "app", footer: true, tabs: true };

/** What the screen that is shown wants. */
export const useScreen = (): Screen => (useMatches().at(-1)?.handle as Screen | undefined) ?? publicScreen;

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
