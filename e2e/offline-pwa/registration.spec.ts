import type { Page } from "@playwright/test";
import { addPhotos, createMember, logInAs } from "#e2e/support/api-fixtures.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { holdRequests, showOnly } from "#e2e/support/network.ts";

test.use({ serviceWorkers: "allow", viewport: { width: 360, height: 740 } });

function recordWorkerRequests(page: Page): string[] {
  const requests: string[] = [];
  page.context().on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.serviceWorker() !== null || pathname === "/sw.js") requests.push(pathname);
  });
  return requests;
}

/** Longer than the app waits for a page that keeps requesting. */
const LONG_S = 12;

/** Advances the page's clock in steps, so that what the page waits for can arrive meanwhile. */
async function runSeconds(page: Page, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) await page.clock.runFor(1000);
}

// @spec 2.other-screens.sw-js-registered
test("on a first visit, the service worker requests nothing before the data and photos of the screen have loaded", async ({
  page,
  request,
}) => {
  const [me, other] = [await createMember(request), await createMember(request)];
  await addPhotos(request, other, 1);
  await logInAs(page, me);
  await showOnly(page, [other]);
  const releaseData = await holdRequests(page, "**/api/profile/all*");
  const releasePhotos = await holdRequests(page, "**/photos/**");
  const workerRequests = recordWorkerRequests(page);
  await page.clock.install();
  await page.goto("/browse");
  await expect(page.locator("[data-loading]").first()).toBeAttached();
  await runSeconds(page, LONG_S);
  expect(workerRequests).toEqual([]);

  releaseData();
  const photo = page.getByRole("main").locator("img").first();
  await expect(photo).toBeVisible();
  await runSeconds(page, LONG_S);
  expect(workerRequests).toEqual([]);

  releasePhotos();
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.complete)).toBe(true);
  await expect
    .poll(async () => {
      await runSeconds(page, 1);
      return workerRequests;
    })
    .toContain("/sw.js");
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout: 30_000 });
  expect(workerRequests.slice(0, 2)).toEqual(["/sw.js", "/reset-password"]);
  expect(workerRequests).toContain("/manifest.webmanifest");
  expect(workerRequests.filter((path) => /^\/(help|art\/tour)\//.test(path))).toEqual([]);

  // From now on the browser itself checks for a new version.
  workerRequests.length = 0;
  await page.reload();
  await expect(photo).toBeVisible();
  await runSeconds(page, LONG_S);
  expect(workerRequests.filter((path) => path !== "/sw.js" && !path.startsWith("/photos/"))).toEqual([]);

  await test.step("the app can be installed then", async () => {
    expect((await request.get("/sw.js")).headers()["cache-control"]).toBe("no-cache");
    const session = await page.context().newCDPSession(page);
    const { errors } = await session.send("Page.getAppManifest");
    expect(errors).toEqual([]);
    const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
    // Test contexts are private, which prevents an installation.
    expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito")).toEqual([]);
  });
});
