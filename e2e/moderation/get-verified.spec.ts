import type { APIRequestContext, Page } from "@playwright/test";
import type { VerificationState } from "#contract/moderation/verification.ts";
import { addPhotos, createMember, logInAs, type Member } from "#e2e/support/api-fixtures.ts";
import { callConsole, joinStaff } from "#e2e/support/console.ts";
import { expect, expectAccessible, test, toast } from "#e2e/support/fixtures.ts";
import { recordRequests, waitForSocket } from "#e2e/support/network.ts";
import { options, photosOf } from "#e2e/support/photo-editor-page.ts";
import { launchOptions } from "#scripts/browser.ts";

// A camera that shows a test picture, and its permission.
test.use({
  launchOptions: await launchOptions("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"),
});

async function findWaiting(request: APIRequestContext, { token }: Member): Promise<string> {
  const reply = await request.get("/api/verification", { headers: { authorization: `Bearer ${token}` } });
  return ((await reply.json()) as VerificationState).request?.id ?? "";
}

const camera = (page: Page) => page.getByLabel("Your camera");

async function takeSelfie(page: Page): Promise<void> {
  await expect(camera(page)).toBeVisible();
  const shutter = page.getByRole("button", { name: "Take picture" });
  await expect(shutter).toBeFocused();
  await shutter.press("Enter");
  await expect(page.getByRole("img", { name: "Your selfie" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Send selfie" })).toBeFocused();
}

test("a member opens the camera, sends a live selfie, tries again after a refusal, and gets and loses the badge", async ({
  page,
  request,
  browser,
}) => {
  const staff = await browser.newPage();
  await joinStaff(staff, "Sela");
  const decide = async (path: "approve" | "refuse", data: object) =>
    callConsole(staff, `verifications/${await findWaiting(request, me)}/${path}`, data);
  const me = await createMember(request);
  await addPhotos(request, me, 2);
  await logInAs(page, me);
  const connected = waitForSocket(page);
  await page.goto("/settings/account");
  await connected;

  await test.step("a camera that is refused loses no try, and says so", async () => {
    await page.getByRole("link", { name: "Get verified" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Get verified" })).toBeVisible();
    await expectAccessible(page);
    const requests = recordRequests(page);
    await page.evaluate(() => {
      const { mediaDevices } = navigator;
      // An own property, which covers that of the prototype.
      mediaDevices.getUserMedia = () => Promise.reject(new DOMException("no", "NotAllowedError"));
    });
    await page.getByRole("button", { name: "Open the camera" }).click();
    await expect(page.getByRole("alert")).toContainText("allow the camera for this page");
    await expect(page.getByRole("button", { name: "Try again" })).toBeFocused();
    await expectAccessible(page);
    expect(requests.filter((one) => one.startsWith("POST"))).toEqual([]);
    await page.evaluate(() => Reflect.deleteProperty(navigator.mediaDevices, "getUserMedia"));
  });

  await test.step("the camera opens, and the pose comes with it", async () => {
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(camera(page)).toBeVisible();
    await expect(page.getByText(/^You have until/)).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("a picture can be taken again, and is sent", async () => {
    await takeSelfie(page);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Take again" }).click();
    await takeSelfie(page);
    await page.getByRole("button", { name: "Send selfie" }).click();
    await expect(page.getByRole("heading", { name: "In review" })).toBeFocused();
    await expect(page.getByRole("heading", { level: 1, name: "Verification" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Back to settings" }).click();
    await expect(page.getByRole("heading", { name: "Verification in review" })).toBeVisible();
    await page.getByRole("link", { name: "Profile", exact: true }).click();
    await page.getByRole("link", { name: "In review" }).click();
    await expect(page.getByRole("heading", { name: "In review" })).toBeVisible();
  });

  await test.step("a refusal arrives on the open page, with the reason and the way to a new pose", async () => {
    await decide("refuse", { reason: "not_clear" });
    await expect(page.getByText("Your face is hard to see.")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Try again with a new pose" }).click();
    await takeSelfie(page);
    await page.getByRole("button", { name: "Send selfie" }).click();
    await expect(page.getByRole("heading", { name: "In review" })).toBeVisible();
  });

  await test.step("an approval arrives on the open page", async () => {
    const mainPhotoId = (await photosOf(request, me))[0]?._id ?? "";
    await decide("approve", { photoId: mainPhotoId });
    await expect(page.getByRole("heading", { name: "You are verified" })).toBeVisible();
  });

  await test.step("another main photo takes the badge away, and the member is told", async () => {
    await page.getByRole("link", { name: "Profile", exact: true }).click();
    await expect(page.getByRole("link", { name: "Verified" })).toBeVisible();
    await options(page, "photo 2").click();
    await page.getByRole("menuitem", { name: "Make main photo" }).click();
    await expect(toast(page, "Your Verified badge belonged to your old main photo, so it is gone.")).toBeVisible();
    await expect(page.getByRole("link", { name: "Get verified" })).toBeVisible();
  });
});
