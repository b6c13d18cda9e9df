import { useMatches } from "react-router";

/** What a screen wants around it: the `handle` of its route. */
export interface Screen {
  /** `public`: the header stands on phones too, and the footer is the large one. `app`: phones have the tab bar alone. */
  readonly kind: "public" | "app";
  readonly footer: boolean;
  /** Whether members on phones see the tab bar. */
  readonly tabs: boolean;
  /** How many bars of 64 px the screen has at a phone's lower edge, the tab bar included: the footer stays above them. */
  readonly bars: number;
}

export const publicScreen: Screen = { kind: "public", footer: true, tabs: true, bars: 1 };
export const appScreen: Screen = { kind: "app", footer: true, tabs: true, bars: 1 };

/** What the screen that is shown wants. */
export const useScreen = (): Screen => (useMatches().at(-1)?.handle as Screen | undefined) ?? publicScreen;
