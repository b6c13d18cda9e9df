import type { Page } from "@playwright/test";
import { findAccessibilityFaults, readAccessibilityTree } from "#e2e/support/accessibility-tree.ts";
import {
  addPhotos,
  createMatch,
  createMember,
  logInAs,
  type Member,
  matchMembers,
  sendAttachment,
  sendCrush,
  sendMessage,
} from "#e2e/support/api-fixtures.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { chooseMore, press } from "#e2e/support/screens.ts";
import {
  findMovement,
  findSmallControls,
  fixedBarHeight,
  horizontalOverflow,
  SPACING,
  ZOOMED,
} from "#e2e/support/viewport-checks.ts";

/*
 * Dialogs and states of screens: their accessibility tree, target sizes and 400% zoom. `screens.spec.ts` checks the
 * screens themselves, `scenes.spec.ts` runs axe, and `keyboard.spec.ts` uses the keyboard.
 */

/** The members whose data is shown. */
interface Ids {
  readonly other: Member;
  readonly match: Member;
}

type Screen = readonly [name: string, path: (ids: Ids) => string, open?: (page: Page, ids: Ids) => Promise<void>];

const VISITORS: readonly Screen[] = [
  ["contact with mistakes", () => "/contact", press(/^Send/)],
  ["signup with mistakes", () => "/?signup=true", press("Continue")],
  ["login", () => "/?login=true"],
  ["forgot", () => "/?forgot=true"],
];

const MEMBERS: readonly Screen[] = [
  ["filters", () => "/browse", press(/^Filters/)],
  ["preview", () => "/profile", press("Preview Profile")],
  ["matches", () => "/crushes?tab=matches"],
  ["report", ({ match }) => `/messages/${match.id}`, chooseMore("Report")],
  ["block", ({ match }) => `/messages/${match.id}`, chooseMore("Block")],
  ["deleting", () => "/settings/account", press("Delete Account")],
  ["match moment", () => "/crushes", press(/^Send Crush Back/)],
];

const LAPTOP = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 740 };
async function checkScreen(page: Page, [name, path, open]: Screen, ids: Ids): Promise<void> {
  await test.step(name, async () => {
    await page.setViewportSize(LAPTOP);
    await page.goto(path(ids));
    await expect(page.getByRole("heading").first()).toBeVisible();
    await page.waitForLoadState("networkidle");
    await open?.(page, ids);
    const dialog = page.getByRole("dialog").or(page.getByRole("alertdialog"));
    const isOver = open !== undefined && !name.startsWith("contact");
    if (isOver) await expect(dialog).toBeVisible();

    const session = await page.context().newCDPSession(page);
    expect
      .soft(
        findAccessibilityFaults(await readAccessibilityTree(session), [ids.other, ids.match]),
        `${name}, as it is read`,
      )
      .toEqual([]);
    await session.detach();
    expect.soft(await findMovement(page), `${name} moves`).toEqual([]);

    await page.setViewportSize(PHONE);
    expect.soft(await findSmallControls(page), `${name} has small controls`).toEqual([]);
    await page.setViewportSize(ZOOMED);
    expect.soft(await horizontalOverflow(page), `${name} at 400% is wider than the window`).toBeLessThanOrEqual(0);
    expect.soft(await fixedBarHeight(page), `${name} at 400% has bars over it`).toBeLessThanOrEqual(96);
    await page.setViewportSize(PHONE);
    await page.addStyleTag({ content: SPACING });
    expect.soft(await horizontalOverflow(page), `${name}, spaced, is wider than the window`).toBeLessThanOrEqual(0);
  });
}

test.describe("every dialog and state", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("is named, ordered, free of large motion, large enough for a finger, and complete at 400%", async ({
    page,
    request,
    expectRefusals,
  }) => {
    test.setTimeout(180_000);
    expectRefusals();
    const [me, other] = await createMatch(request);
    const fan = await createMember(request);
    const ids = { other: fan, match: other };
    for (const screen of VISITORS) await checkScreen(page, screen, ids);

    await addPhotos(request, me, 2);
    await addPhotos(request, fan, 2);
    await matchMembers(request, me, await createMember(request));
    await sendCrush(request, fan, me);
    for (const words of ["Leg day?", "Or rather arms?"]) {
      await sendMessage(request, me, other, words);
      await sendMessage(request, other, me, `${words} Yes.`);
    }
    await sendAttachment(request, me, other);
    await logInAs(page, me);
    for (const screen of MEMBERS) await checkScreen(page, screen, ids);
  });
});
