import type { Page } from "@playwright/test";
import { createMatch, logInAs } from "#e2e/support/api-fixtures.ts";
import { composer } from "#e2e/support/chat-page.ts";
import { expect, test } from "#e2e/support/fixtures.ts";

interface ManifestImage {
  readonly src: string;
  readonly sizes: string;
  readonly type: string;
  readonly purpose?: string;
}

const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148";
const ANDROID = "Mozilla/5.0 (Linux; Android 16; K) AppleWebKit/537.36 Chrome/150.0.0.0 Mobile Safari/537.36";
/** Reduced motion, because the landing page's text fades in while scrolling and has too little contrast meanwhile. */
const phone = (userAgent: string) => ({
  reducedMotion: "reduce" as const,
  userAgent,
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
});

const banner = (page: Page) => page.getByRole("region", { name: "Install Spotter" });
const flags = (page: Page) =>
  page.evaluate(() => [localStorage.getItem("installBannerDismissed"), localStorage.getItem("pwaInstalled")]);

async function goToAndWait(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForLoadState("load");
  // Starts the app of a public page.
  await page.keyboard.press("Shift");
  await page.clock.runFor(6000);
}

async function openAndWait(page: Page, path: string): Promise<void> {
  await page.clock.install();
  await goToAndWait(page, path);
}

/** Makes the first visit an earlier one. */
const visitAgain = (page: Page) => page.evaluate(() => localStorage.setItem("firstVisit", "Thu Jan 01 2026"));

const offer = (page: Page, outcome: "accepted" | "dismissed") =>
  page.evaluate((answer) => {
    const event = new Event("beforeinstallprompt", { cancelable: true });
    dispatchEvent(Object.assign(event, { prompt: async () => ({ outcome: answer }) }));
    return event.defaultPrevented;
  }, outcome);

/** Fails if the banner is shown after the browser's install event. */
async function expectNoBanner(page: Page): Promise<void> {
  await offer(page, "accepted");
  await page.waitForFunction(() => document.querySelector("body > div > [aria-live]") !== null);
  await expect(banner(page)).toBeHidden();
}

// @spec 2.other-screens.install-banner-mobile
test("the manifest describes the app, and a computer sees no install banner", async ({ page, request }) => {
  await openAndWait(page, "/");
  await test.step("the manifest describes the app, and its images have the declared sizes", async () => {
    await expect(page.locator('link[rel="manifest"]')).toHaveAttribute("href", "/manifest.webmanifest");
    const reply = await request.get("/manifest.webmanifest");
    expect(reply.headers()["content-type"]).toContain("application/manifest+json");
    const manifest = (await reply.json()) as {
      icons: ManifestImage[];
      screenshots: (ManifestImage & { form_factor: string })[];
      shortcuts: { url: string; icons: ManifestImage[] }[];
    };
    expect(manifest).toMatchObject({
      id: "/",
      short_name: "Spotter",
      start_url: "/browse",
      scope: "/",
      display: "standalone",
    });
    expect(manifest.icons.map(({ purpose, sizes }) => `${purpose} ${sizes}`)).toEqual(
      expect.arrayContaining(["any 192x192", "any 512x512", "maskable 512x512"]),
    );
    expect(manifest.shortcuts.map(({ url }) => url)).toEqual(["/browse", "/messages", "/crushes"]);
    expect(new Set(manifest.screenshots.map(({ form_factor }) => form_factor))).toEqual(new Set(["narrow", "wide"]));
    const images = [...manifest.icons, ...manifest.screenshots, ...manifest.shortcuts.flatMap(({ icons }) => icons)];
    const sizes = await page.evaluate(
      (addresses) =>
        Promise.all(
          addresses.map(async (address) => {
            const image = new Image();
            image.src = address;
            await image.decode();
            return `${image.naturalWidth}x${image.naturalHeight}`;
          }),
        ),
      images.map(({ src }) => src),
    );
    expect(sizes).toEqual(images.map((image) => image.sizes));
    const apple = await page.locator('link[rel="apple-touch-icon"]').getAttribute("href");
    expect((await request.get(apple ?? "")).headers()["content-type"]).toBe("image/png");
  });
  await test.step("a computer sees no install banner", async () => {
    await expectNoBanner(page);
  });
});

