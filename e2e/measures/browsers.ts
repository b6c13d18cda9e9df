import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type APIRequestContext, request } from "@playwright/test";
import { createMember, type Member, PASSWORD, PORTRAIT, sendCrush } from "#e2e/support/api-fixtures.ts";
import { createEnginePage, type EnginePage } from "#e2e/support/engine-page.ts";
import { ENGINES, type Engine, type EngineTab, launchEngine } from "#e2e/support/engines.ts";
import { startReleaseProxy } from "#e2e/support/release-proxy.ts";
import { startTestedSpotter } from "#e2e/support/spotter.ts";
import { installDebianBrowsers } from "#scripts/debian-browsers.ts";
import { randomLetters } from "#server/testing/random-letters.ts";

/**
 * Walks the main journey in each engine, and prints a table of its steps. Arguments restrict it to the named engines.
 * Screenshots of failed steps are in the temporary folder that it names.
 */

/** Each engine's members live in a town of their own. */
const TOWNS: Readonly<Record<Engine, string>> = {
  chromium: "Missoula, MT",
  firefox: "Bangor, ME",
  webkit: "Laredo, TX",
};
const QUESTION = "Saturday, 8am at the rack?";
const ANSWER = "Deal. I bring the chalk.";

interface Journey {
  readonly address: string;
  readonly api: APIRequestContext;
  readonly engine: Engine;
  readonly tab: EngineTab;
  readonly page: EnginePage;
  readonly other: Member;
  readonly username: string;
}

type Step = readonly [name: string, walk: (journey: Journey) => Promise<void>];

const readLogin = ({ tab }: Journey) =>
  tab.evaluate(() => ({
    id: (JSON.parse(localStorage.getItem("user") ?? "{}") as { _id: string })._id,
    entries: Object.entries({ ...localStorage }),
  }));

/** Sets the value of a date field, which each engine lets people type in another way. */
function setDate(value: string): boolean {
  const input = document.querySelector<HTMLInputElement>("[role=dialog] input[type=date]");
  if (!input) return false;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, value);
  return input.dispatchEvent(new Event("input", { bubbles: true }));
}

