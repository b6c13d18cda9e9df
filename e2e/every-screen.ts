import type { APIRequestContext, Page } from "@playwright/test";
import { expect } from "./fixtures.ts";
import { addPhotos, makePerson, match, type Person, say, sendCrush, sendPicture } from "./people.ts";

/** Who is there to be looked at, and looks. */
export interface Cast {
  readonly me: Person;
  /** Has photos, and a crush on me. */
  readonly other: Person;
  /** We match, and have talked. */
  readonly match: Person;
}

/** A screen's name and its address. */
export type Place = readonly [name: string, path: string];

/** What anyone can open, but for the landing page. */
export const PUBLIC_PLACES: readonly Place[] = [
  ["how it works", "/how-it-works"],
  ["help", "/help"],
  ["help article", "/help/how-crushes-work"],
  ["questions", "/faq"],
  ["contact", "/contact"],
  ["safety", "/safety"],
  ["guidelines", "/community-guidelines"],
  ["terms", "/terms"],
  ["privacy", "/privacy"],
  ["cookies", "/cookie-policy"],
  ["new password", "/reset-password/nothing"],
  ["confirm email", "/verify-email/nothing"],
  ["remove email", "/not-me/nothing"],
  ["not found", "/nothing"],
];

/** What members open. */
export const memberPlaces = ({ other, match: matched }: Cast): readonly Place[] => [
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
];

/** Makes who the screens are about: with photos, a crush, a match, words and a picture. */
export async function makeCast(request: APIRequestContext): Promise<Cast> {
  const [me, other, matched] = [await makePerson(request), await makePerson(request), await makePerson(request)];
  for (const person of [me, other, matched]) await addPhotos(request, person, 2);
  await match(request, me, matched);
  await sendCrush(request, other, me);
  await say(request, me, matched, "Leg day?");
  await say(request, matched, me, "Always. Seven at the barbell club, and bring chalk, mine is gone.");
  await sendPicture(request, matched, me);
  return { me, other, match: matched };
}

/** Resolves when a screen has all that it asks for, and shows it. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("[data-loading]")).toHaveCount(0);
  await page.waitForLoadState("networkidle");
}