// @spec 2.other-screens.install-banner-mobile 3.stored-installbannerdismissed-pwainstalled 4.install-banner-dismiss
test("on a phone the banner explains the steps, until the app is installed, or the banner dismissed or accepted", async ({
  person,
}) => {
  const page = await person(phone(ANDROID));
  await page.clock.install();
  await test.step("on the first visit no banner is shown", async () => {
    await goToAndWait(page, "/");
    await expectNoBanner(page);
    await visitAgain(page);
  });
  await test.step("on Android the banner explains the steps until it can show the browser's prompt, once", async () => {
    await goToAndWait(page, "/");
    await expect(banner(page).getByRole("listitem")).toHaveText([/menu/, /Choose Install or Add to Home screen/]);
    await expect(banner(page).getByRole("button", { name: "Install" })).toHaveCount(0);
    expect(await offer(page, "dismissed")).toBe(true);
    await expect(banner(page).getByRole("listitem")).toHaveCount(0);
    await banner(page).getByRole("button", { name: "Install" }).click();
    await expect(banner(page)).toBeHidden();
    expect(await flags(page)).toEqual([null, null]);
    await offer(page, "accepted");
    await banner(page).getByRole("button", { name: "Install" }).click();
    await expect(banner(page)).toBeHidden();
    expect(await flags(page)).toEqual([null, "true"]);
    await offer(page, "accepted");
    await expect(banner(page)).toBeHidden();
  });
  await test.step("whoever has installed it sees no install banner", async () => {
    await goToAndWait(page, "/");
    await expectNoBanner(page);
    expect(await flags(page)).toEqual([null, "true"]);
  });
  await test.step("on iOS the banner explains the steps (Share, Add to Home Screen, Add), and stays away once dismissed", async () => {
    await page.evaluate(() => localStorage.clear());
    await visitAgain(page);
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setUserAgentOverride", { userAgent: IPHONE });
    await goToAndWait(page, "/");
    await expect(banner(page).getByRole("listitem")).toHaveText([/Tap Share/, /Choose Add to Home Screen/, /Tap Add/]);
    // The banner gives way to menus and dialogs.
    await page.getByRole("button", { name: "Menu" }).click();
    await expect(banner(page)).toBeHidden();
    await page.keyboard.press("Escape");
    await banner(page).getByRole("button", { name: "Dismiss" }).click();
    await expect(banner(page)).toBeHidden();
    expect(await flags(page)).toEqual(["true", null]);
    await goToAndWait(page, "/");
    await page.waitForFunction(() => document.querySelector("[aria-live]") !== null);
    await expect(banner(page)).toBeHidden();
  });
  await test.step("an installed app on iOS sees no install banner", async () => {
    await page.evaluate(() => localStorage.clear());
    await visitAgain(page);
    await page.addInitScript(() => Object.defineProperty(navigator, "standalone", { value: true }));
    await goToAndWait(page, "/");
    await expectNoBanner(page);
  });
});

/** Text and controls within `width` pixels of a window's left and right edge. */
const atTheEdges = (page: Page, width: number) =>
  page.evaluate((edge) => {
    const found = new Set<string>();
    for (const x of [4, edge - 4, innerWidth - edge + 4, innerWidth - 4]) {
      for (let y = 4; y < innerHeight; y += 12) {
        const hit = document.elementFromPoint(x, y)?.closest("a, button, input, textarea, h1, h2, h3, p, li, label");
        if (hit) found.add(hit.outerHTML.slice(0, 120));
      }
    }
    return [...found];
  }, width);

test("on an iPhone no field zooms in, and neither the camera nor the banner covers content", async ({
  person,
  request,
}) => {
  const [me, other] = await createMatch(request);
  const page = await person(phone(IPHONE));
  await page.clock.install();
  const session = await page.context().newCDPSession(page);
  const tabBar = page.getByRole("navigation", { name: "Main" }).last();
  /** Fails if a field makes a phone zoom in on focus. */
  const expectLargeFields = async () => {
    const small = await page
      .locator("input:not([type=checkbox], [type=radio], [type=file], [type=range]), textarea, select")
      .evaluateAll((fields) =>
        fields
          .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
          .map((field) => field.outerHTML),
      );
    expect(small).toEqual([]);
  };
  /** A phone's camera covers content in landscape. */
  const expectClearOfCamera = async () => {
    await page.setViewportSize({ width: 844, height: 390 });
    await session.send("Emulation.setSafeAreaInsetsOverride", { insets: { left: 59, right: 59, bottom: 21 } });
    expect(await atTheEdges(page, 59), page.url()).toEqual([]);
    await session.send("Emulation.setSafeAreaInsetsOverride", { insets: {} });
    await page.setViewportSize(phone(IPHONE).viewport);
  };

  await test.step("the forms of visitors", async () => {
    await page.goto("/?signup=true");
    await expect(page.getByLabel("Email")).toBeVisible();
    await expectLargeFields();
  });
  await test.step("a chat, which the banner is not shown over", async () => {
    await logInAs(page, me);
    await page.goto(`/messages/${other.id}`);
    await visitAgain(page);
    await composer(page).focus();
    await expectLargeFields();
    await page.clock.runFor(6000);
    await page.waitForFunction(() => document.querySelector("body > div > [aria-live]") !== null);
    await expect(banner(page)).toBeHidden();
    await expectClearOfCamera();
  });
  await test.step("My Crushes, where the banner is above the tab bar", async () => {
    await goToAndWait(page, "/crushes");
    // Repeated, because the app may replace the frame with its tab bar meanwhile.
    const distance = async () => {
      const [card, tabs] = await Promise.all([banner(page).boundingBox(), tabBar.boundingBox()]);
      return card && tabs ? tabs.y - card.y - card.height : undefined;
    };
    await expect.poll(distance).toBeGreaterThanOrEqual(0);
    await banner(page).getByRole("button", { name: "Dismiss" }).click();
  });
  await test.step("the profile editor", async () => {
    await tabBar.getByRole("link", { name: "Profile" }).click();
    await expect(page.getByLabel("Bio", { exact: true })).toBeVisible();
    await expectLargeFields();
    await expectClearOfCamera();
  });
  await test.step("Browse, the settings and the landing page", async () => {
    await tabBar.getByRole("link", { name: "Browse" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Browse" })).toBeVisible();
    await expect(page.locator("[data-loading]")).toHaveCount(0);
    await expectClearOfCamera();
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("dialog", { name: "Menu" }).getByRole("link", { name: "Settings" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
    await expect(page.locator("[data-loading]")).toHaveCount(0);
    await expectClearOfCamera();
    await page.goto("/");
    await expect(page.getByRole("button", { name: "Start Building" })).toBeVisible();
    await expectClearOfCamera();
  });
});
