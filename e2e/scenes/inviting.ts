import { REJECTION_MESSAGE } from "#e2e/support/fixtures.ts";
import { failToLoad } from "#e2e/support/network.ts";
import { go, press, see, seeSkeleton } from "./navigation.ts";
import type { Scene, SceneGroup, Stage } from "./scene.ts";

/** Opens the screen with a system's share sheet, which the test browser lacks. */
async function open(stage: Stage): Promise<void> {
  await stage.page.addInitScript(() =>
    Object.assign(navigator, { share: () => Promise.resolve(), canShare: () => true }),
  );
  await go(stage, "me", "/invite", "Your link names nobody");
  await stage.page.getByRole("img", { name: /^Poster/ }).waitFor();
}

const poster = (name: string, format: string, headline: string, gym: string): Scene => ({
  name: `invite-${name}`,
  open: async (stage) => {
    await open(stage);
    await stage.page.getByLabel(format).check();
    await stage.page.getByRole("radio", { name: headline }).check();
    await stage.page.getByLabel("Your gym, if you like").fill(gym);
    await stage.page.getByRole("img", { name: `Poster: ${headline}` }).waitFor();
  },
});

export const inviting: SceneGroup = {
  group: "Invite people",
  scenes: [
    { name: "invite", open },
    poster("gym", "Paper", "Who spots you?", "Barbell Club Altona"),
    poster("phone", "Phone", "Train with somebody near here.", ""),
    poster("phone-long-gym", "Phone", "Where Strength Meets Chemistry", "Wilhelmsburger Weightlifting Women’s Club"),
    {
      name: "invite-copied",
      isTemporary: true,
      open: async (stage) => {
        await stage.page.addInitScript(() =>
          Object.assign(navigator.clipboard, { writeText: () => Promise.resolve() }),
        );
        await open(stage);
        await press(stage.page, "Copy link");
        await see(stage.page, "The link is copied.");
      },
    },
    {
      name: "invite-loading",
      open: async (stage) => {
        await stage.page.addInitScript(() => Object.assign(document.fonts, { load: () => new Promise(() => {}) }));
        await go(stage, "me", "/invite", "Your link names nobody");
        await seeSkeleton(stage.page);
      },
    },
    {
      name: "invite-failed",
      expectedMessages: REJECTION_MESSAGE,
      open: async (stage) => {
        // The encoder of QR codes.
        await failToLoad(stage.page, "**/assets/dist-*.js");
        await go(stage, "me", "/invite", "The poster could not be drawn.");
      },
    },
  ],
};
