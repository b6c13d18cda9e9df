import { go } from "./navigation.ts";
import type { Scene, SceneGroup } from "./scene.ts";

/** Larger windows show no onboarding. */
const WIDEST = 767;

const screen = (number: number, heading: string): Scene => ({
  name: `onboarding-${number}`,
  firstVisit: true,
  upTo: WIDEST,
  open: async (stage) => {
    const { page } = stage;
    await page.setViewportSize({ width: 360, height: 740 });
    await go(stage, "visitor", "/", "Where Strength Meets Chemistry");
    const intro = page.getByRole("region", { name: "Welcome to Spotter" });
    await intro.getByRole("button", { name: `Screen ${number} of 3` }).click();
    await intro.getByRole("heading", { level: 1, name: heading }).waitFor();
  },
});

export const onboarding: SceneGroup = {
  group: "Onboarding",
  scenes: [screen(1, "Spotter"), screen(2, "Built for people who train"), screen(3, "Meet someone who trains")],
};
