import { createReport, joinStaff } from "#e2e/support/console.ts";
import { expect } from "#e2e/support/fixtures.ts";
import { test } from "#e2e/support/own-spotter.ts";

const CASES = 30;
/** Cases that are prepared at the same time. */
const AT_ONCE = 5;
const SECONDS_MAX = 20;
const PRESSES_MAX = 4;

/** What is pressed in a case: digits for the acts, then Enter. Each sequence is used in turn. */
const KEYS = [["1"], ["2"], ["5"], ["4", "5"], ["1"], ["6"]] as const;

const medianOf = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

test("a person decides thirty cases by keyboard, each with few presses and without waiting", async ({
  page,
  request,
  expectRefusals,
}, info) => {
  test.setTimeout(240_000);
  expectRefusals();
  for (let made = 0; made < CASES; made += AT_ONCE)
    await Promise.all(Array.from({ length: AT_ONCE }, () => createReport(request)));
  await joinStaff(page, "Grace");

  const heading = page.getByRole("heading", { level: 1 });
  await expect(page.getByRole("listitem")).toHaveCount(CASES);
  await page.keyboard.press("j");
  await expect(page.getByRole("listitem").nth(1).getByRole("link")).toBeFocused();
  await page.keyboard.press("k");
  await page.keyboard.press("Enter");
  const [seconds, presses]: [number[], number[]] = [[], []];
  for (let i = 0; i < CASES; i++) {
    await expect(page.getByText("Answer me, or you will be sorry")).toBeVisible();
    await expect(page.getByRole("button", { name: "Decide" })).toBeVisible();
    const name = await heading.innerText();
    const keys = [...(KEYS[i % KEYS.length] ?? []), "Enter"];
    const start = performance.now();
    for (const key of keys) await page.keyboard.press(key);
    await expect(heading).not.toHaveText(name);
    seconds.push((performance.now() - start) / 1000);
    presses.push(keys.length);
  }
  await expect(page.getByRole("heading", { name: "Nothing is waiting" })).toBeVisible();

  const [time, pressed] = [medianOf(seconds), medianOf(presses)];
  const description = `${CASES} cases: median ${time.toFixed(2)} s and ${pressed} presses, slowest ${Math.max(...seconds).toFixed(2)} s`;
  info.annotations.push({ type: "measured", description });
  process.stdout.write(`${description}\n`);
  expect(time).toBeLessThan(SECONDS_MAX);
  expect(Math.max(...presses)).toBeLessThanOrEqual(PRESSES_MAX);
});
