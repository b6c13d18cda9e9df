import { makeCast, memberPlaces, PUBLIC_PLACES, settled } from "./every-screen.ts";
import { expect, test } from "./fixtures.ts";
import { enterAs } from "./people.ts";

/** Titles that several addresses share: they are one screen with another word in it. */
const SHARED: readonly string[] = [];

test("every screen has one h1, and a title of its own", async ({ page, request, expectRefusals }) => {
  test.setTimeout(180_000);
  expectRefusals();
  const cast = await makeCast(request);
  const titles: string[] = [];
  const look = async (path: string) => {
    await page.goto(path);
    await settled(page);
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    titles.push(await page.title());
  };
  await look("/");
  for (const [name, path] of PUBLIC_PLACES) await test.step(name, () => look(path));
  await enterAs(page, cast.me);
  for (const [name, path] of memberPlaces(cast)) await test.step(name, () => look(path));
  expect(titles.filter((title) => !SHARED.includes(title))).toEqual([...new Set(titles)]);
});
