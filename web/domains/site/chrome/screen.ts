import type { ReactNode } from "react";
import { useMatches } from "react-router";

/** The `handle` of a route. */
export interface Screen {
  /** `app`: a member's screen. It fills the window at least, and its footer is quiet. */
  readonly kind: "public" | "app";
  readonly footer: boolean;
  /** Whether members see the tab bar on phones. */
  readonly tabs: boolean;
}

export const publicScreen: Screen = { kind: "public", footer: true, tabs: true };
export const appScreen: Screen = { kind: "app", footer: true, tabs: true };

export const useScreen = (): Screen => (useMatches().at(-1)?.handle as Screen | undefined) ?? publicScreen;

/** A page that is prerendered or hydrating contains both navigations; `data-auth` of `<html>` selects one. */
export type Audience = "visitor" | "member" | "both";

export interface ChromeBadges {
  readonly crushes: ReactNode;
  readonly messages: ReactNode;
}

export interface ChromeActions {
  readonly onLogin: () => void;
  readonly onSignup: () => void;
  readonly onLogout: () => void;
}
