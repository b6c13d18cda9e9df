import type { Page } from "@playwright/test";
import { createAccount, createMatch, logInAs, markCrushesSeen, sendMessage } from "#e2e/support/api-fixtures.ts";
import { OUTAGE, REFUSAL } from "#e2e/support/fixtures.ts";
import { waitForSocket } from "#e2e/support/network.ts";
import { go, press, see } from "./navigation.ts";
import { PHONE_CHROME, type Scene, type SceneGroup, type Stage } from "./scene.ts";

/** What belongs to no screen: the app's own notices, toasts, and what is there where a screen cannot be. */

const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148";
const ANDROID = "Mozilla/5.0 (Linux; Android 16; K) AppleWebKit/537.36 Chrome/150.0.0.0 Mobile Safari/537.36";
const PROVOKED = new RegExp(`${REFUSAL.source}|${OUTAGE.source}|could not be|React Router|TypeError`);

/** Lets the time pass until the page has its company. */
async function wait(page: Page): Promise<void> {
  await page.clock.runFor(6000);
  await page.locator("body > div > [aria-live]").first().waitFor({ state: "attached" });
}

/** The screens of the app without a network, as far as they were loaded before. */
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
  await wait(page);
  await page.context().setOffline(true);
  await see(page, "Offline");
}

const banner = (name: string, userAgent: string, offer: (page: Page) => Promise<unknown>): Scene => ({
  name,
  userAgent,
  fleeting: true,
  upTo: 1024,
  open: async (stage) => {
    await go(stage, "me", "/crushes", "My Crushes");
    await stage.page.waitForLoadState("load");
    await wait(stage.page);
    await offer(stage.page);
    await see(stage.page, "Install Spotter");
  },
});

const NOTICES: readonly Scene[] = [
  banner("install-iphone", IPHONE, async () => {}),
  banner("install-android", ANDROID, (page) =>
    page.evaluate(() => dispatchEvent(new Event("beforeinstallprompt", { cancelable: true }))),
  ),
  {
    name: "offline",
    fleeting: true,
    complains: PROVOKED,
    open: async (stage) => {
      await loseNetwork(stage);
      await stage.page.getByRole("link", { name: "Browse", exact: true }).filter({ visible: true }).first().click();
      await see(stage.page, "You are offline");
    },
  },
  {
    name: "offline-sign",
    fleeting: true,
    complains: PROVOKED,
    open: loseNetwork,
  },
  {
    name: "confirm-email",
    open: async (stage) => {
      await logInAs(stage.page, stage.cast.newcomer);
      await go(stage, "visitor", "/settings", "Confirm your email to hear when somebody crushes back.");
    },
  },
  {
    name: "failure",
    complains: PROVOKED,
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
      await go(stage, "me", "/", "How it Works");
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
    fleeting: true,
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
    complains: REFUSAL,
    fleeting: true,
    open: async (stage) => {
      const { request } = stage;
      const me = await createAccount(request);
      await request.post("/api/auth/logout", { headers: { authorization: `Bearer ${me.token}` } });
      await go(stage, me, "/browse", "Please log in again.");
    },
  },
];

export const wholeApp: SceneGroup = { group: "The app itself", scenes: [...NOTICES, ...CHROME, ...TOASTS] };
