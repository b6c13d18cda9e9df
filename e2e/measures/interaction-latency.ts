import type { APIRequestContext, Browser, Page } from "@playwright/test";
import { createMember, logInAs, sendCrush } from "#e2e/support/api-fixtures.ts";
import { slowDownCpu } from "#e2e/support/network.ts";
import { type ScreenMembers, waitUntilSettled } from "#e2e/support/screens.ts";

interface Action {
  readonly name: string;
  readonly ready: (page: Page, cast: ScreenMembers, request: APIRequestContext) => Promise<void>;
  readonly act: (page: Page) => Promise<void>;
}

const RUNS = 3;
const SLOWER = 4;
const PHONE = { width: 412, height: 823 };
/** The browser does not report shorter interactions. */
export const SHORTEST_MS = 16;
/** How long after the last frame the browser may still report an interaction. */
const REPORT_MS = 300;

const open =
  (path: string | ((cast: ScreenMembers) => string)): Action["ready"] =>
  async (page, cast) => {
    await page.goto(typeof path === "string" ? path : path(cast));
    await waitUntilSettled(page);
  };

const click =
  (name: string | RegExp, role: "button" | "link" | "tab" = "button"): Action["act"] =>
  (page) =>
    page.getByRole(role, { name }).first().click();

const composer = (page: Page) => page.getByRole("textbox", { name: /^Message/ });
const chat = ({ match }: ScreenMembers) => `/messages/${match.id}`;

export const BARE = "a bare button on a blank page";

const BLANK = `<!doctype html><title>Blank</title><h1>Blank</h1><button type="button">Press</button>
<script>document.querySelector("button").onclick = ({ target }) => { target.textContent += "."; };</script>`;

const ACTIONS: readonly Action[] = [
  {
    name: BARE,
    ready: async (page) => {
      await page.route("**/blank", (route) => route.fulfill({ contentType: "text/html", body: BLANK }));
      await page.goto("/blank");
    },
    act: click("Press"),
  },
  { name: "open signup", ready: open("/"), act: click("Find Your Crush") },
  {
    name: "next step of signup",
    ready: async (page) => {
      await page.goto("/?signup=true");
      await page.getByLabel("Email", { exact: true }).first().fill(`a${Math.random()}@example.com`);
      await page.getByLabel("Password", { exact: true }).fill("a password for tests");
      await page.getByLabel("Confirm password").fill("a password for tests");
    },
    act: click("Continue"),
  },
  {
    name: "open a profile",
    ready: open("/browse"),
    act: (page) => page.getByRole("article").getByRole("link").first().click(),
  },
  { name: "send a crush", ready: open("/browse"), act: click(/^Send Crush/) },
  {
    name: "like back",
    ready: async (page, cast, request) => {
      await sendCrush(request, await createMember(request), cast.me);
      await open("/crushes")(page, cast, request);
    },
    act: click(/^Send Crush Back/),
  },
  {
    name: "open a chat",
    ready: open("/messages"),
    act: (page) => page.getByRole("main").locator('a[href^="/messages/"]').first().click(),
  },
  { name: "type a letter", ready: open(chat), act: (page) => composer(page).press("a") },
  {
    name: "send a message",
    ready: async (page, cast, request) => {
      await open(chat)(page, cast, request);
      await composer(page).fill("Leg day?");
    },
    act: click("Send"),
  },
  { name: "open the filters", ready: open("/browse"), act: click(/^Filters/) },
  {
    name: "apply the filters",
    ready: async (page, cast, request) => {
      await open("/browse")(page, cast, request);
      await click(/^Filters/)(page);
      await page.getByRole("dialog").getByRole("button", { name: "Men", exact: true }).click();
    },
    act: click(/^Show .*(people|person)|^Save anyway/),
  },
  { name: "open a menu", ready: open(({ other }) => `/profile/${other.id}`), act: click("More") },
  { name: "change a settings tab", ready: open("/settings"), act: click("Privacy", "link") },
  {
    name: "save the profile",
    ready: async (page, cast, request) => {
      await open("/profile")(page, cast, request);
      await page.getByLabel("Bio", { exact: true }).fill(`Early riser ${Math.random()}.`);
    },
    act: click("Save Profile"),
  },
];

/** Records the time of each interaction until the next frame. */
const watch = (page: Page) =>
  page.addInitScript(() => {
    type Entry = PerformanceEntry & { readonly interactionId: number };
    const taken: number[] = [];
    Object.assign(window, { taken });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Entry[]) if (entry.interactionId > 0) taken.push(entry.duration);
    }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  });

/**
 * The time from the press to the next frame in milliseconds. Interactions that are too short to be reported count as
 * the shortest.
 */
async function measureAction(page: Page, act: () => Promise<void>): Promise<number> {
  const taken = (later: number) =>
    page.evaluate(async (ms) => {
      await new Promise((resolve) => setTimeout(resolve, ms));
      return (window as unknown as { taken: number[] }).taken.splice(0);
    }, later);
  await taken(REPORT_MS);
  await act();
  return Math.max(SHORTEST_MS, ...(await taken(REPORT_MS)));
}

/**
 * Measures the most frequent interactions on an emulated phone with a slow processor.
 * @param cast its `me` must have unlimited credits
 * @param report called per interaction with all times in milliseconds, in the order of the runs
 */
export async function measureActions(
  browser: Browser,
  baseURL: string,
  request: APIRequestContext,
  cast: ScreenMembers,
  report: (name: string, times: readonly number[]) => void,
): Promise<void> {
  for (const { name, ready, act } of ACTIONS) {
    const times: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      const context = await browser.newContext({ baseURL, viewport: PHONE, serviceWorkers: "block" });
      await context.addInitScript(() => localStorage.setItem("onboardingComplete", "true"));
      const page = await context.newPage();
      await watch(page);
      if (!name.includes("signup") && name !== BARE) await logInAs(page, cast.me);
      await ready(page, cast, request);
      await slowDownCpu(page, SLOWER);
      times.push(await measureAction(page, () => act(page)));
      await context.close();
    }
    report(name, times);
  }
}
