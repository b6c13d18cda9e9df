import type { Locator, Page, Route } from "@playwright/test";
import { DEFAULT_FILTERS } from "#contract/discovery/default-filters.ts";
import type { BrowseProfile } from "#contract/discovery/discovery.ts";
import type { Filters, FiltersUpdate } from "#contract/discovery/filter-form.ts";
import { NOT_SEEN_WITHOUT_GENDER } from "#contract/members/catalog.ts";
import type { OwnProfile } from "#contract/members/profiles.ts";
import { OUTAGE_MESSAGE, REJECTION_MESSAGE } from "#e2e/support/fixtures.ts";
import {
  abortRequests,
  changeResponse,
  findListed,
  holdRequests,
  refuseRequests,
  sendHeldCrushes,
  showOnly,
} from "#e2e/support/network.ts";
import { answer, go, press, see, seeSkeleton, UNLIMITED, wallet } from "./navigation.ts";
import type { Scene, SceneGroup, Stage } from "./scene.ts";

interface Found {
  readonly profiles: readonly BrowseProfile[];
  readonly nextCursor: string | null;
}

const PROFILES = "**/api/profile/all*";
const FILTERS = "**/api/profile/filters";
const COUNT = "**/api/profile/filters/count";

/** Other members are listed first and share one photo. */
async function findDemo(route: Route, count: number): Promise<readonly BrowseProfile[]> {
  const url = new URL("/api/profile/all?limit=100", route.request().url());
  for (const profiles: BrowseProfile[] = []; ; ) {
    const reply = (await (await route.fetch({ url: url.href })).json()) as Found;
    profiles.push(...reply.profiles.filter(({ isDemo }) => isDemo));
    if (reply.nextCursor === null || profiles.length >= count) return profiles.slice(0, count);
    url.searchParams.set("cursor", reply.nextCursor);
  }
}

const showDemo = (page: Page) =>
  page.route(PROFILES, async (route) =>
    route.fulfill({ json: { success: true, profiles: await findDemo(route, 12), nextCursor: null } }),
  );

const DAYS = [
  "2026-11-23",
  "2026-11-24",
  "2026-11-25",
  "2026-11-26",
  "2026-11-27",
  "2026-11-28",
  "2026-11-29",
] as const;
type DayState = "done" | "open" | "future" | "none";

async function showSet(
  { page }: Stage,
  {
    racked,
    today,
    done,
    ...rest
  }: { racked: number; today: DayState; done: readonly number[]; bonus?: string; fullWeekBonus?: number },
): Promise<void> {
  await showDemo(page);
  await page.route("**/api/browse/daily-set", async (route) => {
    const week = DAYS.map((day, i) => {
      const before = done.includes(i) ? "done" : "none";
      return { day, state: i === 3 ? today : i < 3 ? before : "future" };
    });
    const profiles = (await findDemo(route, 5)).slice(racked);
    const set = {
      day: DAYS[3],
      size: 5,
      racked,
      profiles,
      week,
      fullWeekSets: 4,
      fullWeekBonus: 0,
      bonus: "open",
    };
    await route.fulfill({ json: { success: true, dailySet: { ...set, ...rest } } });
  });
}

const withWallet = (name: string, walletData: object, ready: string | RegExp): Scene => ({
  name,
  open: async (stage) => {
    await wallet(stage.page, walletData);
    await showOnly(stage.page, [stage.cast.onePhoto, stage.cast.full, stage.cast.talker]);
    await go(stage, "me", "/browse", ready);
  },
});

const setFilters = ({ page }: Stage, filters: Partial<Filters>, hasTimes = true): Promise<void> =>
  answer(page, "GET", FILTERS, { success: true, filters: { ...DEFAULT_FILTERS, ...filters }, hasTimes });

/** Browse without results for the given filters. */
const withoutResults = (name: string, filters: Partial<Filters>, ready: string): Scene => ({
  name,
  open: async (stage) => {
    await setFilters(stage, filters);
    await answer(stage.page, "POST", COUNT, { success: true, count: 0, nearest: "Austin, TX" });
    await showOnly(stage.page, []);
    await go(stage, "me", "/browse", ready);
  },
});

const center = (target: Locator): Promise<void> =>
  target.evaluate((element) => element.scrollIntoView({ block: "center" }));

async function openFilters(stage: Stage): Promise<void> {
  await showOnly(stage.page, [stage.cast.onePhoto]);
  await go(stage, "me", "/browse", stage.cast.onePhoto.username);
  await press(stage.page, /^Filters/);
}

/** The switch in the middle of the sheet. */
async function openSharedTimes(stage: Stage, ready: string): Promise<void> {
  await openFilters(stage);
  await see(stage.page, /^Show .*(people|person)$/);
  await see(stage.page, ready);
  await center(stage.page.getByRole("switch", { name: "Trains when I do" }));
}

const ALERT = { name: "Tell me when someone new fits" } as const;

