import type { Page } from "@playwright/test";
import { test as base, expect, expectAccessible } from "#e2e/support/fixtures.ts";
import { type ReleaseProxy, startReleaseProxy } from "#e2e/support/release-proxy.ts";
import { waitForServiceWorker } from "#e2e/support/service-worker.ts";

const test = base.extend<{ releases: ReleaseProxy }>({
  releases: async ({ baseURL }, use) => {
    const releases = await startReleaseProxy(baseURL ?? "");
    await use(releases);
    await releases.stop();
  },
});
test.use({ serviceWorkers: "allow" });
test.slow();

const TIMEOUT = { timeout: 30_000 };
const notice = (page: Page) => page.getByRole("region", { name: "New version" });
const versions = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith("version ")));

/**
 * Checks for a new version, as the browser does on each navigation, until a worker waits to take over, or one gave up. A
 * check may find nothing new, since the browser's own may have found the same script before.
 * @returns what became of the new version
 */
const checkForUpdate = (page: Page): Promise<"installed" | "redundant"> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    let gaveUp = false;
    registration.addEventListener("updatefound", () => {
      const worker = registration.installing;
      worker?.addEventListener("statechange", () => {
        gaveUp ||= worker.state === "redundant";
      });
    });
    while (!gaveUp) {
      await registration.update();
      await new Promise((resolve) => setTimeout(resolve, 200));
      if (registration.waiting) return "installed";
    }
    return "redundant";
  });

// @spec 2.other-screens.sw-js-registered
test("an incomplete version keeps the current one, and a complete one is offered unobtrusively, and activated in all tabs at once", async ({
  page,
  tab,
  releases,
}) => {
  const first = await page.goto(releases.address);
  await waitForServiceWorker(page);
  const before = await versions(page);
  expect(before).toHaveLength(1);

  await test.step("an incomplete version is not activated", async () => {
    releases.release("half");
    expect(await checkForUpdate(page)).toBe("redundant");
    await expect.poll(() => versions(page)).toEqual(before);
  });

  await test.step("a page of the current version works from the cache, and has the CSP of the original response", async () => {
    const kept = await page.reload();
    expect(kept?.fromServiceWorker()).toBe(true);
    expect(kept?.headers()["content-security-policy"]).toBe(first?.headers()["content-security-policy"]);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Your Gym Bae");
    await page.getByRole("button", { name: "Login" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.keyboard.press("Escape");
  });

  const second = await tab();
  await test.step("a complete version is offered, and dismissing the notice changes nothing", async () => {
    await second.goto(releases.address);
    releases.release("whole");
    await expect.poll(() => checkForUpdate(page), TIMEOUT).toBe("installed");
    await expect(notice(page)).toBeVisible(TIMEOUT);
    await expect(notice(second)).toBeVisible(TIMEOUT);
    await expectAccessible(page);
    await notice(second).getByRole("button", { name: "Later" }).click();
    await expect(notice(second)).toBeHidden();
    await expect(second.getByRole("main")).toBeFocused();
    await page.getByRole("button", { name: "Login" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expect(notice(page)).toBeHidden();
    await page.keyboard.press("Escape");
  });

  await test.step("it is activated in all tabs at once", async () => {
    let loads = 0;
    for (const one of [page, second]) one.on("load", () => loads++);
    const both = [page, second].map((one) => one.waitForEvent("load", TIMEOUT));
    await notice(page).getByRole("button", { name: "Reload" }).click();
    await Promise.all(both);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Your Gym Bae");
    await expect.poll(() => versions(page)).toHaveLength(1);
    expect(await versions(page)).not.toEqual(before);
    await expect(notice(page)).toBeHidden();
    expect(loads).toBe(2);
    for (const one of [page, second]) await one.waitForLoadState("networkidle");
  });
});
