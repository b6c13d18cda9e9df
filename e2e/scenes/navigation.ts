import type { Page } from "@playwright/test";
import { logInAs, type Member } from "#e2e/support/api-fixtures.ts";
import { changeResponse } from "#e2e/support/network.ts";
import type { SceneMembers } from "./members.ts";
import type { Stage } from "./scene.ts";

/** Building blocks of scenes. */

async function logIn(page: Page, person: Member): Promise<void> {
  await page.addInitScript((id) => sessionStorage.setItem("emailReminderDismissed", id), person.id);
  await logInAs(page, person);
}

type Who = { [K in keyof SceneMembers]: SceneMembers[K] extends Member ? K : never }[keyof SceneMembers];

/** Opens a path as a member of the cast or as a visitor; resolves when the text is visible. */
export async function go(
  { page, cast }: Stage,
  who: Who | Member | "visitor",
  path: string,
  ready: string | RegExp,
): Promise<void> {
  const person = typeof who === "object" ? who : who === "visitor" ? undefined : cast[who];
  if (person) await logIn(page, person);
  await page.goto(path);
  await see(page, ready);
}

export const at =
  (who: Who | "visitor", path: string | ((cast: SceneMembers) => string), ready: string | RegExp) =>
  (stage: Stage): Promise<void> =>
    go(stage, who, typeof path === "string" ? path : path(stage.cast), ready);

export const see = (page: Page, words: string | RegExp): Promise<void> =>
  page.getByText(words).filter({ visible: true }).first().waitFor();

export const seeSkeleton = (page: Page): Promise<void> =>
  page.locator('[class*="skeleton" i]').filter({ visible: true }).first().waitFor();

export const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole("button", { name }).filter({ visible: true }).first().click();

export async function fill(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  const dialog = page.getByRole("dialog");
  const around = (await dialog.count()) > 0 ? dialog : page.getByRole("main");
  for (const [label, text] of Object.entries(fields)) await around.getByLabel(label, { exact: true }).fill(text);
}

export async function answer(page: Page, method: string, address: string, json: object): Promise<void> {
  await page.route(address, (route) =>
    route.request().method() === method ? route.fulfill({ json }) : route.fallback(),
  );
}

/** Overrides data of the wallet in the server's response. */
export const wallet = (page: Page, overrides: object): Promise<void> =>
  changeResponse(page, "**/api/crushes/data*", (reply: object) => ({ ...reply, ...overrides }));

export const UNLIMITED = { hasActiveSubscription: true, subscriptionEndDate: "2030-01-31T12:00:00.000Z" } as const;
