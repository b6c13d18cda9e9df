import type { APIRequestContext, Page } from "@playwright/test";
import { createMatch, logInAs, type Member, sendMessage } from "#e2e/support/api-fixtures.ts";
import { listUnused } from "#e2e/support/early-calls.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { holdRequests, holdResponses } from "#e2e/support/network.ts";

const ENTRY = "**/assets/index-*.js";

const MINE = "Seven at the barbell club?";
const THEIRS = "Chalk is on me.";
const JOIN = "Start Crushing";

async function createMemberWithMessage(request: APIRequestContext, text: string): Promise<Member> {
  const [me, other] = await createMatch(request);
  await sendMessage(request, other, me, text);
  return me;
}

/** Even for a single frame. */
async function recordTexts(page: Page, texts: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  await page.exposeFunction("addFound", (text: string) => void found.add(text));
  await page.addInitScript((texts) => {
    const { addFound } = globalThis as unknown as { addFound: (text: string) => void };
    const check = () => {
      const shown = document.documentElement?.textContent ?? "";
      for (const text of texts) if (shown.includes(text)) addFound(text);
    };
    new MutationObserver(check).observe(document, { childList: true, subtree: true, characterData: true });
  }, texts);
  return found;
}

const MESSAGES_CALLS = 2;

/**
 * The server has answered the early calls, but the page receives the responses after `release`.
 * @param isLoaded whether the app has taken the calls over; otherwise its scripts load after `release`
 */
async function openOnHold(page: Page, isLoaded: boolean): Promise<() => void> {
  const releaseScripts = isLoaded ? () => {} : await holdRequests(page, ENTRY);
  const { countHeld, release } = await holdResponses(page, "**/api/**");
  await page.goto("/messages", { waitUntil: "commit" });
  await expect.poll(countHeld).toBeGreaterThanOrEqual(MESSAGES_CALLS);
  if (isLoaded) await expect.poll(() => listUnused(page)).toEqual([]);
  return () => {
    release();
    releaseScripts();
  };
}

test("another tab logs out during early calls, before the app has loaded: nothing of the member is shown", async ({
  page,
  tab,
  request,
  expectRefusals,
}) => {
  expectRefusals();
  const me = await createMemberWithMessage(request, MINE);
  const other = await tab();
  for (const one of [page, other]) await logInAs(one, me);
  await other.goto("/terms");
  const shown = await recordTexts(page, [MINE, JOIN]);
  const release = await openOnHold(page, false);
  await other.getByRole("banner").getByRole("button", { name: "Logout" }).click();
  await expect(other).toHaveURL("/");
  release();
  await expect(page).toHaveURL("/");
  await expect(page.getByText(JOIN).first()).toBeVisible();
  expect([...shown]).toEqual([JOIN]);
});

test("another member logs in during early calls, while the app waits for them: only their data is shown", async ({
  page,
  tab,
  request,
}) => {
  const [me, them] = [await createMemberWithMessage(request, MINE), await createMemberWithMessage(request, THEIRS)];
  await logInAs(page, me);
  const other = await tab();
  await other.goto("/terms");
  const shown = await recordTexts(page, [MINE, THEIRS]);
  const release = await openOnHold(page, true);
  await logInAs(other, them);
  await other.reload();
  release();
  await expect(page.getByText(THEIRS)).toBeVisible();
  expect([...shown]).toEqual([THEIRS]);
});

test("two tabs in which Logout is pressed during early calls both log out", async ({
  page,
  tab,
  request,
  expectRefusals,
}) => {
  expectRefusals();
  const me = await createMemberWithMessage(request, MINE);
  const both = [page, await tab()];
  const releases: (() => void)[] = [];
  for (const one of both) {
    await logInAs(one, me);
    releases.push(await openOnHold(one, false));
    await one.getByRole("banner").getByRole("button", { name: "Logout" }).click();
  }
  for (const release of releases) release();
  for (const one of both) {
    await expect(one).toHaveURL("/");
    await expect(one.getByRole("banner").getByRole("button", { name: "Login" })).toBeVisible();
  }
});
