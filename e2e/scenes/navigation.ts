import type { Page } from "@playwright/test";
import { logInAs, type Member } from "#e2e/support/api-fixtures.ts";
import { changeResponse } from "#e2e/support/network.ts";
import type { SceneMembers } from "./members.ts";
import type { Stage } from "./scene.ts";

/** What scenes are made of. */

/** Opens the app as somebody who does not want to be reminded of an address that is not confirmed. */
async function enter(page: Page, person: Member): Promise<void> {
  await page.addInitScript((id) => sessionStorage.setItem("emailLater", id), person.id);
  await logInAs(page, person);
}

type Who = { [K in keyof SceneMembers]: SceneMembers[K] extends Member ? K : never }[keyof SceneMembers];

/** Opens an address as one of the cast, or as a visitor; resolves when words are there. */
export async function go(
  { page, cast }: Stage,
  who: Who | Member | "visitor",
  path: string,
  ready: string | RegExp,
): Promise<void> {
  const person = typeof who === "object" ? who : who === "visitor" ? undefined : cast[who];
  if (person) await enter(page, person);
  await page.goto(path);
  await see(page, ready);
}

/** A scene that is no more than an address. */
export const at =
  (who: Who | "visitor", path: string | ((cast: SceneMembers) => string), ready: string | RegExp) =>
  (stage: Stage): Promise<void> =>
    go(stage, who, typeof path === "string" ? path : path(stage.cast), ready);

/** Resolves when words are seen. */
export const see = (page: Page, words: string | RegExp): Promise<void> =>
  page.getByText(words).filter({ visible: true }).first().waitFor();

/** Resolves when something like the final shape is drawn, where there is nothing to be read yet. */
export const seeSkeleton = (page: Page): Promise<void> =>
  page.locator('[class*="skeleton" i]').filter({ visible: true }).first().waitFor();

/** Presses the first button of that name that can be seen. */
export const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole("button", { name }).filter({ visible: true }).first().click();

/** Fills in the fields of a form, or of a dialog where one is open. */
export async function fill(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  const dialog = page.getByRole("dialog");
  const around = (await dialog.count()) > 0 ? dialog : page.getByRole("main");
  for (const [label, text] of Object.entries(fields)) await around.getByLabel(label, { exact: true }).fill(text);
}

/** Answers in the server's place. */
export async function answer(page: Page, method: string, address: string, json: object): Promise<void> {
  await page.route(address, (route) =>
    route.request().method() === method ? route.fulfill({ json }) : route.fallback(),
  );
}

/** Changes what the server says of the wallet. */
export const wallet = (page: Page, told: object): Promise<void> =>
  changeResponse(page, "**/api/crushes/data*", (reply: object) => ({ ...reply, ...told }));

/** An Unlimited Member's wallet. */
export const UNLIMITED = { hasActiveSubscription: true, subscriptionEndDate: "2030-01-31T12:00:00.000Z" } as const;
