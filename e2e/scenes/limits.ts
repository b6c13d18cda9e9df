import type { Page } from "@playwright/test";
import { composer } from "#e2e/support/chat-page.ts";
import { REJECTION_MESSAGE } from "#e2e/support/fixtures.ts";
import { changeResponse, findListed, refuseRequests } from "#e2e/support/network.ts";
import { go } from "./navigation.ts";
import type { Scene, SceneGroup, Stage } from "./scene.ts";

const HOUR_MS = 3600_000;
const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString();
const left = (count: number) => ({ left: count, until: inHours(14) });
const RETRY = { "retry-after": String(14 * 3600) };

/** Browse with two members, and the limits in its response. */
const browsing = (name: string, limitsData: object, ready: RegExp): Scene => ({
  name,
  open: async (stage) => {
    const { page, cast } = stage;
    await page.route("**/api/profile/all*", async (route) => {
      const profiles = await findListed(route, [cast.onePhoto, cast.full]);
      await route.fulfill({ json: { success: true, profiles, nextCursor: null, ...limitsData } });
    });
    await go(stage, "me", "/browse", ready);
    await page.getByRole("article").first().waitFor();
  },
});

const viewing = (name: string, limitsData: object, ready: RegExp): Scene => ({
  name,
  open: async (stage) => {
    await changeResponse(stage.page, "**/api/users/*", (reply: object) => ({ ...reply, ...limitsData }));
    await go(stage, "me", `/profile/${stage.cast.onePhoto.id}`, ready);
  },
});

const waiting = (name: string, count: number, ready: RegExp): Scene => ({
  name,
  open: async (stage) => {
    const { talker } = stage.cast;
    const unanswered = left(count);
    await changeResponse(stage.page, `**/api/messages/${talker.id}*`, (reply: object) => ({ ...reply, unanswered }));
    await go(stage, "me", `/messages/${talker.id}`, ready);
    await composer(stage.page).waitFor();
  },
});

async function overrideChanges(page: Page, age: object, gender: object): Promise<void> {
  const free = { left: 2, nextAt: null, countsAt: null };
  await changeResponse(page, "**/api/profile", (reply: { profile: object }) => ({
    ...reply,
    profile: { ...reply.profile, changes: { age: { ...free, ...age }, gender: { ...free, ...gender } } },
  }));
}

const editing = (name: string, age: object, gender: object, ready: RegExp): Scene => ({
  name,
  open: async (stage: Stage) => {
    await overrideChanges(stage.page, age, gender);
    await go(stage, "me", "/profile", ready);
  },
});

export const limits: SceneGroup = {
  group: "Limits",
  scenes: [
    browsing("limits-new-people", { newPeople: left(3) }, /3 more people to crush on today/),
    browsing("limits-no-new-people", { newPeople: left(0) }, /Nobody new to crush on today/),
    browsing("limits-cards", { cards: left(0) }, /That's everyone for today/),
    {
      name: "limits-browse",
      expectedMessages: REJECTION_MESSAGE,
      open: async (stage) => {
        const refusal = { code: "daily_browse_limit", message: "That is 500 people today." };
        await refuseRequests(stage.page, "GET", "**/api/profile/all*", 429, refusal, RETRY);
        await go(stage, "me", "/browse", "That is 500 people today.");
      },
    },
    viewing("limits-profiles-left", { profiles: left(9) }, /9 more new profiles today/),
    viewing("limits-last-crush", { newPeople: left(1), profiles: left(9) }, /1 more person to crush on today/),
    {
      name: "limits-profile",
      expectedMessages: REJECTION_MESSAGE,
      open: async (stage) => {
        const refusal = { code: "daily_profile_limit", message: "That is 100 profiles today." };
        await refuseRequests(stage.page, "GET", "**/api/users/*", 429, refusal, RETRY);
        await go(stage, "me", `/profile/${stage.cast.onePhoto.id}`, "That's all for today");
      },
    },
    waiting("limits-chat-few", 3, /3 more messages until then/),
    waiting("limits-chat-held", 0, /You can write again then/),
    editing("limits-editor", { left: 3 }, {}, /You can change your age 3 more times/),
    editing(
      "limits-editor-waiting",
      { left: 1 },
      { left: 1, countsAt: inHours(20) },
      /Your new gender counts for who sees you/,
    ),
    editing(
      "limits-editor-none",
      { left: 0, nextAt: inHours(24 * 200) },
      { left: 0, nextAt: inHours(24 * 90) },
      /Your gender can change again/,
    ),
  ],
};
