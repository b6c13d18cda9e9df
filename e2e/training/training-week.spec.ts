import type { Page, Request } from "@playwright/test";
import { createMember, logInAs } from "#e2e/support/api-fixtures.ts";
import { expect, test, toast } from "#e2e/support/fixtures.ts";
import { abortRequests } from "#e2e/support/network.ts";
import { dismissToasts } from "#e2e/support/toasts.ts";

const panel = (page: Page) => page.getByRole("button", { name: /^My Week/ });
const part = (page: Page, name: string) => page.getByRole("grid").getByRole("button", { name, exact: true });
const marked = (page: Page) => page.getByRole("grid").getByRole("button", { pressed: true });
const save = (page: Page) => page.getByRole("button", { name: "Save my week" });
const saveAll = (page: Page) => page.getByRole("button", { name: "Save Profile" });

async function drag(page: Page, from: string, to: string): Promise<void> {
  await page.getByRole("grid").evaluate((grid) => grid.scrollIntoView({ block: "center" }));
  const [start, end] = [await part(page, from).boundingBox(), await part(page, to).boundingBox()];
  if (!start || !end) throw new Error("a part of the week is not shown");
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 6 });
  await page.mouse.up();
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Five in the afternoon of the latest Tuesday but as many weeks before, by the clock of the browser. */
const tuesday = (page: Page, weeks: number): Promise<string> =>
  page.evaluate(
    (ms) => {
      const day = new Date(Date.now() - ms);
      day.setDate(day.getDate() - ((day.getDay() + 5) % 7));
      day.setHours(17, 30, 0, 0);
      return day.toISOString();
    },
    (weeks * 7 + 1) * DAY_MS,
  );

/** A run of half an hour. */
const tcxUpload = (name: string, start: string) => ({
  name,
  mimeType: "application/vnd.garmin.tcx+xml",
  buffer: Buffer.from(
    `<?xml version="1.0"?><TrainingCenterDatabase><Activities><Activity Sport="Running"><Id>${start}</Id>
      <Lap StartTime="${start}"><TotalTimeSeconds>1800</TotalTimeSeconds><DistanceMeters>5200</DistanceMeters></Lap>
    </Activity></Activities></TrainingCenterDatabase>`,
  ),
});

const gpxFile = (start: string): string =>
  `<?xml version="1.0"?><gpx version="1.1"><trk><type>running</type><trkseg>
    <trkpt lat="52.5" lon="13.4"><time>${start}</time></trkpt></trkseg></trk></gpx>`;

