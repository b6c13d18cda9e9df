import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { getBalance, logInAs, type Member, PORTRAIT, subscribe } from "#e2e/support/api-fixtures.ts";
import {
  choose,
  confirm,
  expectSent,
  isDrawn,
  log,
  modal,
  openChat,
  SEND,
  uncover,
} from "#e2e/support/attachment-page.ts";
import { expect, test, toast } from "#e2e/support/fixtures.ts";
import { holdRequests, recordRequests, waitForSocket } from "#e2e/support/network.ts";

const row = (page: Page, person: Member) =>
  page.getByRole("region", { name: "Conversations" }).getByRole("link", { name: person.username });

// @spec 2.messages.photo 2.messages.image-bubbles-image 4.image-send 5.chat-images 9.chat-image-5 9.image-costs-1
test("an image is selected, pasted or dropped, sent once for one credit, and delivered", async ({
  page,
  person,
  request,
}) => {
  const { me, other } = await openChat(page, request);
  const theirs = await person();
  await logInAs(theirs, other);
  const connected = waitForSocket(theirs);
  await theirs.goto("/messages");
  await connected;
  const before = await getBalance(request, me);

  await test.step("Cancel sends nothing, and controls are disabled while an image is sent", async () => {
    const requests = recordRequests(page);
    await choose(page, PORTRAIT);
    await modal(page).getByRole("button", { name: "Cancel" }).click();
    await expectSent(page);

    const release = await holdRequests(page, SEND);
    await choose(page, PORTRAIT);
    await expect.poll(() => isDrawn(modal(page).getByRole("img"))).toBe(true);
    await expect(modal(page)).toContainText(`Sending an image costs 1 crush. You have ${before}.`);
    await confirm(page).click();
    await expect(modal(page).getByRole("progressbar", { name: "Sending image" })).toBeVisible();
    await expect(modal(page).getByRole("button", { name: "Sending..." })).toHaveAttribute("aria-disabled", "true");
    await expect(modal(page).getByRole("button", { name: "Cancel" })).toBeDisabled();
    await expect(modal(page).getByRole("button", { name: "Close" })).toBeDisabled();
    await page.keyboard.press("Escape");
    await modal(page).getByRole("button", { name: "Sending..." }).click({ force: true });
    await expect(modal(page)).toBeVisible();
    release();
    await expectSent(page);
    await expect(page.getByRole("button", { name: "Send Image" })).toBeFocused();
    expect(requests.filter((one) => one === "POST /api/messages/send-image")).toHaveLength(1);
    expect(await getBalance(request, me)).toBe(before - 1);
  });

  await test.step("it is delivered, and both lists have a preview", async () => {
    const sent = log(page).getByRole("img", { name: "Photo you sent" });
    await expect(sent).toHaveCount(1);
    await expect.poll(() => isDrawn(sent)).toBe(true);
    await expect(row(page, other)).toContainText("You: 📷 Photo");
    await expect(row(theirs, me)).toContainText("📷 Photo");
    const preview = await row(theirs, me).locator("span", { hasText: "📷" }).last().boundingBox();
    expect(preview?.width).toBeGreaterThan(40);
    await expect(row(theirs, me)).not.toContainText("You:");
    await row(theirs, me).click();
    await uncover(theirs);
    const received = log(theirs).getByRole("img", { name: `Photo from ${me.username}` });
    await expect.poll(() => isDrawn(received)).toBe(true);
    await page.getByRole("link", { name: "Browse", exact: true }).click();
    await expect(page.getByText(new RegExp(`^${before - 1}.*crushes remaining$`))).toBeVisible();
    await page.goBack();
    await expect(log(page)).toBeVisible();
  });

  await test.step("an image can be pasted, and dropped on the chat", async () => {
    const bytes = [...readFileSync(PORTRAIT)];
    const give = (kind: "paste" | "drop") =>
      page.evaluate(
        ({ kind, bytes }) => {
          const data = new DataTransfer();
          data.items.add(new File([new Uint8Array(bytes)], "a.webp", { type: "image/webp" }));
          const common = { bubbles: true, cancelable: true };
          const input = document.querySelector("textarea");
          if (kind === "paste") input?.dispatchEvent(new ClipboardEvent("paste", { ...common, clipboardData: data }));
          else {
            input?.dispatchEvent(new DragEvent("dragover", { ...common, dataTransfer: data }));
            setTimeout(() => {
              const seen = document.body.textContent?.includes("Drop the picture here") ?? false;
              document.body.dataset["seen"] = String(seen);
              input?.dispatchEvent(new DragEvent("drop", { ...common, dataTransfer: data }));
            }, 100);
          }
        },
        { kind, bytes },
      );
    for (const kind of ["paste", "drop"] as const) {
      await give(kind);
      await expect.poll(() => isDrawn(modal(page).getByRole("img"))).toBe(true);
      await modal(page).getByRole("button", { name: "Cancel" }).click();
      await expectSent(page);
    }
    expect(await page.evaluate(() => document.body.dataset["seen"])).toBe("true");
  });

  await test.step("a GIF is rejected before it is sent", async () => {
    await choose(page, { name: "a.gif", mimeType: "image/gif", buffer: Buffer.alloc(10) });
    await expect(toast(page, "Please select a JPEG, PNG or WebP image")).toBeVisible();
    await expect(modal(page)).toHaveCount(0);
  });

  await test.step("an Unlimited Member is told that images are free", async () => {
    await subscribe(request, me);
    await choose(page, PORTRAIT);
    await expect(modal(page)).toContainText("Sending images is free for Unlimited Members.");
    await expect(confirm(page)).toBeVisible();
  });
});
