import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type APIRequestContext, type APIResponse, type Page, test } from "@playwright/test";
import type { FiltersUpdate } from "#contract/discovery/filter-form.ts";
import { DAILY_SET_FROM } from "#contract/limits.ts";
import { randomLetters } from "#server/testing/random-letters.ts";

export const PASSWORD = "a password for tests";
export const PORTRAIT = fileURLToPath(new URL("../../web/public/art/amara.webp", import.meta.url));

export interface Member {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly token: string;
}

/** Fails the test with the response. */
async function assertOk<T>(reply: Promise<APIResponse>): Promise<T> {
  const answered = await reply;
  if (!answered.ok()) throw new Error(`${answered.url()} answered ${answered.status()}: ${await answered.text()}`);
  return (await answered.json()) as T;
}

const as = (person: Pick<Member, "token">) => ({ authorization: `Bearer ${person.token}` });

const uniqueName = (): string => `p_${randomLetters(8)}`;

export async function createAccount(request: APIRequestContext, username = uniqueName()): Promise<Member> {
  const email = `${username}@example.com`;
  const form = { email, username, password: PASSWORD, confirmPassword: PASSWORD, dateOfBirth: "1994-05-17" };
  const { token, user } = await assertOk<{ token: string; user: { _id: string } }>(
    request.post("/api/auth/register", { data: form }),
  );
  return { id: user._id, username, email, token };
}

/**
 * Towns far from each other and from the demo members, so that search results of one test do not contain members of
 * another.
 */
const TOWNS = [
  "Albany, NY",
  "Boise, ID",
  "Duluth, MN",
  "Fargo, ND",
  "Fresno, CA",
  "Knoxville, TN",
  "Mobile, AL",
  "Omaha, NE",
  "Reno, NV",
  "Savannah, GA",
  "Shreveport, LA",
  "Spokane, WA",
  "Tampa, FL",
  "Toledo, OH",
  "Tucson, AZ",
  "Tulsa, OK",
];

/** Where the demo members live, and the members of screenshots and measurements. */
export const AUSTIN = "Austin, TX";

/** All members of a run in one town would exceed a search result. */
function townOfTest(): string {
  if (process.env["TEST_WORKER_INDEX"] === undefined) return AUSTIN;
  return TOWNS[Number.parseInt(test.info().testId.slice(-8), 16) % TOWNS.length] ?? AUSTIN;
}

/** The profile is complete except for photos, so they can be discovered. */
export async function createMember(
  request: APIRequestContext,
  change: object = {},
  username = uniqueName(),
): Promise<Member> {
  const person = await createAccount(request, username);
  const profile = {
    gender: "Woman",
    bio: "Barbell club by night.",
    location: townOfTest(),
    interests: ["Weightlifting", "Running", "Hiking"],
    lookingFor: "Workout partner",
    prompts: [{ question: "My rest day looks like...", answer: "Pancakes." }],
    ...change,
  };
  await assertOk(request.put("/api/profile", { headers: as(person), data: profile }));
  // It shows members of other tests, and takes members out of the grid.
  await turnDailySet(request, person, false);
  return person;
}

/** In the town of the test. */
export const createCrowd = (request: APIRequestContext): Promise<Member[]> =>
  Promise.all(Array.from({ length: DAILY_SET_FROM }, () => createMember(request)));

export async function turnDailySet(request: APIRequestContext, person: Member, dailySet: boolean): Promise<void> {
  await assertOk(request.put("/api/settings/privacy", { headers: as(person), data: { dailySet } }));
}

/** Or the same portrait several times. */
export async function addPhotos(
  request: APIRequestContext,
  person: Member,
  photos: number | readonly Uint8Array<ArrayBuffer>[],
): Promise<void> {
  const files = typeof photos === "number" ? Array.from({ length: photos }, () => readFileSync(PORTRAIT)) : photos;
  const form = new FormData();
  for (const [i, file] of files.entries()) form.append("photos", new File([file], `${i}.webp`));
  await assertOk(request.post("/api/profile/photos", { headers: as(person), multipart: form }));
}

export async function readFilters(request: APIRequestContext, person: Member): Promise<FiltersUpdate> {
  const reply = request.get("/api/profile/filters", { headers: as(person) });
  return (await assertOk<{ filters: FiltersUpdate }>(reply)).filters;
}

export async function sendCrush(request: APIRequestContext, from: Member, to: { id: string }): Promise<void> {
  await assertOk(request.post("/api/match/send-crush", { headers: as(from), data: { recipientId: to.id } }));
}

export async function markCrushesSeen(request: APIRequestContext, person: Member): Promise<void> {
  await assertOk(request.put("/api/crushes/seen", { headers: as(person) }));
}

export async function createMatch(request: APIRequestContext): Promise<readonly [Member, Member]> {
  const both = [await createMember(request), await createMember(request)] as const;
  await matchMembers(request, ...both);
  return both;
}

/** Neither member is shown a celebration at their next visit. */
export async function matchMembers(request: APIRequestContext, a: Member, b: Member): Promise<void> {
  await sendCrush(request, a, b);
  await sendCrush(request, b, a);
  await assertOk(request.put("/api/crushes/new-matches/seen", { headers: as(a) }));
}

