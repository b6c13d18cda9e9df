import type { Page } from "@playwright/test";
import { PORTRAIT } from "#e2e/support/api-fixtures.ts";
import { REJECTION_MESSAGE } from "#e2e/support/fixtures.ts";
import { changeResponse, holdRequests, refuseRequests } from "#e2e/support/network.ts";
import { answer, at, go, press, see, seeSkeleton } from "./navigation.ts";
import type { Scene, SceneGroup, Stage } from "./scene.ts";

const PROFILE = "**/api/profile";
const PHOTOS = "**/api/profile/photos";
const FILTERS = "**/api/profile/filters";

const open = (stage: Stage) => go(stage, "me", "/profile", "Basic info");
const upload = (page: Page) => page.locator('input[type="file"]').setInputFiles([PORTRAIT, PORTRAIT]);
const location = (page: Page) => page.getByLabel("Location");

async function openMenu(stage: Stage): Promise<void> {
  await open(stage);
  await press(stage.page, "Options for photo 2");
  await stage.page.getByRole("menu").waitFor();
}

const unfolded = (name: string, panel: RegExp, ready: string, before?: (page: Page) => Promise<unknown>): Scene => ({
  name,
  expectedMessages: REJECTION_MESSAGE,
  open: async (stage) => {
    await before?.(stage.page);
    await open(stage);
    await press(stage.page, panel);
    await see(stage.page, ready);
  },
});

const firstSteps = (name: string, skips: number, ready: string): Scene => ({
  name,
  open: async (stage) => {
    await go(stage, "newcomer", "/profile", "Basic info");
    for (let i = 0; i < skips; i++) await press(stage.page, "Skip");
    await see(stage.page, ready);
  },
});

const PHOTO_SCENES: readonly Scene[] = [
  { name: "editor-photo-menu", perWidth: true, open: openMenu },
  {
    name: "editor-photo-description",
    open: async (stage) => {
      await openMenu(stage);
      await stage.page.getByRole("menuitem", { name: "Add description" }).click();
      await stage.page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "editor-badge-withdrawn",
    isTemporary: true,
    open: async (stage) => {
      const photos: object[] = [];
      await changeResponse(stage.page, PROFILE, (reply: { profile: { profile: { photos: object[] } } }) => {
        photos.push(...reply.profile.profile.photos);
        return { ...reply, profile: { ...reply.profile, isVerified: true } };
      });
      await openMenu(stage);
      await answer(stage.page, "PUT", `${PHOTOS}/order`, { success: true, photos, isVerified: false });
      await stage.page.getByRole("menuitem", { name: "Make main photo" }).click();
      await see(stage.page, "Your Verified badge belonged to your old main photo");
    },
  },
  {
    name: "editor-photos-checked",
    open: async (stage) => {
      await changeResponse(stage.page, PROFILE, (reply: { profile: { profile: { photos: object[] } } }) => {
        const photos = reply.profile.profile.photos.map((photo, i) => ({
          ...photo,
          check: i === 0 ? "held" : "pending",
        }));
        return { ...reply, profile: { ...reply.profile, profile: { ...reply.profile.profile, photos } } };
      });
      await open(stage);
      await see(stage.page, "In review");
    },
  },
  {
    name: "editor-uploading",
    open: async (stage) => {
      await holdRequests(stage.page, PHOTOS);
      await open(stage);
      await upload(stage.page);
      await stage.page.getByRole("progressbar").first().waitFor();
    },
  },
  {
    name: "editor-upload-failed",
    expectedMessages: REJECTION_MESSAGE,
    isTemporary: true,
    open: async (stage) => {
      await refuseRequests(stage.page, "POST", PHOTOS, 500);
      await open(stage);
      await upload(stage.page);
      await see(stage.page, "Failed to upload photos");
    },
  },
];

const SAVING: readonly Scene[] = [
  {
    name: "editor-saving",
    open: async (stage) => {
      await open(stage);
      await holdRequests(stage.page, PROFILE);
      await press(stage.page, "Save Profile");
      await see(stage.page, "Saving...");
    },
  },
  {
    name: "editor-saved",
    isTemporary: true,
    open: async (stage) => {
      await open(stage);
      await press(stage.page, "Save Profile");
      await see(stage.page, /Profile (saved|updated)/);
    },
  },
  {
    name: "editor-mistakes",
    open: async (stage) => {
      await open(stage);
      await stage.page.getByLabel("Age").fill("17");
      await press(stage.page, "Save Profile");
      await see(stage.page, /Age must be/);
    },
  },
  {
    name: "editor-which-place",
    open: async (stage) => {
      await open(stage);
      await location(stage.page).fill("Springfield");
      await location(stage.page).blur();
      await see(stage.page, "Which Springfield?");
    },
  },
  {
    name: "editor-unknown-place",
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      await open(stage);
      await location(stage.page).fill("Middle of nowhere");
      await location(stage.page).blur();
      await see(stage.page, "We could not place that");
    },
  },
  {
    name: "editor-leaving",
    open: async (stage) => {
      await open(stage);
      await stage.page.getByLabel("Bio", { exact: true }).fill("Half done");
      await stage.page.getByRole("link", { name: "Browse" }).filter({ visible: true }).first().click();
      await stage.page.getByRole("alertdialog").waitFor();
    },
  },
];

const preview = (name: string, who: "me" | "full"): Scene => ({
  name,
  open: async (stage) => {
    await go(stage, who, "/profile", "Basic info");
    await press(stage.page, "Preview Profile");
    await stage.page.getByRole("dialog").waitFor();
  },
});

export const editing: SceneGroup = {
  group: "Profile editor",
  scenes: [
    { name: "editor", open },
    { name: "editor-empty", open: at("newcomer", "/profile", "Basic info") },
    firstSteps("first-steps-location", 1, "Where do you live?"),
    firstSteps("first-steps-photo", 2, "One photo of you"),
    firstSteps("first-steps-interests", 3, "What do you like to do?"),
    firstSteps("first-steps-end", 4, "Ready for Browse"),
    { name: "editor-full", open: at("full", "/profile", "Basic info") },
    {
      name: "editor-loading",
      open: async (stage) => {
        await holdRequests(stage.page, PROFILE);
        await go(stage, "me", "/profile", "Profile");
        await seeSkeleton(stage.page);
      },
    },
    {
      name: "editor-error",
      expectedMessages: REJECTION_MESSAGE,
      open: async (stage) => {
        await refuseRequests(stage.page, "GET", PROFILE, 500);
        await go(stage, "me", "/profile", "Your profile did not load.");
      },
    },
    ...PHOTO_SCENES,
    ...SAVING,
    preview("editor-preview", "me"),
    preview("editor-preview-full", "full"),
    unfolded("editor-week", /^My Week/, "Save my week"),
    unfolded("editor-week-failed", /^My Week/, "Your week did not load.", (page) =>
      refuseRequests(page, "GET", "**/api/training", 500),
    ),
    unfolded("editor-preferences", /^Match Preferences/, "Save Preferences"),
    unfolded("editor-preferences-failed", /^Match Preferences/, "Your preferences did not load.", (page) =>
      refuseRequests(page, "GET", FILTERS, 500),
    ),
    unfolded("editor-wallet", /^My Crushes/, "Paid purchases are final."),
  ],
};
