import { randomUUID } from "node:crypto";
import type { CrushCounts, CrushListEntry } from "#contract/crushes/crushes.ts";
import { CRUSH_COUNT_MAX, CRUSHES_PAGE } from "#contract/limits.ts";
import { REJECTION_MESSAGE } from "#e2e/support/fixtures.ts";
import { changeResponse, holdRequests, refuseRequests, sendHeldCrushes } from "#e2e/support/network.ts";
import { answer, at, go, press, see, seeSkeleton, UNLIMITED, wallet } from "./navigation.ts";
import type { Scene, SceneGroup, Stage } from "./scene.ts";

const RECEIVED = "**/api/crushes/lists/received*";
const SENT = "**/api/crushes/lists/sent*";
const COUNTS = "**/api/crushes/counts";
const TABS = ["received", "sent", "matches", "active"] as const;

interface ListPage {
  readonly members: readonly CrushListEntry[];
  readonly nextCursor: string | null;
}

const CURSOR = `1.${randomUUID()}`;

/** More crushes than are counted, in pages. */
async function receiveMany({ page }: Stage): Promise<void> {
  await changeResponse<ListPage>(page, RECEIVED, (reply) => {
    const { members } = reply;
    const one = (i: number) => ({ ...members[i % members.length], _id: randomUUID() });
    return { ...reply, members: Array.from({ length: CRUSHES_PAGE }, (_, i) => one(i)), nextCursor: CURSOR };
  });
  await changeResponse<{ counts: CrushCounts }>(page, COUNTS, (reply) => ({
    ...reply,
    counts: { received: CRUSH_COUNT_MAX, sent: CRUSH_COUNT_MAX, matches: CRUSH_COUNT_MAX, active: CRUSH_COUNT_MAX },
  }));
}

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
        await changeResponse<ListPage>(stage.page, SENT, (reply) => ({ ...reply, members: [], nextCursor: null }));
        await go(stage, "sam", "/crushes?tab=sent", "All your crushes were answered");
      },
    },
    {
      name: "crushes-loading",
      open: async (stage) => {
        await holdRequests(stage.page, "**/api/crushes/{lists/received,counts}");
        await go(stage, "me", "/crushes", "My Crushes");
        await seeSkeleton(stage.page);
      },
    },
    {
      name: "crushes-error",
      expectedMessages: REJECTION_MESSAGE,
      open: async (stage) => {
        await refuseRequests(stage.page, "GET", RECEIVED, 500);
        await go(stage, "me", "/crushes", "Your crushes did not load.");
      },
    },
    {
      name: "crushes-as-many-as-come",
      open: async (stage) => {
        await receiveMany(stage);
        await go(stage, "sam", "/crushes", `${CRUSH_COUNT_MAX - 1}+`);
      },
    },
    {
      name: "crushes-rest-failed",
      expectedMessages: REJECTION_MESSAGE,
      open: async (stage) => {
        await receiveMany(stage);
        await refuseRequests(stage.page, "GET", "**/api/crushes/lists/received?*", 500);
        await go(stage, "sam", "/crushes", `${CRUSH_COUNT_MAX - 1}+`);
        await stage.page.getByRole("article").last().scrollIntoViewIfNeeded();
        await see(stage.page, "The rest did not load.");
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
