import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { change } from "./network.ts";
import { enterAs, makeMatch, makePerson, type Person, say, sendCrush } from "./people.ts";

interface Ids {
  readonly other: Person;
  readonly match: Person;
}

/** Every screen, by the words that are there once it is. */
const SCREENS: readonly (readonly [name: string, path: (ids: Ids) => string, ready: string])[] = [
  ["landing", () => "/", "How it works"],
  ["browse", () => "/browse", "Browse"],
  ["own profile", () => "/profile", "Basic info"],
  ["subscription", () => "/profile/subscription", "Packs"],
  ["no checkout", () => "/test-checkout/nothing", "Checkout not found"],
  ["another's profile", ({ other }) => `/profile/${other.id}`, "Get to know me"],
  ["no profile", () => "/profile/00000000-0000-4000-8000-000000000000", "Profile not found"],
  ["crushes", () => "/crushes", "My Crushes"],
  ["messages", () => "/messages", "Messages"],
  ["chat", ({ match }) => `/messages/${match.id}`, "Say hello"],
  ["settings", () => "/settings", "Appearance"],
  ["not found", () => "/nothing", "Nothing on this rack."],
];

type Opened = readonly (readonly [name: string, open: (page: Page, ids: Ids) => Promise<void>])[];

/** Every dialog that a visitor meets, and how. */
const VISITORS_DIALOGS: Opened = [
  ["signup", (page) => page.goto("/?signup=true").then(() => {})],
  [
    "signup with mistakes",
    async (page) => {
      await page.goto("/?signup=true");
      await page.getByRole("button", { name: "Continue" }).click();
      await expect(page.getByText("Email is required")).toBeVisible();
    },
  ],
  ["login", (page) => page.goto("/?login=true").then(() => {})],
];

/** Every dialog that a member meets. */
const MEMBERS_DIALOGS: Opened = [
  [
    "preview",
    async (page) => {
      await page.goto("/profile");
      await page.getByRole("button", { name: "Preview Profile" }).click();
    },
  ],
  [
    "leaving",
    async (page) => {
      await page.goto("/profile");
      await page.getByLabel("Bio", { exact: true }).fill("Half done");
      await page.getByRole("link", { name: "Browse" }).click();
    },
  ],
  [
    "cancelling the membership",
    async (page) => {
      await change(page, "**/api/crushes/data*", (reply: object) => ({
        ...reply,
        hasActiveSubscription: true,
        subscriptionEndDate: "2030-01-31T12:00:00.000Z",
      }));
      await page.goto("/profile/subscription");
      await page.getByRole("button", { name: "Cancel Subscription" }).click();
    },
  ],
  [
    "deleting",
    async (page, { match }) => {
      await page.goto(`/messages/${match.id}`);
      await page.getByRole("log").getByText("Leg day?").hover();
      await page.getByRole("button", { name: "Delete message" }).click();
    },
  ],
  [
    "match moment",
    async (page) => {
      await page.goto("/crushes");
      await page.getByRole("button", { name: /^Send Crush Back/ }).click();
    },
  ],
  [
    "out of crushes",
    async (page) => {
      await change(page, "**/api/crushes/data*", (reply: object) => ({ ...reply, balance: 0 }));
      await page.goto("/browse");
    },
  ],
];

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [360, 1280]) {
    test.describe(`${colorScheme}, ${width} px`, () => {
      test.use({ colorScheme, viewport: { width, height: 800 }, contextOptions: { reducedMotion: "reduce" } });

      test("axe finds nothing on any screen", async ({ page, request, expectRefusals }) => {
        test.setTimeout(180_000);
        expectRefusals();
        const [me, match] = await makeMatch(request);
        const other = await makePerson(request);
        await sendCrush(request, other, me);
        await enterAs(page, me);
        for (const [name, path, ready] of SCREENS) {
          await test.step(name, async () => {
            await page.goto(path({ other, match }));
            await expect(page.getByRole("heading", { name: ready }).first()).toBeVisible();
            await page.waitForLoadState("networkidle");
            await expectAccessible(page);
            const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
            expect(overflow, `${name} is wider than the window`).toBeLessThanOrEqual(0);
          });
        }
      });
    });
  }
}

for (const [colorScheme, width] of [
  ["light", 360],
  ["dark", 1280],
] as const) {
  test.describe(`${colorScheme}, ${width} px`, () => {
    test.use({ colorScheme, viewport: { width, height: 800 }, contextOptions: { reducedMotion: "reduce" } });

    test("axe finds nothing in any dialog", async ({ page, request }) => {
      test.setTimeout(180_000);
      const [me, match] = await makeMatch(request);
      const other = await makePerson(request);
      await sendCrush(request, other, me);
      await say(request, me, match, "Leg day?");
      const look = async ([name, open]: Opened[number]) =>
        test.step(name, async () => {
          await open(page, { other, match });
          await expect(page.getByRole("dialog").or(page.getByRole("alertdialog"))).toBeVisible();
          await expectAccessible(page);
        });
      for (const dialog of VISITORS_DIALOGS) await look(dialog);
      await enterAs(page, me);
      for (const dialog of MEMBERS_DIALOGS) await look(dialog);
    });
  });
}

test("a screen has one h1 and a title of its own", async ({ page, request, expectRefusals }) => {
  expectRefusals();
  const [me, match] = await makeMatch(request);
  const other = await makePerson(request);
  await enterAs(page, me);
  const titles = new Set<string>();
  for (const [, path, ready] of SCREENS) {
    await page.goto(path({ other, match }));
    await expect(page.getByRole("heading", { name: ready }).first()).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    titles.add(await page.title());
  }
  expect(titles.size).toBe(SCREENS.length);
});
