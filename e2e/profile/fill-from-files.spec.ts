import type { Page, Request } from "@playwright/test";
import { createMember, logInAs } from "#e2e/support/api-fixtures.ts";
import { expect, test } from "#e2e/support/fixtures.ts";

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

test("a member fills their week from files, which stay on the device", async ({ page, request }) => {
  await logInAs(page, await createMember(request));
  await page.goto("/profile#my-week");
  const choose = page.getByRole("button", { name: "Fill from my files" });
  const input = page.getByRole("group", { name: "Workout files" }).locator("input");
  const starts = await Promise.all([0, 1, 2].map((weeks) => tuesday(page, weeks)));
  const gpx = gpxFile(starts[0] ?? "");
  const requests: Request[] = [];
  await expect(choose).toBeVisible();

  await test.step("what was read is shown, and what could not be", async () => {
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

  await test.step("'Use these' marks it, and sends nothing", async () => {
    await page.getByRole("button", { name: "Use these" }).click();
    await expect(choose).toBeFocused();
    await expect(page.getByText("Filled in. Look it over, then save your week.")).toBeVisible();
    await expect(page.getByRole("grid").getByRole("button", { pressed: true })).toHaveAccessibleName(
      "Tuesday, after work",
    );
    await expect(page.getByLabel("Run", { exact: true })).toHaveValue("3");
    expect(requests.map((one) => one.method()).filter((method) => method !== "GET")).toEqual([]);
  });

  await test.step("files without workouts fill nothing in", async () => {
    await input.setInputFiles({ name: "empty.gpx", mimeType: "application/gpx+xml", buffer: Buffer.from("") });
    await expect(page.getByRole("heading", { name: "No workouts found" })).toBeFocused();
    await expect(page.getByText("empty.gpx: this file is empty")).toBeVisible();
    await page.getByRole("button", { name: "Close" }).click();
    await expect(choose).toBeFocused();
  });
});
