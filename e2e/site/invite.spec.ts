import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { encode } from "uqr";
import { createMember, logInAs } from "#e2e/support/api-fixtures.ts";
import { expect, expectAccessibleInBothThemes, test, toast } from "#e2e/support/fixtures.ts";
import { button, fillSignup } from "#e2e/support/signup-page.ts";

const WHITE = "rgb(255, 255, 255)";

const link = (page: Page) => `${new URL(page.url()).origin}/?via=invite`;
const poster = (page: Page) => page.getByRole("img", { name: /^Poster: / });
const radio = (page: Page, name: string) => page.getByRole("radio", { name });
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** Replaces the share sheet, which only some systems have. What is shared becomes `shared` of the page. */
const replaceShareSheet = (page: Page) =>
  page.addInitScript(() => {
    const shared = async (data: ShareData) => {
      const files = data.files?.map(({ name, type, size }) => ({ name, type, isEmpty: size === 0 }));
      Object.assign(window, { shared: { ...data, files } });
    };
    Object.assign(navigator, { share: shared, canShare: () => true });
  });

const shared = (page: Page) => page.evaluate(() => (window as unknown as { shared?: ShareData }).shared);

async function savePicture(page: Page) {
  const download = page.waitForEvent("download");
  await press(page, "Save picture");
  const file = await download;
  const picture = await readFile(await file.path());
  const { width, height } = await sharp(picture).metadata();
  return { name: file.suggestedFilename(), picture, size: [width, height] };
}

/**
 * Fails unless a picture has the code of the link where the page has drawn it, with the white around it that readers
 * need. @param where the picture is a file of the whole drawing, or shows the window
 */
async function expectCode(page: Page, picture: Buffer, where: "file" | "window"): Promise<void> {
  const drawn = page.locator("[data-code]").filter({ visible: true });
  const { a, e, f, width } = await drawn.evaluate((code: SVGPathElement, where) => {
    const matrix = where === "file" ? code.transform.baseVal.consolidate()?.matrix : code.getScreenCTM();
    const { a, e, f } = matrix ?? new DOMMatrix();
    return { a, e, f, width: code.ownerSVGElement?.viewBox.baseVal.width ?? 0 };
  }, where);
  const { data, info } = await sharp(picture)
    .flatten({ background: "#fff" })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const scale = where === "file" ? info.width / width : 1;
  const isInk = (x: number, y: number) =>
    (data[(Math.floor(y * scale) * info.width + Math.floor(x * scale)) * info.channels] ?? 255) < 128;
  const modules = encode(link(page), { border: 4, ecc: "Q" }).data;
  const isEdge = (i: number) => i === 0 || i === modules.length - 1;
  // The white around the code has round corners.
  const shown = modules.map((row, y) =>
    row.map((_, x) => !(isEdge(x) && isEdge(y)) && isInk(e + (x + 0.5) * a, f + (y + 0.5) * a)),
  );
  expect(shown).toEqual(modules);
}

test("a member shares a link that names nobody, makes a poster whose code leads to it, also offline, and invites somebody", async ({
  page,
  context,
  person,
  request,
  expectOutage,
}) => {
  const me = await createMember(request);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await replaceShareSheet(page);
  await page.setViewportSize({ width: 360, height: 780 });
  await logInAs(page, me);
  await page.goto("/help/invite-people-near-you");
  await page.getByRole("link", { name: "Invite people", exact: true }).first().click();
  await expect(poster(page)).toBeVisible();
  const sent: string[] = [];
  page.on("request", (one) => one.method() !== "GET" && sent.push(one.url()));

  await test.step("the link is the same for everybody, copied and shared", async () => {
    await expect(page.getByLabel("Link", { exact: true })).toHaveValue(link(page));
    await press(page, "Copy link");
    await expect(toast(page, "The link is copied.")).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link(page));
    await press(page, "Share");
    expect(await shared(page)).toMatchObject({ title: "Spotter", url: link(page) });
    expect(link(page)).not.toContain(me.id);
  });

  await test.step("it is accessible in both themes, and the poster is white in both", async () => {
    const paper = poster(page).locator("rect").first();
    await expect(paper).toHaveCSS("fill", WHITE);
    await expectAccessibleInBothThemes(page);
    await expect(paper).toHaveCSS("fill", WHITE);
  });

  await test.step("the gym and the headline are on the poster, and are sent to nobody", async () => {
    await radio(page, "Who spots you?").check();
    await page.getByLabel("Your gym, if you like").fill("Barbell Club Altona");
    await expect(poster(page)).toHaveAccessibleName(/Who spots you\?, at Barbell Club Altona/);
    await expect(poster(page).getByText("At Barbell Club Altona")).toBeVisible();
    await page.getByLabel("Your gym, if you like").fill("W".repeat(60));
    await expect(page.getByLabel("Your gym, if you like")).toHaveValue("W".repeat(40));
    expect(
      await poster(page).evaluate((svg) => {
        const { right } = svg.getBoundingClientRect();
        return [...svg.querySelectorAll("text")].every((text) => text.getBoundingClientRect().right < right);
      }),
    ).toBe(true);
    await page.getByLabel("Your gym, if you like").fill("Barbell Club Altona");
  });

  await test.step("a picture for paper has a code that can be scanned", async () => {
    const { name, picture, size } = await savePicture(page);
    expect(name).toBe("spotter-poster-paper.png");
    expect(size).toEqual([2480, 3507]);
    await expectCode(page, picture, "file");
  });

  await test.step("a picture for phones has one, too, and can be shared", async () => {
    await radio(page, "Phone, for a story or a chat").check();
    await expect(page.getByRole("button", { name: "Print" })).toHaveCount(0);
    const { picture, size } = await savePicture(page);
    expect(size).toEqual([1080, 1920]);
    await expectCode(page, picture, "file");
    await press(page, "Share picture");
    await expect
      .poll(() => shared(page))
      .toMatchObject({ url: link(page), files: [{ type: "image/png", isEmpty: false }] });
  });

  await test.step("only the poster is printed, on one page, also from the phone's format", async () => {
    const pages = (pdf: Buffer) => pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length;
    for (const format of ["A4", "Letter"]) expect(pages(await page.pdf({ format }))).toBe(1);
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await page.setViewportSize({ width: 794, height: 1123 });
    await expect(page.getByRole("main")).toBeHidden();
    const printed = await page.screenshot();
    await expectCode(page, printed, "window");
    // Paper stays white.
    expect([
      ...(await sharp(printed).extract({ left: 5, top: 5, width: 1, height: 1 }).removeAlpha().raw().toBuffer()),
    ]).toEqual([255, 255, 255]);
  });

  await test.step("nothing was sent, and the screen works without a network", async () => {
    expect(sent).toEqual([]);
    expectOutage();
    await page.emulateMedia({ media: "screen" });
    await page.goBack();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Invite people near you");
    await context.setOffline(true);
    await page.goForward();
    await radio(page, "Train with somebody near here.").check();
    await expect(poster(page)).toHaveAccessibleName(/Train with somebody near here/);
    await context.setOffline(false);
  });

  await test.step("the screen is for members, and who joins by the link is counted as invited", async () => {
    const visitor = await person();
    await visitor.goto("/invite");
    await expect(visitor).not.toHaveURL(/\/invite/);
    await fillSignup(visitor, "/?via=invite&signup=true");
    const registration = visitor.waitForRequest("**/api/auth/register");
    await button(visitor, "Start Crushing").click();
    expect((await registration).postDataJSON()).toMatchObject({ via: "invite" });
    await expect(visitor).toHaveURL(/\/profile/);
  });
});
