import { createReport, joinStaff } from "#e2e/support/console.ts";
import { expect } from "#e2e/support/fixtures.ts";
import { test } from "#e2e/support/own-spotter.ts";

const SECONDS_MAX = 20;
const PRESSES_MAX = 4;

/** What is pressed in each case: digits for the acts, `w` for what was found where something is restricted or asked for, then Enter. */
const KEYS = [["1"], ["2", "w"], ["5", "w"], ["4", "5", "w"], ["1"], ["6", "w"]] as const;

const medianOf = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

test("a person decides cases by keyboard one after the other, each with few presses and without waiting", async ({
  page,
  request,
  expectRefusals,
}, info) => {
  expectRefusals();
  await Promise.all(KEYS.map(() => createReport(request)));
  await joinStaff(page, "Grace");

  const heading = page.getByRole("heading", { level: 1 });
  await expect(page.getByRole("listitem")).toHaveCount(KEYS.length);
  await page.keyboard.press("j");
  await expect(page.getByRole("listitem").nth(1).getByRole("link")).toBeFocused();
  await page.keyboard.press("k");
  await page.keyboard.press("Enter");
  const [seconds, presses]: [number[], number[]] = [[], []];
  for (const acts of KEYS) {
    await expect(page.getByText("Answer me, or you will be sorry")).toBeVisible();
    await expect(page.getByRole("button", { name: "Decide" })).toBeVisible();
    const name = await heading.innerText();
    const keys = [...acts, "Enter"];
    const start = performance.now();
    for (const key of keys) await page.keyboard.press(key);
    await expect(heading).not.toHaveText(name);
    seconds.push((performance.now() - start) / 1000);
    presses.push(keys.length);
  }
  await expect(page.getByRole("heading", { name: "Nothing is waiting" })).toBeVisible();

  const [time, pressed] = [medianOf(seconds), medianOf(presses)];
  const slowest = Math.max(...seconds).toFixed(2);
  const description = `${KEYS.length} cases: median ${time.toFixed(2)} s and ${pressed} presses, slowest ${slowest} s`;
  info.annotations.push({ type: "measured", description });
  process.stdout.write(`${description}\n`);
  expect(time).toBeLessThan(SECONDS_MAX);
  expect(Math.max(...presses)).toBeLessThanOrEqual(PRESSES_MAX);
});
