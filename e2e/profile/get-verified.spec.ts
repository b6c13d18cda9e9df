import type { Page } from "@playwright/test";
import { addPhotos, createMember, logInAs, type Member } from "#e2e/support/api-fixtures.ts";
import { expect, expectAccessible, test, toast } from "#e2e/support/fixtures.ts";
import { waitForSocket } from "#e2e/support/network.ts";
import { options } from "#e2e/support/photo-editor-page.ts";
import { launchOptions } from "#scripts/browser.ts";
import { runOperatorJson } from "#server/testing/operator-cli.ts";

// A camera that shows a test picture, and its permission.
test.use({
  launchOptions: await launchOptions("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"),
});

const operate = <T>(...args: string[]) => runOperatorJson<T>(process.env["SPOTTER_DATA"] ?? "", args);

interface Waiting {
  readonly id: string;
  readonly username: string;
}

const findWaiting = async ({ username }: Member): Promise<string> =>
  (await operate<Waiting[]>("verifications")).find((one) => one.username === username)?.id ?? "";

const camera = (page: Page) => page.getByLabel("Your camera");

async function takeSelfie(page: Page): Promise<void> {
  await expect(camera(page)).toBeVisible();
  const shutter = page.getByRole("button", { name: "Take picture" });
  await expect(shutter).toBeFocused();
  await shutter.press("Enter");
  await expect(page.getByRole("img", { name: "Your selfie" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Send selfie" })).toBeFocused();
}

test("a member gets the badge by a live selfie, and loses it with their main photo", async ({
  page,
  person,
  request,
}) => {
  test.slow();
  const [me, other] = [await createMember(request), await createMember(request)];
  await addPhotos(request, me, 2);
  await logInAs(page, me);

  await test.step("the camera opens from the settings, and the pose comes with it", async () => {
    await page.goto("/settings/account");
    await page.getByRole("link", { name: "Get verified" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Get verified" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Open the camera" }).click();
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
    await expectAccessible(page);
  });

  await test.step("a refusal gives the reason and the way to a new pose", async () => {
    const id = await findWaiting(me);
    await operate("verifications", "refuse", id, "--why", "not_clear", "--reason", "Dark");
    await page.reload();
    await expect(page.getByText("Your face is hard to see.")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Try again with a new pose" }).click();
    await takeSelfie(page);
    await page.getByRole("button", { name: "Send selfie" }).click();
    await expect(page.getByRole("heading", { name: "In review" })).toBeVisible();
  });

  const theirs = await person();
  await test.step("an approval arrives on the open page, and others see the badge and what it means", async () => {
    const connected = waitForSocket(page);
    await page.reload();
    await connected;
    const id = await findWaiting(me);
    const { mainPhotoId } = await operate<{ mainPhotoId: string }>("verifications", "show", id);
    await operate("verifications", "approve", id, "--photo", mainPhotoId, "--reason", "Same person");
    await expect(page.getByRole("heading", { name: "You are verified" })).toBeVisible();
    await logInAs(theirs, other);
    await theirs.goto(`/profile/${me.id}`);
    const badge = theirs.locator("summary", { hasText: "Verified" });
    await badge.click();
    await expect(theirs.getByText("compared a live selfie with the main photo")).toBeVisible();
    await expectAccessible(theirs);
  });

  await test.step("another main photo takes the badge away, and the member is told", async () => {
    await page.goto("/profile");
    await options(page, "photo 2").click();
    await page.getByRole("menuitem", { name: "Make main photo" }).click();
    await expect(toast(page, "Your Verified badge belonged to your old main photo, so it is gone.")).toBeVisible();
    await theirs.reload();
    await expect(theirs.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(theirs.locator("summary", { hasText: "Verified" })).toHaveCount(0);
  });
});

test("the camera is refused: the page says how to allow it, and no try is lost", async ({ page, request }) => {
  const me = await createMember(request);
  await addPhotos(request, me, 1);
  await logInAs(page, me);
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("no", "NotAllowedError"));
  });
  await page.goto("/get-verified");
  await page.getByRole("button", { name: "Open the camera" }).click();
  await expect(page.getByRole("alert")).toContainText("allow the camera for this page");
  await expect(page.getByRole("button", { name: "Try again" })).toBeFocused();
  await expectAccessible(page);
});

test("only the document of this page may use the camera", async ({ request }) => {
  const policyOf = async (path: string) => (await request.get(path)).headers()["permissions-policy"];
  expect(await policyOf("/get-verified")).toBe("camera=(self), microphone=()");
  for (const path of ["/", "/settings/account", "/messages"])
    expect(await policyOf(path)).toBe("camera=(), microphone=()");
});