async function openAlert(stage: Stage): Promise<void> {
  await answer(stage.page, "POST", COUNT, { success: true, count: 1, nearest: null });
  await showOnly(stage.page, [stage.cast.onePhoto]);
  await go(stage, "me", "/browse", "1 person");
  await center(stage.page.getByRole("switch", ALERT));
}

async function openWaitingCrush(stage: Stage): Promise<void> {
  const { page, cast } = stage;
  await abortRequests(page, "POST", "**/api/match/send-crush");
  await showOnly(page, [cast.onePhoto, cast.full]);
  await go(stage, "me", "/browse", cast.onePhoto.username);
  await press(page, /^Send Crush/);
  await sendHeldCrushes(page);
  await see(page, "Waiting · Undo");
}

export const browsing: SceneGroup = {
  group: "Browse",
  scenes: [
    {
      name: "browse",
      open: async (stage) => {
        await showSet(stage, { racked: 2, today: "open", done: [0, 1] });
        await go(stage, "sam", "/browse", "crushes remaining");
        await stage.page.getByRole("article").nth(5).waitFor();
      },
    },
    {
      name: "browse-set-done",
      open: async (stage) => {
        await showSet(stage, { racked: 5, today: "done", done: [0, 1] });
        await go(stage, "sam", "/browse", "Set done.");
      },
    },
    {
      name: "browse-week-full",
      open: async (stage) => {
        await showSet(stage, { racked: 5, today: "done", done: [0, 1, 2], bonus: "granted", fullWeekBonus: 1 });
        await go(stage, "sam", "/browse", "Your week is full");
      },
    },
    {
      name: "browse-set-failed",
      expectedMessages: REJECTION_MESSAGE,
      open: async (stage) => {
        await showDemo(stage.page);
        await refuseRequests(stage.page, "GET", "**/api/browse/daily-set", 500);
        await go(stage, "sam", "/browse", "Today's five did not load.");
      },
    },
    {
      name: "browse-loading",
      open: async (stage) => {
        await holdRequests(stage.page, "**/api/**");
        await go(stage, "me", "/browse", "Browse");
        await seeSkeleton(stage.page);
      },
    },
    {
      name: "browse-open-gender",
      open: async (stage) => {
        await showOnly(stage.page, [stage.cast.full]);
        await go(stage, "newcomer", "/browse", NOT_SEEN_WITHOUT_GENDER);
      },
    },
    {
      name: "browse-long-names",
      open: async (stage) => {
        await showOnly(stage.page, [stage.cast.full]);
        await go(stage, "me", "/browse", stage.cast.full.username);
      },
    },
    {
      name: "browse-no-photos",
      open: async (stage) => {
        await showOnly(stage.page, [stage.cast.bare, stage.cast.admirer]);
        await go(stage, "me", "/browse", stage.cast.admirer.username);
      },
    },
    {
      name: "browse-crush-sent",
      open: async (stage) => {
        const message = "Crush sent!";
        await answer(stage.page, "POST", "**/api/match/send-crush", {
          success: true,
          message,
          remainingCrushes: 16,
          isMatch: false,
        });
        await showOnly(stage.page, [stage.cast.onePhoto, stage.cast.full]);
        await go(stage, "me", "/browse", stage.cast.onePhoto.username);
        await press(stage.page, /^Send Crush/);
        await sendHeldCrushes(stage.page);
        await see(stage.page, /^Crush Sent$/);
      },
      isTemporary: true,
    },
    {
      name: "browse-crush-held",
      open: async (stage) => {
        await showOnly(stage.page, [stage.cast.onePhoto, stage.cast.full]);
        await go(stage, "me", "/browse", stage.cast.onePhoto.username);
        await stage.page.clock.pauseAt(Date.now() + 1000);
        await press(stage.page, /^Send Crush/);
        await see(stage.page, "Undo");
      },
      isTemporary: true,
    },
    {
      name: "browse-crush-waiting",
      expectedMessages: REJECTION_MESSAGE,
      open: openWaitingCrush,
      isTemporary: true,
    },
    {
      name: "browse-crush-stale",
      expectedMessages: REJECTION_MESSAGE,
      open: async (stage) => {
        await openWaitingCrush(stage);
        await stage.page.clock.fastForward("02:00:00");
        await stage.page.evaluate(() => dispatchEvent(new Event("online")));
        await see(stage.page, /^Still send/);
      },
      isTemporary: true,
    },
    {
      name: "browse-more-failed",
      expectedMessages: REJECTION_MESSAGE,
      open: async (stage) => {
        const { page, cast } = stage;
        await page.routeWebSocket(/socket\.io/, () => {});
        await page.route(PROFILES, async (route) => {
          if (new URL(route.request().url()).searchParams.has("cursor")) {
            return route.fulfill({ status: 429, json: { success: false, code: "rate_limited" } });
          }
          const profiles = await findListed(route, [cast.onePhoto]);
          return route.fulfill({ json: { success: true, profiles, nextCursor: cast.onePhoto.id } });
        });
        await go(stage, "me", "/browse", "More profiles did not load.");
      },
    },
    {
      name: "browse-end",
      open: async (stage) => {
        await showDemo(stage.page);
        await go(stage, "me", "/browse", "A wider search may show more people today.");
      },
    },
    {
      name: "browse-small-place",
      open: async (stage) => {
        const { page, cast } = stage;
        await page.route(COUNT, (route) => {
          const { distance = 0, ageMax = 0 } = route.request().postDataJSON() as FiltersUpdate;
          const count = distance > 50 ? 12 : ageMax > 40 ? 4 : 2;
          return route.fulfill({ json: { success: true, count } });
        });
        await setFilters(stage, { ageMin: 24, ageMax: 40 });
        await showOnly(page, [cast.onePhoto, cast.full]);
        await go(stage, "me", "/browse", "2 people");
        await see(page, /: 12 people/);
      },
    },
    {
      name: "browse-alert",
      open: async (stage) => {
        await changeResponse<{ profile: OwnProfile }>(stage.page, "**/api/profile", ({ profile: own, ...reply }) => {
          const notifications = { ...own.profile.notifications, someoneNew: true };
          return { ...reply, profile: { ...own, profile: { ...own.profile, notifications } } };
        });
        await openAlert(stage);
      },
    },
    {
      name: "browse-alert-failed",
      expectedMessages: REJECTION_MESSAGE,
      isTemporary: true,
      open: async (stage) => {
        await refuseRequests(stage.page, "PUT", "**/api/profile/notifications", 500);
        await openAlert(stage);
        await stage.page.getByRole("switch", ALERT).click();
        await see(stage.page, "Failed to save settings. Please try again.");
      },
    },
    withoutResults("browse-empty", { ageMin: 99 }, "Look within 100 miles"),
    withoutResults("browse-empty-shared-times", { sharedTimesOnly: true, distance: 200 }, "Include any times"),
    withoutResults("browse-empty-widest", { distance: 200 }, "A full profile makes you easier to find."),
    {
      name: "browse-error",
      expectedMessages: REJECTION_MESSAGE,
      open: async (stage) => {
        await refuseRequests(stage.page, "GET", PROFILES, 500);
        await go(stage, "me", "/browse", "Failed to load profiles");
      },
    },
    withWallet("browse-low", { balance: 1 }, "crush remaining"),
    withWallet("browse-3000", { balance: 3000 }, /3,?000/),
    withWallet("browse-unlimited", UNLIMITED, "Unlimited"),
    withWallet("browse-out", { balance: 0 }, "You're out of crushes!"),
    withWallet("browse-out-paused", { balance: 0, payments: "paused" }, "You're out of crushes!"),
    withWallet("browse-out-not-for-sale", { balance: 0, payments: "off" }, "You're out of crushes!"),
    {
      name: "browse-out-closed",
      open: async (stage) => {
        await wallet(stage.page, { balance: 0 });
        await showOnly(stage.page, [stage.cast.onePhoto, stage.cast.full]);
        await go(stage, "me", "/browse", "You're out of crushes!");
        await press(stage.page, "Keep looking");
        await stage.page.getByRole("dialog").waitFor({ state: "detached" });
      },
    },
    {
      name: "filters",
      open: async (stage) => {
        await openFilters(stage);
        await see(stage.page, /^Show .*(people|person)$/);
      },
    },
    {
      name: "filters-many",
      open: async (stage) => {
        await setFilters(stage, {
          gender: ["Women"],
          ageMin: 24,
          ageMax: 52,
          heightMin: `5'4"`,
          lookingFor: ["Workout partner", "Long-term relationship"],
          interests: ["Weightlifting", "Rock Climbing", "Olympic Lifting"],
        });
        await openFilters(stage);
        await see(stage.page, /^Show .*(people|person)$/);
      },
    },
    {
      name: "filters-shared-times",
      open: async (stage) => {
        await setFilters(stage, { sharedTimesOnly: true });
        await openSharedTimes(stage, "People who share a part of your week");
      },
    },
    {
      name: "filters-shared-times-no-week",
      open: async (stage) => {
        await setFilters(stage, {}, false);
        await openSharedTimes(stage, "Say when you train");
      },
    },
    {
      name: "filters-no-one",
      open: async (stage) => {
        await answer(stage.page, "POST", COUNT, { success: true, count: 0, nearest: "Austin, TX" });
        await openFilters(stage);
        await stage.page.getByRole("switch", { name: "Verified only" }).click();
        await see(stage.page, "Save anyway");
      },
    },
    {
      name: "filters-failed",
      expectedMessages: new RegExp(`${REJECTION_MESSAGE.source}|${OUTAGE_MESSAGE.source}`),
      open: async (stage) => {
        await refuseRequests(stage.page, "GET", FILTERS, 500);
        await openFilters(stage);
        await see(stage.page, "Your preferences did not load.");
      },
    },
  ],
};
