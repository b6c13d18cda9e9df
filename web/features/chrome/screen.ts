import type { ReactNode } from "react";
import { useMatches } from "react-router";

/** How the layout frames a screen: the `handle` of its route. */
export interface Screen {
  /**
   * `public`: the header is shown on phones too, and the footer is the large one. `app`: phones have only the tab bar.
   */
  readonly kind: "public" | "app";
  /** SPEC.md requires it on every screen but browse. `desktop`: on phones the screen covers the page. */
  readonly footer: boolean | "desktop";
  /** Whether members see the header on phones, beside the tab bar. Only for the public kind; `true` by default. */
  readonly memberHeader?: boolean;
  /** Whether members see the tab bar on phones. */
  readonly tabs: boolean;
}

export const publicScreen: Screen = { kind: "public", footer: true, tabs: true };
export const appScreen: Screen = { kind: "app", footer: true, tabs: true };

/** Members open the help from their settings, so on phones they keep one navigation: the tab bar. */
export const helpScreen: Screen = { ...publicScreen, memberHeader: false };

export const useScreen = (): Screen => (useMatches().at(-1)?.handle as Screen | undefined) ?? publicScreen;

/**
 * Which navigation to render. A page that is prerendered or hydrating contains both; `data-auth` of `<html>` selects
 * one.
 */
export type Audience = "visitor" | "member" | "both";

/** Counts of unread items, next to the links. */
export interface ChromeBadges {
  readonly crushes: ReactNode;
  readonly messages: ReactNode;
}

/** Callbacks of the navigation, provided by the layout. */
export interface ChromeActions {
  readonly onLogin: () => void;
  readonly onSignup: () => void;
  readonly onLogout: () => void;
}
