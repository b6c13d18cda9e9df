import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { live } from "./network.ts";
import { enterAs, makeMatch, say } from "./people.ts";

const log = (page: Page) => page.getByRole("log");

test("older messages come on the way up, each once, and nothing jumps", async ({ page, request }) => {
  const [me, other] = await makeMatch(request);
  const said = Array.from({ length: 70 }, (_, i) => `Message number ${i + 1}`);
  for (const content of said) await say(request, other, me, content);
  await enterAs(page, me);
  await page.goto(`/messages/${other.id}`);
  const shown = () =>
    log(page)
      .getByText(/^Message number/)
      .allInnerTexts();
  await expect(log(page).getByText("Message number 70")).toBeInViewport();
  expect((await shown()).length).toBe(50);
  await log(page).hover();
  await expect(async () => {
    await page.mouse.wheel(0, -2000);
    expect(await shown()).toEqual(said);
  }).toPass();
  await page.getByRole("button", { name: "To the newest message" }).click();
  await expect(log(page).getByText("Message number 70")).toBeInViewport();
});

test("what arrives while one reads further above does not pull one down", async ({ page, request }) => {
  const [me, other] = await makeMatch(request);
  for (let i = 1; i <= 40; i++) await say(request, other, me, `Message number ${i}`);
  await enterAs(page, me);
  const connected = live(page);
  await page.goto(`/messages/${other.id}`);
  await connected;
  await expect(log(page).getByText("Message number 40")).toBeInViewport();
  await log(page).hover();
  await page.mouse.wheel(0, -1200);
  await expect(log(page).getByText("Message number 40")).not.toBeInViewport();
  await say(request, other, me, "News");
  await expect(page.getByRole("button", { name: "New messages" })).toBeVisible();
  await expect(log(page).getByText("News")).not.toBeInViewport();
  await page.getByRole("button", { name: "New messages" }).click();
  await expect(log(page).getByText("News")).toBeInViewport();
});
