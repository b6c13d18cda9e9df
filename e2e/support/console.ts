import type { APIRequestContext, Page } from "@playwright/test";
import { createMatch, type Member, sendMessage } from "#e2e/support/api-fixtures.ts";
import { expect } from "#e2e/support/fixtures.ts";
import { runOperatorJson } from "#server/testing/operator-cli.ts";

/** Opens a path at the address of the console: passkeys work on no IP address. */
const openInConsole = (page: Page, path: string) =>
  page.goto((process.env["SPOTTER_ADDRESS"] ?? "").replace("127.0.0.1", "localhost") + path);

/** Opens the queue of the console, or its login. */
export const openQueue = (page: Page) => openInConsole(page, "/moderation");

/** Gives the browser a device that makes passkeys, such as a phone with a fingerprint. */
export async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Invites a person at the command line. @returns the path of the invitation */
async function inviteStaff(name: string, role: string): Promise<string> {
  const command = ["staff", "invite", name, "--role", role];
  const { link } = await runOperatorJson<{ link: string }>(process.env["SPOTTER_DATA"] ?? "", command);
  const { pathname, hash } = new URL(link);
  return `${pathname}${hash}`;
}

/** Invites a person, who makes a passkey and is in the queue then. */
export async function joinStaff(page: Page, name: string, role = "all"): Promise<void> {
  await addAuthenticator(page);
  await openInConsole(page, await inviteStaff(name, role));
  await page.getByRole("button", { name: "Make a passkey" }).click();
  await expect(page.getByRole("heading", { name: "Queue" })).toBeVisible();
}

/** Reports the latest message of a member. */
export async function reportMessage(
  request: APIRequestContext,
  reporter: Member,
  reported: Member,
  reason = "Harassment or threats",
): Promise<void> {
  const headers = { authorization: `Bearer ${reporter.token}` };
  const shown = await request.get(`/api/messages/${reported.id}?limit=1`, { headers });
  const { messages } = (await shown.json()) as { messages: { _id: string }[] };
  const data = { userId: reported.id, reason, details: "They go on.", messageId: messages[0]?._id };
  const reply = await request.post("/api/safety/report", { headers, data });
  expect(reply.status()).toBe(201);
}

/** A report about a message. @returns who sent it, and who reported them */
export async function createReport(request: APIRequestContext, reason?: string) {
  const [reporter, reported] = await createMatch(request);
  await sendMessage(request, reported, reporter, "Answer me, or you will be sorry");
  await reportMessage(request, reporter, reported, reason);
  return { reporter, reported };
}
