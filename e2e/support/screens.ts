import type { APIRequestContext, Page } from "@playwright/test";
import {
  addPhotos,
  createCrowd,
  createMember,
  type Member,
  matchMembers,
  sendAttachment,
  sendCrush,
  sendMessage,
  turnDailySet,
} from "./api-fixtures.ts";
import { expect } from "./fixtures.ts";

export interface ScreenMembers {
  readonly me: Member;
  /** Has photos, and has sent a crush to `me`. */
  readonly other: Member;
  /** The match of `me`, with whom messages were exchanged. */
  readonly match: Member;
}

export type Screen = readonly [name: string, path: string, heading?: string];

/** Public screens except the landing page. */
export const PUBLIC_SCREENS: readonly Screen[] = [
  ["how it works", "/how-it-works", "How it Works"],
  ["help", "/help"],
  ["help article", "/help/how-crushes-work"],
  ["questions", "/faq", "Good questions"],
  ["contact", "/contact"],
  ["contact reply", "/contact/nothing", "Invalid Link"],
  ["report content", "/notice", "Report content"],
  ["safety", "/safety", "Safety Tips"],
  ["guidelines", "/community-guidelines", "Community Guidelines"],
  ["terms", "/terms", "Terms of Service"],
  ["privacy", "/privacy", "Privacy Policy"],
  ["cookies", "/cookie-policy", "Cookie Policy"],
  ["new password", "/reset-password/nothing"],
  ["confirm email", "/verify-email/nothing"],
  ["remove email", "/not-me/nothing"],
  ["data copy", "/data-copy/nothing"],
  ["decision", "/appeal/nothing", "Invalid Link"],
  ["not found", "/nothing"],
];

export const memberScreens = ({ other, match: matched }: ScreenMembers): readonly Screen[] => [
  ["browse", "/browse"],
  ["own profile", "/profile"],
  ["subscription", "/profile/subscription"],
  ["test checkout", "/test-checkout/nothing"],
  ["a profile", `/profile/${other.id}`],
  ["no profile", "/profile/00000000-0000-4000-8000-000000000000"],
  ["crushes", "/crushes"],
  ["messages", "/messages"],
  ["chat", `/messages/${matched.id}`],
  ["notifications", "/settings"],
  ["privacy settings", "/settings/privacy"],
  ["account", "/settings/account"],
  ["billing", "/settings/billing"],
  ["change password", "/reset-password"],
  ["get verified", "/get-verified"],
  ["invite people", "/invite"],
];

/** Creates members with photos, a crush, a match with messages and an attachment, and a match without messages. */
export async function createScreenMembers(request: APIRequestContext): Promise<ScreenMembers> {
  const [me, other, matched] = [await createMember(request), await createMember(request), await createMember(request)];
  for (const person of [me, other, matched]) await addPhotos(request, person, 2);
  await createCrowd(request);
  await turnDailySet(request, me, true);
  await matchMembers(request, me, matched);
  await matchMembers(request, me, await createMember(request));
  await sendCrush(request, other, me);
  await sendMessage(request, me, matched, "Leg day?");
  await sendMessage(request, matched, me, "Always. Seven at the barbell club, and bring chalk, mine is gone.");
  await sendAttachment(request, matched, me);
  return { me, other, match: matched };
}

/** All its data is displayed. */
export async function waitUntilSettled(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("[data-loading]")).toHaveCount(0);
  await page.waitForLoadState("networkidle");
}

export const press = (name: string | RegExp) => (page: Page) => page.getByRole("button", { name }).first().click();

export const chooseMore = (item: string) => async (page: Page) => {
  await press("More")(page);
  await page.getByRole("menuitem", { name: item }).click();
};