const STEPS: readonly Step[] = [
  [
    "sign-up by the form",
    async ({ address, tab, page, username }) => {
      await tab.open(`${address}/faq`);
      await page.until("storage", () => {
        localStorage.setItem("onboardingComplete", "true");
        return document.readyState === "complete";
      });
      await tab.open(`${address}/`);
      await page.waitForPath("/");
      await page.press("button", "Find Your Crush");
      await page.fill("Email", `${username}@example.com`);
      await page.fill("Password", PASSWORD);
      await page.fill("Confirm password", PASSWORD);
      await page.press("button", '"Continue"');
      await page.fill("Username", username);
      await page.press("button", '"Continue"');
      await page.until("date of birth", setDate, "1996-04-12");
      await page.until("checkbox", () => {
        const box = document.querySelector<HTMLElement>("[role=dialog] [type=checkbox], [role=dialog] [role=checkbox]");
        box?.click();
        return box !== null;
      });
      await page.press("dialogButton", "Start Crushing");
      await page.waitForPath("/profile");
    },
  ],
  [
    "first steps with a photo",
    async ({ engine, page, tab }) => {
      await page.press("button", '"Woman"');
      await page.press("button", '"Everyone"');
      await page.press("button", '"Continue"');
      await page.see("heading", "Question 2 of 4");
      await page.fill("Location", TOWNS[engine]);
      await page.press("button", '"Continue"');
      await page.see("heading", "Question 3 of 4");
      await tab.upload("section[aria-labelledby] input[type=file]", PORTRAIT);
      await page.see("heading", "Question 4 of 4");
      for (const interest of ["Yoga", "Boxing", "Dance"]) await page.press("button", `"${interest}"`);
      await page.press("button", '"Continue"');
      await page.see("heading", "Ready for Browse");
    },
  ],
  [
    "Browse",
    async ({ page, other }) => {
      await page.press("link", "Browse");
      await page.waitForPath("/browse");
      await page.see("text", other.username);
      await page.until(
        "page within its window",
        () =>
          document.documentElement.scrollWidth <= innerWidth && [...document.images].every((image) => image.complete),
      );
    },
  ],
  [
    "crush",
    async ({ page, other }) => {
      await page.until(
        "button of the member",
        (name) => {
          const card = [...document.querySelectorAll("article")].find(({ textContent }) => textContent.includes(name));
          const button = [...(card?.querySelectorAll("button") ?? [])].find(({ textContent }) =>
            textContent.startsWith("Send Crush"),
          );
          button?.click();
          return button !== undefined;
        },
        other.username,
      );
      await page.see("button", "Crush Sent");
    },
  ],
  [
    "match",
    async (journey) => {
      const { api, page, other } = journey;
      const { id } = await readLogin(journey);
      // The crush is sent once it can no longer be taken back.
      for (;;) {
        const reply = await api.get("/api/crushes", { headers: { authorization: `Bearer ${other.token}` } });
        const { crushes } = (await reply.json()) as { crushes: { crushesReceived: readonly unknown[] } };
        if (crushes.crushesReceived.length > 0) break;
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
      await sendCrush(api, other, { id });
      await page.see("dialog", "It's a match");
    },
  ],
  [
    "text with its live reply",
    async (journey) => {
      const { address, api, tab, page, other } = journey;
      await tab.open(`${address}/messages/${other.id}`);
      await page.fill(`Message ${other.username}`, QUESTION);
      await page.press("button", '"Send"');
      await page.see("text", `"${QUESTION}"`);
      await page.until("mark of a sent message", () =>
        document.querySelector("[role=log]")?.textContent.includes("Sent"),
      );
      const { id } = await readLogin(journey);
      const headers = { authorization: `Bearer ${other.token}` };
      await api.post("/api/messages/send", { headers, data: { receiverId: id, content: ANSWER } });
      await page.see("text", `"${ANSWER}"`);
    },
  ],
  [
    "picture",
    async ({ tab, page }) => {
      await tab.upload("main input[type=file]", PORTRAIT);
      await page.press("dialogButton", "Send Image");
      await page.until("sent picture", () => {
        const image = document.querySelector<HTMLImageElement>("[role=log] img");
        return image?.complete && image.naturalWidth > 0 && !document.querySelector("[role=dialog]");
      });
    },
  ],
  [
    "Settings",
    async ({ address, page, tab }) => {
      await tab.open(`${address}/settings/notifications`);
      await page.see("heading", "On this device");
      await page.until("switch or a text instead of it", () => {
        const device = document.querySelector("[aria-labelledby=this-device]");
        return (
          Boolean(device?.querySelector("[role=switch]")) ||
          /This browser cannot|On iPhone|blocks/.test(device?.textContent ?? "")
        );
      });
      await page.see("button", "Save Settings");
    },
  ],
];

/** Walks on by a proxy, which can release a new version, and go away. */
const WORKER_STEPS = ["update of the service worker", "offline reading"] as const;

async function walkWorker(journey: Journey, run: (name: string, walk: () => Promise<void>) => Promise<void>) {
  const { address, tab, page, other } = journey;
  const proxy = await startReleaseProxy(address);
  const { entries } = await readLogin(journey);
  await run(WORKER_STEPS[0], async () => {
    await tab.open(`${proxy.address}/faq`);
    await page.until(
      "page of the proxy",
      (origin, stored: [string, string][]) => {
        if (location.origin !== origin || document.readyState !== "complete") return false;
        for (const [name, value] of stored) localStorage.setItem(name, value);
        return true;
      },
      proxy.address,
      entries,
    );
    await tab.open(`${proxy.address}/messages/${other.id}`);
    await page.see("text", `"${ANSWER}"`);
    await page.until("active worker", async () => {
      await navigator.serviceWorker.register("/sw.js");
      return navigator.serviceWorker.controller !== null;
    });
    proxy.release("whole");
    await page.until("waiting version", async () => {
      const registration = await navigator.serviceWorker.ready;
      await registration.update();
      return registration.waiting !== null;
    });
    await tab.evaluate(() => void Object.assign(globalThis, { isOld: true }));
    await page.press("button", '"Reload"');
    await page.until("reloaded page", () => !("isOld" in globalThis) && navigator.serviceWorker.controller !== null);
    await page.see("text", `"${ANSWER}"`);
  });
  await run(WORKER_STEPS[1], async () => {
    await page.until(
      "kept conversation",
      async (text) => {
        const cache = await caches.open("seen");
        const kept = (await cache.keys()).find(({ url }) => new URL(url).pathname.startsWith("/seen/"));
        return kept && (await (await cache.match(kept))?.text())?.includes(text);
      },
      ANSWER,
    );
    await proxy.stop();
    await tab.open(`${proxy.address}/messages/${other.id}`);
    await page.see("text", `"${ANSWER}"`);
  });
  await proxy.stop().catch(() => undefined);
}

type Results = Map<string, string>;

async function walkEngine(engine: Engine, address: string, api: APIRequestContext, failures: string): Promise<Results> {
  const results: Results = new Map();
  let failed = false;
  const tab = await launchEngine(engine);
  const run = async (name: string, walk: () => Promise<void>) => {
    if (failed) return;
    const start = performance.now();
    try {
      await walk();
      results.set(name, `${((performance.now() - start) / 1000).toFixed(1)} s`);
    } catch (error) {
      failed = true;
      results.set(name, "FAILED");
      const picture = join(failures, `${engine}.png`);
      console.log(`${engine}, ${name}: ${String(error)}; see ${picture}`);
      writeFileSync(picture, await tab.screenshot());
    }
  };
  try {
    const other = await createMember(api, { location: TOWNS[engine], interests: ["Yoga", "Boxing", "Dance"] });
    const username = `p_${randomLetters(8)}`;
    const journey: Journey = { address, api, engine, tab, page: createEnginePage(tab), other, username };
    for (const [name, walk] of STEPS) await run(name, () => walk(journey));
    if (!failed) await walkWorker(journey, run);
    results.set("errors in the console", engine === "webkit" ? "not told" : String(tab.errors.length));
    for (const error of tab.errors) console.log(`${engine}: ${error}`);
  } finally {
    await tab.close();
  }
  return results;
}

await installDebianBrowsers();
const named = ENGINES.filter((engine) => process.argv.includes(engine));
const engines = named.length > 0 ? named : ENGINES;
const failures = mkdtempSync(join(tmpdir(), "spotter-browsers-"));
const stop = await startTestedSpotter({ DEMO_MEMBERS: "8" });
const address = process.env["SPOTTER_ADDRESS"] ?? "";
const api = await request.newContext({ baseURL: address });
const all: Results[] = [];
for (const engine of engines) all.push(await walkEngine(engine, address, api, failures));
await api.dispose();
await stop();

const rows = [...STEPS.map(([name]) => name), ...WORKER_STEPS, "errors in the console"];
console.log(`\n${"step".padEnd(32)}${engines.map((engine) => engine.padEnd(12)).join("")}`);
for (const row of rows)
  console.log(`${row.padEnd(32)}${all.map((results) => (results.get(row) ?? "–").padEnd(12)).join("")}`);
const hasFailed = all.some((results) => [...results.values()].includes("FAILED"));
if (!hasFailed) rmSync(failures, { recursive: true });
process.exit(hasFailed ? 1 : 0);
