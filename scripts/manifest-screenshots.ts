import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type BrowserContextOptions, chromium } from "@playwright/test";
import sharp from "sharp";
import { launchOptions } from "./browser.ts";

/**
 * Takes screenshots of a local Spotter with demo members, for `manifest.webmanifest` (`web/public/app`), for the
 * landing page (`web/public/art/tour`) and for the README (`docs/images`). Run it after changing the screens:
 * `node scripts/manifest-screenshots.ts http://127.0.0.1:3000`.
 */

const PUBLIC = join(import.meta.dirname, "../web/public");
const README_IMAGES = join(import.meta.dirname, "../docs/images");
const DEMO = { email: "sam@demo.example", password: "spot me please" };
const SIZES = [
  { name: "narrow", viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 },
  { name: "wide", viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
] as const;

const [address = "http://127.0.0.1:3000"] = process.argv.slice(2);
const browser = await chromium.launch(await launchOptions());
const login = await fetch(`${address}/api/auth/login`, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(DEMO),
});
const { token, user } = (await login.json()) as { token: string; user: object };
const authorized = { headers: { authorization: `Bearer ${token}` } };
const list = (await (await fetch(`${address}/api/messages/conversations`, authorized)).json()) as {
  conversations: { otherUser: { _id: string } }[];
};
const chat = list.conversations[0]?.otherUser._id;
if (chat === undefined) throw new Error("The demo member has no conversation");
const results = (await (await fetch(`${address}/api/profile/all`, authorized)).json()) as {
  profiles: { id: string; username: string }[];
};
// A username that fits on one line.
const stranger = results.profiles.find(({ username }, i) => i > 0 && username.length < 12)?.id;
if (stranger === undefined) throw new Error("The demo member's search has no results");

async function takeScreenshots(
  folder: string,
  suffix: string,
  screens: readonly (readonly [name: string, path: string])[],
  options: BrowserContextOptions,
  quality: number,
): Promise<void> {
  mkdirSync(join(PUBLIC, folder), { recursive: true });
  const context = await browser.newContext({ ...options, serviceWorkers: "block", reducedMotion: "reduce" });
  await context.addInitScript(
    (login) => {
      localStorage.setItem("token", login.token);
      localStorage.setItem("user", JSON.stringify(login.user));
    },
    { token, user },
  );
  const page = await context.newPage();
  for (const [name, path] of screens) {
    await page.goto(address + path);
    await page.waitForLoadState("networkidle");
    // Screenshots show no caret, and a profile from below its photo.
    await page.evaluate("document.activeElement?.blur()");
    if (name === "profile") await page.evaluate("scrollTo({ top: 420, behavior: 'instant' })");
    await page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))");
    await sharp(await page.screenshot({ animations: "disabled" }))
      .webp({ quality, effort: 6 })
      .toFile(join(PUBLIC, folder, `${name}-${suffix}.webp`));
  }
  await context.close();
}

const PHONE = { width: 600, height: 1067, frame: 14, gap: 56 } as const;

async function drawPhones(theme: string, names: readonly string[]): Promise<void> {
  const { width, height, frame, gap } = PHONE;
  const outer = { width: width + 2 * frame, height: height + 2 * frame };
  const rounded = (size: { width: number; height: number }, radius: number, color: string) =>
    Buffer.from(
      `<svg width="${size.width}" height="${size.height}"><rect width="100%" height="100%" rx="${radius}" fill="${color}"/></svg>`,
    );
  const phones = names.map(async (name, i) => {
    const screen = await sharp(join(PUBLIC, "art/tour", `${name}-${theme}.webp`))
      .resize(width, height)
      .composite([{ input: rounded({ width, height }, 44, "#000"), blend: "dest-in" }])
      .png()
      .toBuffer();
    const left = i * (outer.width + gap);
    return [
      { input: rounded(outer, 58, theme === "dark" ? "#3a3d44" : "#15171c"), left, top: 0 },
      { input: screen, left: left + frame, top: frame },
    ];
  });
  await sharp({
    create: {
      width: names.length * (outer.width + gap) - gap,
      height: outer.height,
      channels: 4,
      background: "transparent",
    },
  })
    .composite((await Promise.all(phones)).flat())
    .webp({ quality: 80, effort: 6 })
    .toFile(join(README_IMAGES, `phones-${theme}.webp`));
}

const appScreens = [
  ["browse", "/browse"],
  ["messages", `/messages/${chat}`],
] as const;
for (const { name, ...size } of SIZES) await takeScreenshots("app", name, appScreens, size, 72);
const tourScreens = [
  ["browse", "/browse"],
  ["profile", `/profile/${stranger}`],
  ["chat", `/messages/${chat}`],
] as const;
for (const colorScheme of ["light", "dark"] as const) {
  const phone = { viewport: { width: 360, height: 640 }, deviceScaleFactor: 2, colorScheme };
  await takeScreenshots("art/tour", colorScheme, tourScreens, phone, 64);
  await drawPhones(
    colorScheme,
    tourScreens.map(([name]) => name),
  );
}
await browser.close();
