import type { APIRequestContext, Page } from "@playwright/test";
import { createMatch, type Member, sendMessage } from "#e2e/support/api-fixtures.ts";
import { expect } from "#e2e/support/fixtures.ts";
import { runOperatorJson } from "#server/testing/operator-cli.ts";

/** Opens a path at the address of the console: passkeys work on no IP address. */
const openInConsole = (page: Page, path: string) =>
  page.goto((process.env["SPOTTER_ADDRESS"] ?? "").replace("127.0.0.1", "localhost") + path);

export const openQueue = (page: Page) => openInConsole(page, "/moderation");

/** Gives the browser a device that makes passkeys and verifies its user, such as a phone with a fingerprint. */
export async function addAuthenticator(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const options = {
    protocol: "ctap2",
    transport: "internal",
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const;
  return { cdp, ...(await cdp.send("WebAuthn.addVirtualAuthenticator", { options })) };
}

/** @returns the path of the invitation */
async function inviteStaff(name: string, role: string): Promise<string> {
  const command = ["staff", "invite", name, "--role", role];
  const { link } = await runOperatorJson<{ link: string }>(process.env["SPOTTER_DATA"] ?? "", command);
  const { pathname, hash } = new URL(link);
  return `${pathname}${hash}`;
}

/** The person is in the queue then. */
export async function joinStaff(page: Page, name: string, role = "all"): Promise<void> {
  await addAuthenticator(page);
  await openInConsole(page, await inviteStaff(name, role));
  await page.getByRole("button", { name: "Make a passkey" }).click();
  await expect(page.getByRole("heading", { name: "Queue" })).toBeVisible();
}

/** As a page of the console does. */
export async function callConsole(page: Page, path: string, data: object): Promise<void> {
  const { origin } = new URL(page.url());
  const reply = await page.request.post(`${origin}/api/moderation/${path}`, { headers: { origin }, data });
  expect(reply.status()).toBe(200);
}

interface Report {
  readonly reason?: string | undefined;
  readonly details?: string;
  /** About the reported member's latest message. */
  readonly isAboutMessage?: boolean;
}

/** @returns the report's number */
export async function sendReport(
  request: APIRequestContext,
  reporter: Member,
  reported: Member,
  { reason = "Harassment or threats", details = "They go on.", isAboutMessage = true }: Report,
): Promise<string> {
  const headers = { authorization: `Bearer ${reporter.token}` };
  let messageId: string | undefined;
  if (isAboutMessage) {
    const shown = await request.get(`/api/messages/${reported.id}?limit=1`, { headers });
    const { messages } = (await shown.json()) as { messages: { _id: string }[] };
    messageId = messages[0]?._id;
  }
  const data = { userId: reported.id, reason, details, messageId };
  const reply = await request.post("/api/safety/report", { headers, data });
  expect(reply.status()).toBe(201);
  return ((await reply.json()) as { number: string }).number;
}

/** By somebody without an account. @returns the notice's number */
export async function sendNotice(request: APIRequestContext, notice: object): Promise<string> {
  const data = { name: "Maya Ortiz", isGoodFaith: true, ...notice };
  const reply = await request.post("/api/notices", { data });
  expect(reply.ok()).toBe(true);
  return ((await reply.json()) as { number: string }).number;
}

/** @returns the sender of the message, and the reporter */
export async function createReport(request: APIRequestContext, reason?: string) {
  const [reporter, reported] = await createMatch(request);
  await sendMessage(request, reported, reporter, "Answer me, or you will be sorry");
  await sendReport(request, reporter, reported, { reason });
  return { reporter, reported };
}