test("a member marks their week by keyboard and by drag, agrees, takes it back, and fills it from files", async ({
  page,
  request,
  expectOutage,
}) => {
  await logInAs(page, await createMember(request));
  await page.goto("/profile#my-week");

  await test.step("a link opens it, and the keyboard marks parts", async () => {
    await expect(panel(page)).toHaveAttribute("aria-expanded", "true");
    await expect(part(page, "Monday, early")).toBeVisible();
    await expect(page.getByText("No times yet")).toBeVisible();
    await part(page, "Monday, early").focus();
    await page.keyboard.press("Space");
    for (let i = 0; i < 3; i++) await page.keyboard.press("Shift+ArrowDown");
    await expect(part(page, "Thursday, early")).toBeFocused();
    await expect(page.getByText("Mon–Thu early", { exact: true })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page.getByText("Mon–Wed early", { exact: true })).toBeVisible();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Control+End");
    await expect(part(page, "Sunday, evening")).toBeFocused();
  });

  await test.step("too wide a week counts as none, and Clear empties it", async () => {
    for (const name of ["After work", "Weekends"]) await page.getByRole("button", { name, exact: true }).click();
    await expect(page.getByText("count as none")).toBeHidden();
    await part(page, "Sunday, evening").click();
    await expect(page.getByText("count as none")).toBeVisible();
    await page.getByRole("button", { name: "Clear", exact: true }).click();
    await expect(page.getByText("No times yet")).toBeVisible();
    await drag(page, "Monday, early", "Thursday, early");
  });

  await test.step("a drag marks a rectangle, and clears one that begins on a marked part", async () => {
    await drag(page, "Saturday, morning", "Sunday, midday");
    await expect(page.getByText("Mon–Thu early · Sat and Sun morning and midday")).toBeVisible();
    await drag(page, "Sunday, midday", "Sunday, morning");
    await expect(page.getByText("Mon–Thu early · Sat morning and midday")).toBeVisible();
    await expect(page.getByText("Others see: weekday mornings, weekend mornings, weekend daytime")).toBeVisible();
    await expect(marked(page)).toHaveCount(6);
  });

  await test.step("a sport has a level with help in numbers", async () => {
    await page.getByLabel("A sport").selectOption("Run");
    const level = page.getByLabel("Run", { exact: true });
    await expect(level).toHaveValue("3");
    await level.selectOption("Easy");
    await expect(level).toHaveAccessibleDescription("6:15 to 7:00 a km (10:00 to 11:15 a mile)");
    await expect(page.getByText("Run: easy")).toBeVisible();
  });

  await test.step("nothing is stored before the member agrees, and the profile's button says what it could not save", async () => {
    const consent = page.getByRole("checkbox", { name: /^I agree that Spotter keeps/ });
    await save(page).click();
    await expect(consent).toBeFocused();
    await page.getByLabel("Bio", { exact: true }).fill("Up early.");
    await panel(page).click();
    await saveAll(page).click();
    await expect(
      toast(page, "Profile saved. My Week not saved: Please agree first. Without your yes, nothing is kept."),
    ).toBeVisible();
    await expect(panel(page)).toContainText("Not saved yet");
    await expect(consent).toBeFocused();
    await expect(consent).toHaveAccessibleDescription("Please agree first. Without your yes, nothing is kept.");
    await consent.check();
    await expect(consent).toHaveAccessibleDescription("");
  });

  await test.step("a failed save keeps what was marked", async () => {
    expectOutage();
    const restore = await abortRequests(page, "PUT", "**/api/training");
    await save(page).click();
    await expect(toast(page, "Something went wrong. Please try again.")).toBeVisible();
    await saveAll(page).click();
    await expect(toast(page, "My Week not saved: Something went wrong. Please try again.")).toBeVisible();
    await expect(page.getByText("Mon–Thu early")).toBeVisible();
    restore();
    await dismissToasts(page);
  });

  await test.step("leaving with changes asks first", async () => {
    await page.getByRole("link", { name: "Browse", exact: true }).first().click();
    await expect(page.getByRole("alertdialog")).toContainText("What you changed here is not saved yet.");
    await page.getByRole("button", { name: "Keep editing" }).click();
    await expect(panel(page)).toContainText("Not saved yet");
  });

  await test.step("it is saved with the profile, shared until the member turns that off, and there after a reload", async () => {
    await saveAll(page).click();
    await expect(toast(page, "Profile saved")).toBeVisible();
    await expect(panel(page)).not.toContainText("Not saved yet");
    await expect(page.getByText("Counts in Browse from")).toBeVisible();
    const share = page.getByRole("switch", { name: "Share my week" });
    await expect(share).toBeChecked();
    await share.click();
    await expect(share).not.toBeChecked();
    await expect(page.getByText("Others see nothing of it.")).toBeVisible();
    await page.reload();
    await expect(panel(page)).toContainText("Mon–Thu early · Sat morning and midday");
    await expect(page.getByLabel("Run", { exact: true })).toHaveValue("2");
    await expect(page.getByRole("checkbox", { name: /^I agree/ })).toHaveCount(0);
    await expect(marked(page)).toHaveCount(6);
    await expect(share).not.toBeChecked();
  });

  await test.step("it is deleted after a question", async () => {
    await page.getByRole("button", { name: "Delete my week" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete", exact: true }).click();
    await expect(toast(page, "Your week is deleted")).toBeVisible();
    await expect(marked(page)).toHaveCount(0);
    await expect(page.getByRole("checkbox", { name: /^I agree/ })).not.toBeChecked();
    await expect(panel(page)).toContainText("Say when you train");
  });

  const choose = page.getByRole("button", { name: "Fill from my files" });
  const input = page.getByRole("group", { name: "Workout files" }).locator("input");
  const starts = await Promise.all([0, 1, 2].map((weeks) => tuesday(page, weeks)));
  const gpx = gpxFile(starts[0] ?? "");
  const requests: Request[] = [];

  await test.step("what was read from files is shown, and what could not be", async () => {
    page.on("request", (one) => requests.push(one));
    const script = page.waitForResponse(/workout-files-worker-/);
    await input.setInputFiles([
      ...starts.map((start, i) => tcxUpload(`${i}.tcx`, start)),
      { name: "again.gpx", mimeType: "application/gpx+xml", buffer: Buffer.from(gpx) },
      { name: "ride.fit", mimeType: "application/json", buffer: Buffer.from(`{"error":"not found"}`) },
      { name: "export.zip", mimeType: "application/zip", buffer: Buffer.from([0x50, 0x4b, 3, 4]) },
    ]);
    expect((await script).headers()["content-security-policy"]).toBe("default-src 'none';frame-ancestors 'none'");
    await expect(page.getByRole("heading", { name: "3 workouts found" })).toBeFocused();
    await expect(page.getByRole("img", { name: "Tuesday after work" })).toBeVisible();
    await expect(page.getByText("Run: Steady, about")).toBeVisible();
    await page.getByText("2 files could not be read").click();
    await expect(page.getByText("ride.fit: not a FIT, GPX or TCX file")).toBeVisible();
    await expect(page.getByText("export.zip: unpack it first, then choose the files inside")).toBeVisible();
  });

  await test.step("'Use these' marks it, and the files stay on the device", async () => {
    await page.getByRole("button", { name: "Use these" }).click();
    await expect(choose).toBeFocused();
    await expect(page.getByText("Filled in. Look it over, then save your week.")).toBeVisible();
    await expect(page.getByRole("grid").getByRole("button", { pressed: true })).toHaveAccessibleName(
      "Tuesday, after work",
    );
    await expect(page.getByLabel("Run", { exact: true })).toHaveValue("3");
    expect(requests.map((one) => one.method()).filter((method) => method !== "GET")).toEqual([]);
  });
});
