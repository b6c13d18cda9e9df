import type { Page } from "@playwright/test";
import { REJECTION_MESSAGE } from "#e2e/support/fixtures.ts";
import { abortRequests, holdRequests, refuseRequests, showOnly } from "#e2e/support/network.ts";
import type { SceneMembers } from "./members.ts";
import { answer, at, go, press, see, seeSkeleton } from "./navigation.ts";
import { NOBODY, type Scene, type SceneGroup, type Stage } from "./scene.ts";

type Somebody = "full" | "onePhoto" | "bare" | "quiet" | "crush" | "blocked";

const pathOf = (who: Somebody) => (cast: SceneMembers) => `/profile/${cast[who].id}`;
const open = (stage: Stage, who: Somebody, ready?: string) =>
  go(stage, "me", pathOf(who)(stage.cast), ready ?? stage.cast[who].username);
const profileScene = (name: string, who: Somebody): Scene => ({ name, open: (stage) => open(stage, who) });

async function choose(page: Page, item: string): Promise<void> {
  await press(page, "More");
  await page.getByRole("menuitem", { name: item }).click();
}

/** Each photo has a different shape. */
const photo = (place: number): Scene => ({
  name: `profile-photo-${place}`,
  open: async (stage) => {
    await open(stage, "full");
    for (let next = 2; next <= place; next++) {
      await press(stage.page, "Next photo");
      await stage.page.getByText(`Photo ${next} of 6`).waitFor({ state: "attached" });
    }
  },
});

export const profiles: SceneGroup = {
  group: "Profile view",
  scenes: [
    profileScene("profile-full", "full"),
    ...[2, 3, 4, 5, 6].map(photo),
    profileScene("profile-one-photo", "onePhoto"),
    profileScene("profile-no-photo", "quiet"),
    profileScene("profile-bare", "bare"),
    profileScene("profile-sent", "crush"),
    {
      name: "profile-crush-held",
      open: async (stage) => {
        const { page, cast } = stage;
        await showOnly(page, [cast.onePhoto, cast.full]);
        await go(stage, "me", "/browse", cast.onePhoto.username);
        await page.getByRole("link", { name: cast.onePhoto.username }).click();
        await see(page, "Get to know me");
        await page.clock.pauseAt(Date.now() + 1000);
        await press(page, "Send a Crush");
        await see(page, "Next: ");
      },
      isTemporary: true,
    },
    {
      name: "profile-loading",
      open: async (stage) => {
        await holdRequests(stage.page, "**/api/users/*");
        await go(stage, "me", pathOf("full")(stage.cast), "Profile");
        await seeSkeleton(stage.page);
      },
    },
    {
      name: "profile-not-found",
      expectedMessages: REJECTION_MESSAGE,
      open: at("me", `/profile/${NOBODY}`, "Profile not found"),
    },
    {
      name: "profile-blocked",
      expectedMessages: REJECTION_MESSAGE,
      open: at("me", pathOf("blocked"), "You have blocked this member."),
    },
    {
      name: "profile-error",
      expectedMessages: REJECTION_MESSAGE,
      open: async (stage) => {
        await refuseRequests(stage.page, "GET", "**/api/users/*", 500);
        await open(stage, "full", "This profile did not load.");
      },
    },
    {
      name: "profile-menu",
      perWidth: true,
      open: async (stage) => {
        await open(stage, "quiet");
        await press(stage.page, "More");
        await stage.page.getByRole("menu").waitFor();
      },
    },
    {
      name: "profile-block-question",
      open: async (stage) => {
        await open(stage, "full");
        await choose(stage.page, "Block");
        await stage.page.getByRole("alertdialog").waitFor();
      },
    },
    {
      name: "profile-unmatch-question",
      open: async (stage) => {
        await open(stage, "quiet");
        await choose(stage.page, "Unmatch");
        await stage.page.getByRole("alertdialog").waitFor();
      },
    },
    {
      name: "report",
      open: async (stage) => {
        await open(stage, "full");
        await choose(stage.page, "Report");
        await see(stage.page, "Send Report");
      },
    },
    {
      name: "report-mistake",
      open: async (stage) => {
        await open(stage, "full");
        await choose(stage.page, "Report");
        await press(stage.page, "Send Report");
        await see(stage.page, "Choose a reason");
      },
    },
    {
      name: "report-danger",
      open: async (stage) => {
        await open(stage, "full");
        await choose(stage.page, "Report");
        const dialog = stage.page.getByRole("dialog");
        await dialog.getByRole("radio", { name: "Someone is in danger" }).check();
        await dialog.getByRole("textbox").fill("They know where I train, and wrote that they will be there.");
      },
    },
    {
      name: "report-offline",
      isTemporary: true,
      expectedMessages: REJECTION_MESSAGE,
      open: async (stage) => {
        await abortRequests(stage.page, "POST", "**/api/safety/report");
        await open(stage, "full");
        await choose(stage.page, "Report");
        await stage.page.getByRole("radio", { name: "Someone is in danger" }).check();
        await press(stage.page, "Send Report");
        await stage.page.getByRole("alert").waitFor();
      },
    },
    {
      name: "report-sent",
      isTemporary: true,
      open: async (stage) => {
        const message = "Thank you. We will look at your report. Nobody is told who sent it. Its number is R-7K2M9Q.";
        await answer(stage.page, "POST", "**/api/safety/report", { success: true, message, number: "R-7K2M9Q" });
        await open(stage, "full");
        await choose(stage.page, "Report");
        const dialog = stage.page.getByRole("dialog");
        await dialog.getByRole("radio").first().check();
        await dialog.getByRole("checkbox").uncheck();
        await press(stage.page, "Send Report");
        await see(stage.page, message);
      },
    },
  ],
};
