import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { faultsOf, tree } from "./heard.ts";
import {
  addPhotos,
  enterAs,
  makeMatch,
  makePerson,
  match,
  type Person,
  say,
  sendCrush,
  sendPicture,
} from "./people.ts";
import { movements, overflow, SPACING, smallOnes, takenByBars, ZOOMED } from "./room.ts";
import { chooseMore, press } from "./screen-ways.ts";

/*
 * Every screen as those have it who hear it, zoom in to 400%, or need room for a finger. What axe finds is in
 * `screens.spec.ts`, the way through them by keyboard in `keyboard.spec.ts`.
 */

/** Who the screens are about. */
interface Ids {
  readonly other: Person;
  readonly match: Person;
}

type Screen = readonly [name: string, path: (ids: Ids) => string, open?: (page: Page, ids: Ids) => Promise<void>];

const VISITORS: readonly Screen[] = [
  ["landing", () => "/"],
  ["how it works", () => "/how-it-works"],
  ["help", () => "/help"],
  ["help article", () => "/help/how-crushes-work"],
  ["questions", () => "/faq"],
  ["safety tips", () => "/safety"],
  ["guidelines", () => "/community-guidelines"],
  ["terms", () => "/terms"],
  ["privacy", () => "/privacy"],
  ["cookies", () => "/cookie-policy"],
  ["contact with mistakes", () => "/contact", press(/^Send/)],
  ["bad link", () => "/reset-password/nothing"],
  ["not found", () => "/nothing"],
  ["signup with mistakes", () => "/?signup=true", press("Continue")],
  ["login", () => "/?login=true"],
  ["forgot", () => "/?forgot=true"],
];

const MEMBERS: readonly Screen[] = [
  ["browse", () => "/browse"],
  ["filters", () => "/browse", press(/^Filters/)],
  ["own profile", () => "/profile"],
  ["wallet", () => "/profile/subscription"],
  ["preview", () => "/profile", press("Preview Profile")],
  ["another's profile", ({ other }) => `/profile/${other.id}`],
  ["no profile", () => "/profile/00000000-0000-4000-8000-000000000000"],
  ["crushes", () => "/crushes"],
  ["matches", () => "/crushes?tab=matches"],
  ["messages", () => "/messages"],
  ["chat", ({ match }) => `/messages/${match.id}`],
  ["report", ({ match }) => `/messages/${match.id}`, chooseMore("Report")],
  ["block", ({ match }) => `/messages/${match.id}`, chooseMore("Block")],
  ["notifications", () => "/settings"],
  ["privacy", () => "/settings/privacy"],
  ["account", () => "/settings/account"],
  ["deleting", () => "/settings/account", press("Delete Account")],
  ["new password", () => "/reset-password"],
  ["match moment", () => "/crushes", press(/^Send Crush Back/)],
];

const LAPTOP = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 740 };
async function look(page: Page, [name, path, open]: Screen, ids: Ids): Promise<void> {
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
    expect.soft(faultsOf(await tree(session), [ids.other, ids.match]), `${name}, as it is read`).toEqual([]);
    await session.detach();
    expect.soft(await movements(page), `${name} moves`).toEqual([]);

    await page.setViewportSize(PHONE);
    expect.soft(await smallOnes(page), `${name} has small controls`).toEqual([]);
    await page.setViewportSize(ZOOMED);
    expect.soft(await overflow(page), `${name} at 400% is wider than the window`).toBeLessThanOrEqual(0);
    expect.soft(await takenByBars(page), `${name} at 400% has bars over it`).toBeLessThanOrEqual(96);
    await page.setViewportSize(PHONE);
    await page.addStyleTag({ content: SPACING });
    expect.soft(await overflow(page), `${name}, spaced, is wider than the window`).toBeLessThanOrEqual(0);
  });
}

test.describe("every screen", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("a visitor's is named, in order, calm, large enough for a finger, and whole at 400%", async ({
    page,
    request,
    expectRefusals,
  }) => {
    test.setTimeout(120_000);
    expectRefusals();
    const nobody = await makePerson(request);
    for (const screen of VISITORS) await look(page, screen, { other: nobody, match: nobody });
  });

  test("a member's is, too", async ({ page, request, expectRefusals }) => {
    test.setTimeout(120_000);
    expectRefusals();
    const [me, other] = await makeMatch(request);
    const fan = await makePerson(request);
    await addPhotos(request, me, 2);
    await addPhotos(request, fan, 2);
    await match(request, me, await makePerson(request));
    await sendCrush(request, fan, me);
    for (const words of ["Leg day?", "Or rather arms?"]) {
      await say(request, me, other, words);
      await say(request, other, me, `${words} Yes.`);
    }
    await sendPicture(request, me, other);
    await enterAs(page, me);
    for (const screen of MEMBERS) await look(page, screen, { other: fan, match: other });
  });
});
