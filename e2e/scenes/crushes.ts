import { randomUUID } from "node:crypto";
import type { CrushLists } from "#contract/crushes/crushes.ts";
import { OVERVIEW_MAX } from "#contract/limits.ts";
import { REJECTION_MESSAGE } from "#e2e/support/fixtures.ts";
import { changeResponse, holdRequests, refuseRequests, sendHeldCrushes } from "#e2e/support/network.ts";
import { answer, at, go, press, see, seeSkeleton, UNLIMITED, wallet } from "./navigation.ts";
import type { Scene, SceneGroup, Stage } from "./scene.ts";

const LISTS = "**/api/crushes";
const TABS = ["received", "sent", "matches", "active"] as const;

const NO_LISTS = { crushesReceived: [], crushesSent: [], matches: [], activeConnections: [] };

/** Sends a crush back that makes a match. The server's response is mocked. */
async function matchWithAdmirer(stage: Stage): Promise<void> {
  await answer(stage.page, "POST", "**/api/match/send-crush", {
    success: true,
    message: "It's a match!",
    remainingCrushes: 15,
    isMatch: true,
  });
  await go(stage, "me", "/crushes", stage.cast.admirer.username);
  const card = stage.page.getByRole("article").filter({ hasText: stage.cast.admirer.username });
  await card.getByRole("button", { name: /^Send Crush Back/ }).click();
  await see(stage.page, "It's a match");
}

const full = TABS.map(
  (tab): Scene => ({ name: `crushes-${tab}`, open: at("sam", `/crushes?tab=${tab}`, "My Crushes") }),
);

const EMPTY_WORDS = {
  received: "No crushes yet",
  sent: "No crushes sent yet",
  matches: "No matches yet",
  active: "No chats yet",
} as const;

const empty = TABS.map(
  (tab): Scene => ({
    name: `crushes-${tab}-empty`,
    open: at("newcomer", `/crushes?tab=${tab}`, EMPTY_WORDS[tab]),
  }),
);

export const crushing: SceneGroup = {
  group: "My Crushes",
  scenes: [
    ...full,
    { name: "crushes-some", open: at("me", "/crushes", "My Crushes") },
    { name: "crushes-matches-some", open: at("me", "/crushes?tab=matches", "Send Message") },
    ...empty,
    {
      name: "crushes-sent-answered",
      open: async (stage) => {
        await changeResponse<{ crushes: CrushLists }>(stage.page, LISTS, (reply) => ({
          ...reply,
          crushes: { ...reply.crushes, crushesSent: [] },
        }));
        await go(stage, "sam", "/crushes?tab=sent", "All your crushes were answered");
      },
    },
    {
      name: "crushes-loading",
      open: async (stage) => {
        await holdRequests(stage.page, LISTS);
        await go(stage, "me", "/crushes", "My Crushes");
        await seeSkeleton(stage.page);
      },
    },
    {
      name: "crushes-error",
      expectedMessages: REJECTION_MESSAGE,
      open: async (stage) => {
        await refuseRequests(stage.page, "GET", LISTS, 500);
        await go(stage, "me", "/crushes", "Your crushes did not load.");
      },
    },
    {
      name: "crushes-as-many-as-come",
      open: async (stage) => {
        await changeResponse<{ crushes: CrushLists }>(stage.page, LISTS, (reply) => {
          const { crushesReceived } = reply.crushes;
          const one = (i: number) => ({ ...crushesReceived[i % crushesReceived.length], _id: randomUUID() });
          const many = Array.from({ length: OVERVIEW_MAX }, (_, i) => one(i));
          return { ...reply, crushes: { ...NO_LISTS, crushesReceived: many } };
        });
        await go(stage, "sam", "/crushes", String(OVERVIEW_MAX));
      },
    },
    {
      name: "crushes-out",
      open: async (stage) => {
        await wallet(stage.page, { balance: 0 });
        await go(stage, "me", "/crushes", "Send Crush Back");
      },
    },
    {
      name: "crushes-unlimited",
      open: async (stage) => {
        await wallet(stage.page, UNLIMITED);
        await go(stage, "me", "/crushes", "Send Crush Back");
      },
    },
    { name: "match-moment", open: matchWithAdmirer },
    {
      name: "match-moment-full",
      open: async (stage) => {
        await answer(stage.page, "POST", "**/api/match/send-crush", {
          success: true,
          message: "It's a match!",
          remainingCrushes: 15,
          isMatch: true,
        });
        await go(stage, "me", `/profile/${stage.cast.full.id}`, stage.cast.full.username);
        await press(stage.page, /^(Send a Crush|Crush back)/);
        await sendHeldCrushes(stage.page);
        await see(stage.page, "It's a match");
      },
    },
  ],
};
