import type { Page } from "@playwright/test";
import { createAccount, createMatch, logInAs, markCrushesSeen, sendMessage } from "#e2e/support/api-fixtures.ts";
import { OUTAGE_MESSAGE, REJECTION_MESSAGE } from "#e2e/support/fixtures.ts";
import { waitForSocket } from "#e2e/support/network.ts";
import { go, press, see } from "./navigation.ts";
import { PHONE_CHROME, type Scene, type SceneGroup, type Stage } from "./scene.ts";

/** Scenes of no particular screen: notices, toasts, and error pages. */

const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148";
const ANDROID = "Mozilla/5.0 (Linux; Android 16; K) AppleWebKit/537.36 Chrome/150.0.0.0 Mobile Safari/537.36";
const EXPECTED_MESSAGES = new RegExp(
  `${REJECTION_MESSAGE.source}|${OUTAGE_MESSAGE.source}|could not be|React Router|TypeError`,
);

/** Advances the clock until the page's lazy parts have loaded. */
async function waitForLazyParts(page: Page): Promise<void> {
  await page.clock.runFor(6000);
  await page.locator("body > div > [aria-live]").first().waitFor({ state: "attached" });
}

async function loseNetwork(stage: Stage): Promise<void> {
  const { page } = stage;
  await go(stage, "me", "/browse", "Browse");
  await page.waitForLoadState("networkidle");
  await page
    .getByRole("link", { name: /^Messages/ })
    .filter({ visible: true })
    .first()
    .click();
  await see(page, "Conversations");
  await page.waitForLoadState("networkidle");
  await waitForLazyParts(page);
  await page.context().setOffline(true);
  await see(page, "Offline");
}

const banner = (name: string, userAgent: string, offer: (page: Page) => Promise<unknown>): Scene => ({
  name,
  userAgent,
  isTemporary: true,
  upTo: 1024,
  open: async (stage) => {
    await stage.page.addInitScript(() => localStorage.setItem("firstVisit", "Thu Jan 01 2026"));
    await go(stage, "me", "/crushes", "My Crushes");
    await stage.page.waitForLoadState("load");
    await waitForLazyParts(stage.page);
    await offer(stage.page);
    await see(stage.page, "Install Spotter");
  },
});

const NOTICES: readonly Scene[] = [
  banner("install-iphone", IPHONE, async () => {}),
  banner("install-steps", ANDROID, async () => {}),
  banner("install-android", ANDROID, (page) =>
    page.evaluate(() => dispatchEvent(new Event("beforeinstallprompt", { cancelable: true }))),
  ),
  {
    name: "offline",
    isTemporary: true,
    expectedMessages: EXPECTED_MESSAGES,
    open: async (stage) => {
      await loseNetwork(stage);
      await stage.page.getByRole("link", { name: "Browse", exact: true }).filter({ visible: true }).first().click();
      await see(stage.page, "You are offline");
    },
  },
  {
    name: "offline-sign",
    isTemporary: true,
    expectedMessages: EXPECTED_MESSAGES,
    open: loseNetwork,
  },
  {
    name: "confirm-email",
    open: async (stage) => {
      await logInAs(stage.page, stage.cast.newcomer);
      const line = stage.page.waitForResponse("**/assets/verify-email-line-*.js");
      await go(stage, "visitor", "/settings", "Notifications");
      await line;
      await stage.page.getByRole("link", { name: "My Crushes" }).filter({ visible: true }).first().click();
      await see(stage.page, "Confirm your email to hear when somebody crushes back.");
    },
  },
  {
    name: "failure",
    expectedMessages: EXPECTED_MESSAGES,
    open: async (stage) => {
      await stage.page.route("**/assets/crushes-*.js", (route) => route.abort());
      await stage.page.addInitScript(() => sessionStorage.setItem("reloadedAt", String(Date.now())));
      await go(stage, "me", "/crushes", "Unexpected Application Error!");
    },
  },
];

const CHROME: readonly Scene[] = [
  {
    name: "menu-member",
    upTo: PHONE_CHROME,
    open: async (stage) => {
      await stage.page.setViewportSize({ width: 360, height: 740 });
      await go(stage, "me", "/browse", "Browse");
      await press(stage.page, "Menu");
      await see(stage.page, "Logout");
    },
  },
  {
    name: "skip-link",
    open: async (stage) => {
      await go(stage, "me", "/crushes", "My Crushes");
      await stage.page.locator("body").press("Tab");
      await see(stage.page, /^Skip to/);
    },
  },
];

const TOASTS: readonly Scene[] = [
  {
    name: "toast-news",
    isTemporary: true,
    open: async (stage) => {
      const { page, request } = stage;
      const [me, other] = await createMatch(request);
      await markCrushesSeen(request, me);
      const connected = waitForSocket(page);
      await go(stage, me, "/settings", "Settings");
      await connected;
      await sendMessage(request, other, me, "Leg day?");
      await see(page, `New message from ${other.username}`);
    },
  },
  {
    name: "toast-logged-out",
    expectedMessages: REJECTION_MESSAGE,
    isTemporary: true,
    open: async (stage) => {
      const { request } = stage;
      const me = await createAccount(request);
      await request.post("/api/auth/logout", { headers: { authorization: `Bearer ${me.token}` } });
      await go(stage, me, "/browse", "Please log in again.");
    },
  },
];

export const wholeApp: SceneGroup = { group: "The app itself", scenes: [...NOTICES, ...CHROME, ...TOASTS] };