export async function getBalance(request: APIRequestContext, person: Member): Promise<number> {
  const reply = request.get("/api/crushes/data", { headers: as(person) });
  return (await assertOk<{ balance: number }>(reply)).balance;
}

/** @returns the id of the unpaid checkout session */
export async function openCheckout(request: APIRequestContext, person: Member, packageId: string): Promise<string> {
  const reply = request.post("/api/crushes/create-checkout", { headers: as(person), data: { packageId } });
  return (await assertOk<{ url: string }>(reply)).url.replace("/test-checkout/", "");
}

/** Pays a checkout without notifying the app. */
export async function payWithoutConfirming(
  request: APIRequestContext,
  person: Member,
  sessionId: string,
): Promise<void> {
  await assertOk(request.post(`/api/test-checkout/${sessionId}/pay`, { headers: as(person) }));
}

export async function payCheckout(request: APIRequestContext, person: Member, sessionId: string): Promise<void> {
  await payWithoutConfirming(request, person, sessionId);
  await assertOk(request.post("/api/crushes/confirm-checkout", { headers: as(person), data: { sessionId } }));
}

/** For the billing address. */
export async function payInCountry(
  request: APIRequestContext,
  person: Member,
  sessionId: string,
  country: string,
): Promise<void> {
  await assertOk(request.post(`/api/test-checkout/${sessionId}/pay`, { headers: as(person), data: { country } }));
}

export async function subscribe(request: APIRequestContext, person: Member): Promise<void> {
  const reply = request.post("/api/crushes/create-subscription", { headers: as(person) });
  await payCheckout(request, person, (await assertOk<{ url: string }>(reply)).url.replace("/test-checkout/", ""));
}

export async function blockMember(request: APIRequestContext, from: Member, target: Member): Promise<void> {
  await assertOk(request.post("/api/safety/block", { headers: as(from), data: { userId: target.id } }));
}

export async function sendMessage(
  request: APIRequestContext,
  from: Member,
  to: Member,
  content: string,
): Promise<void> {
  await assertOk(request.post("/api/messages/send", { headers: as(from), data: { receiverId: to.id, content } }));
}

/** Costs a credit. */
export async function sendAttachment(request: APIRequestContext, from: Member, to: Member): Promise<void> {
  const form = new FormData();
  form.append("receiverId", to.id);
  form.append("image", new File([readFileSync(PORTRAIT)], "a.webp"));
  await assertOk(request.post("/api/messages/send-image", { headers: as(from), multipart: form }));
}

export async function deleteMessage(
  request: APIRequestContext,
  from: Member,
  to: Member,
  content: string,
): Promise<void> {
  let before: string | undefined;
  for (;;) {
    const query = before === undefined ? "" : `?before=${before}`;
    const reply = request.get(`/api/messages/${to.id}${query}`, { headers: as(from) });
    const { messages } = await assertOk<{ messages: { _id: string; content: string }[] }>(reply);
    const found = messages.find((message) => message.content === content);
    if (found) return void (await assertOk(request.delete(`/api/messages/${found._id}`, { headers: as(from) })));
    before = messages[0]?._id;
    if (before === undefined) throw new Error(`no message ${content}`);
  }
}

export async function markRead(request: APIRequestContext, reader: Member, other: Member): Promise<void> {
  const conversation = [reader.id, other.id].toSorted().join("_");
  await assertOk(request.put(`/api/messages/read/${conversation}`, { headers: as(reader) }));
}

/** As in the list of conversations. */
export async function countUnread(request: APIRequestContext, reader: Member, other: Member): Promise<number> {
  const reply = request.get("/api/messages/conversations", { headers: as(reader) });
  const { conversations } = await assertOk<{ conversations: { otherUser: { _id: string }; unreadCount: number }[] }>(
    reply,
  );
  return conversations.find(({ otherUser }) => otherUser._id === other.id)?.unreadCount ?? 0;
}

export async function unmatch(request: APIRequestContext, from: Member, other: Member): Promise<void> {
  await assertOk(request.post("/api/match/unmatch", { headers: as(from), data: { userId: other.id } }));
}

export async function deleteAccount(request: APIRequestContext, person: Member): Promise<void> {
  await assertOk(request.post("/api/account/delete", { headers: as(person), data: { password: PASSWORD } }));
}

/** As `reader` receives them, oldest first. */
export async function listMessages(request: APIRequestContext, reader: Member, other: Member): Promise<string[]> {
  const reply = request.get(`/api/messages/${other.id}?limit=100`, { headers: as(reader) });
  return (await assertOk<{ messages: { content: string }[] }>(reply)).messages.map((message) => message.content);
}

/**
 * Stores a session in the page's local storage, without the login form. A session that the app ends is not restored.
 */
export async function logInAs(page: Page, person: Member): Promise<void> {
  await page.addInitScript(
    ({ token, user }) => {
      if (localStorage.getItem("returningUser")) return;
      localStorage.setItem("token", token);
      localStorage.setItem("user", user);
      // Most test members have no photo: they are not asked about it before their first crush.
      sessionStorage.setItem("sendsWithoutPhoto", "true");
    },
    { token: person.token, user: JSON.stringify({ username: person.username, _id: person.id }) },
  );
}
