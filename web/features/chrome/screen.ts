import type { ReactNode } from "react";
import { useMatches } from "react-router";

/** How the layout frames a screen: the `handle` of its route. */
export interface Screen {
  /** `app`: a member's screen. It fills the window at least, and its footer is quiet. */
  readonly kind: "public" | "app";
  /** Every screen but Browse has one. */
  readonly footer: boolean;
  /** Whether members see the tab bar on phones. */
  readonly tabs: boolean;
}

export const publicScreen: Screen = { kind: "public", footer: true, tabs: true };
export const appScreen: Screen = { kind: "app", footer: true, tabs: true };

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
