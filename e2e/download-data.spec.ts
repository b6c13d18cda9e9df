import { readFile } from "node:fs/promises";
import { readZip } from "#server/testing/zip.ts";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { addPhotos, enterAs, makeMatch, makePerson, say, sendPicture } from "./people.ts";
import { findInSettings } from "./settings-page.ts";

test("one's own data comes as a ZIP file of JSON and pictures", async ({ page, request }) => {
  const [me, other] = await makeMatch(request);
  await addPhotos(request, me, 2);
  await say(request, me, other, "Mine, Crème brûlée");
  await say(request, other, me, "Theirs");
  await sendPicture(request, me, other);
  await enterAs(page, me);
  const button = await findInSettings(page, "Privacy", "Download my data");
  await expectAccessible(page);
  const coming = page.waitForEvent("download");
  await button.click();
  const download = await coming;
  await expect(page.getByRole("status").filter({ hasText: "Your download has begun." })).toBeVisible();
  expect(download.suggestedFilename()).toBe("spotter-data.zip");

  const files = await readZip(await readFile(await download.path()));
  const read = (name: string) => JSON.parse(String(files.get(name)));
  expect(read("account.json")).toMatchObject({ username: me.username, email: me.email, dateOfBirth: "1994-05-17" });
  expect(read("profile.json")).toMatchObject({ bio: "Barbell club by night." });
  expect(read("photos.json")).toHaveLength(2);
  const conversation = `conversations/0001 ${other.username}`;
  expect(read(`${conversation}.json`).messages).toMatchObject([
    { from: me.username, text: "Mine, Crème brûlée" },
    { from: other.username, text: "Theirs" },
    { from: me.username, picture: `${conversation}/3.webp` },
  ]);
  for (const name of ["photos/1.webp", "photos/2.webp", `${conversation}/3.webp`, "README.txt"]) {
    expect(files.get(name)?.length).toBeGreaterThan(100);
  }
  await expect(page).toHaveURL(/\/settings/);
});

test("whoever asks too often, or without a network, is told so where they asked", async ({
  page,
  request,
  expectRefusals,
  expectOutage,
}) => {
  expectRefusals();
  expectOutage();
  const me = await makePerson(request);
  for (let i = 0; i < 5; i++) {
    await request.post("/api/account/download", { headers: { authorization: `Bearer ${me.token}` } });
  }
  await enterAs(page, me);
  const button = await findInSettings(page, "Privacy", "Download my data");
  await button.click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("Please try again tomorrow.");
  await page.route("**/api/account/download", (route) => route.abort());
  await button.click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("Your data could not be asked for.");
  await expect(button).toBeFocused();
});
