import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type APIRequestContext, type APIResponse, type Page, test } from "@playwright/test";
import { FREE_CRUSHES } from "#contract/limits.ts";

export const PASSWORD = "a password for tests";
/** A picture to upload. */
export const PORTRAIT = fileURLToPath(new URL("../../web/public/art/amara.webp", import.meta.url));

export interface Member {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly token: string;
}

/** Fails the test with the response if a preparation fails. */
async function done<T>(reply: Promise<APIResponse>): Promise<T> {
  const answered = await reply;
  if (!answered.ok()) throw new Error(`${answered.url()} answered ${answered.status()}: ${await answered.text()}`);
  return (await answered.json()) as T;
}

const as = (person: Pick<Member, "token">) => ({ authorization: `Bearer ${person.token}` });

/** A name that nobody else has. */
const someName = (): string => `p_${randomUUID().slice(0, 8)}`;

/** Signs up a new member, whose profile is empty. */
export async function createAccount(request: APIRequestContext, username = someName()): Promise<Member> {
  const email = `${username}@example.com`;
  const form = { email, username, password: PASSWORD, confirmPassword: PASSWORD, dateOfBirth: "1994-05-17" };
  const { token, user } = await done<{ token: string; user: { _id: string } }>(
    request.post("/api/auth/register", { data: form }),
  );
  return { id: user._id, username, email, token };
}

/** Far from each other, and from where the demo members live: search results of one test do not show members of another. */
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

/** Where the demo members live, and whoever is made for pictures and measures. */
export const AUSTIN = "Austin, TX";

/** Where the people of a test live, near each other: all of a run in one town would be more than a list of Browse holds. */
function home(): string {
  if (process.env["TEST_WORKER_INDEX"] === undefined) return AUSTIN;
  return TOWNS[Number.parseInt(test.info().testId.slice(-8), 16) % TOWNS.length] ?? AUSTIN;
}

/** Signs up a member with a complete profile but for photos, who can be discovered. */
export async function createMember(
  request: APIRequestContext,
  change: object = {},
  username = someName(),
): Promise<Member> {
  const person = await createAccount(request, username);
  const profile = {
    gender: "Woman",
    bio: "Barbell club by night.",
    location: home(),
    interests: ["Weightlifting", "Running", "Hiking"],
    lookingFor: "Workout partner",
    prompts: [{ question: "My rest day looks like...", answer: "Pancakes." }],
    ...change,
  };
  await done(request.put("/api/profile", { headers: as(person), data: profile }));
  return person;
}

/** Uploads these photos, or the same portrait so many times. */
export async function addPhotos(
  request: APIRequestContext,
  person: Member,
  photos: number | readonly Uint8Array<ArrayBuffer>[],
): Promise<void> {
  const files = typeof photos === "number" ? Array.from({ length: photos }, () => readFileSync(PORTRAIT)) : photos;
  const form = new FormData();
  for (const [i, file] of files.entries()) form.append("photos", new File([file], `${i}.webp`));
  await done(request.post("/api/profile/photos", { headers: as(person), multipart: form }));
}

/** Sends a crush. */
export async function sendCrush(request: APIRequestContext, from: Member, to: { id: string }): Promise<void> {
  await done(request.post("/api/match/send-crush", { headers: as(from), data: { recipientId: to.id } }));
}

/** Marks all received crushes as seen. */
export async function markCrushesSeen(request: APIRequestContext, person: Member): Promise<void> {
  await done(request.put("/api/crushes/seen", { headers: as(person) }));
}

/** Creates two members who match. */
export async function createMatch(request: APIRequestContext): Promise<readonly [Member, Member]> {
  const both = [await createMember(request), await createMember(request)] as const;
  await matchMembers(request, ...both);
  return both;
}

/** A crush each way. */
export async function matchMembers(request: APIRequestContext, a: Member, b: Member): Promise<void> {
  await sendCrush(request, a, b);
  await sendCrush(request, b, a);
}

/** Spends all free crushes on people of no further meaning. */
export async function spendAllCredits(request: APIRequestContext, person: Member): Promise<void> {
  for (let i = 0; i < FREE_CRUSHES; i++) await sendCrush(request, person, await createAccount(request));
}

/** How many crushes somebody has left, as the server counts. */
export async function getBalance(request: APIRequestContext, person: Member): Promise<number> {
  const reply = request.get("/api/crushes/data", { headers: as(person) });
  return (await done<{ balance: number }>(reply)).balance;
}

/** Begins to buy a package. @returns the checkout's session, which is not paid */
export async function openCheckout(request: APIRequestContext, person: Member, packageId: string): Promise<string> {
  const reply = request.post("/api/crushes/create-checkout", { headers: as(person), data: { packageId } });
  return (await done<{ url: string }>(reply)).url.replace("/test-checkout/", "");
}

/** Pays a checkout, of which nobody is told yet. */
export async function payWithoutConfirming(
  request: APIRequestContext,
  person: Member,
  sessionId: string,
): Promise<void> {
  await done(request.post(`/api/test-checkout/${sessionId}/pay`, { headers: as(person) }));
}

/** Pays a checkout and hears of it. */
export async function payCheckout(request: APIRequestContext, person: Member, sessionId: string): Promise<void> {
  await payWithoutConfirming(request, person, sessionId);
  await done(request.post("/api/crushes/confirm-checkout", { headers: as(person), data: { sessionId } }));
}

/** Makes somebody an Unlimited Member. */
export async function subscribe(request: APIRequestContext, person: Member): Promise<void> {
  const reply = request.post("/api/crushes/create-subscription", { headers: as(person) });
  await payCheckout(request, person, (await done<{ url: string }>(reply)).url.replace("/test-checkout/", ""));
}

/** Blocks somebody. */
export async function blockMember(request: APIRequestContext, from: Member, whom: Member): Promise<void> {
  await done(request.post("/api/safety/block", { headers: as(from), data: { userId: whom.id } }));
}

/** Writes to a match. */
export async function sendMessage(
  request: APIRequestContext,
  from: Member,
  to: Member,
  content: string,
): Promise<void> {
  await done(request.post("/api/messages/send", { headers: as(from), data: { receiverId: to.id, content } }));
}

/** Sends a match a picture, for a crush. */
export async function sendAttachment(request: APIRequestContext, from: Member, to: Member): Promise<void> {
  const form = new FormData();
  form.append("receiverId", to.id);
  form.append("image", new File([readFileSync(PORTRAIT)], "a.webp"));
  await done(request.post("/api/messages/send-image", { headers: as(from), multipart: form }));
}

/** Takes back what one has said. */
export async function deleteMessage(
  request: APIRequestContext,
  from: Member,
  to: Member,
  content: string,
): Promise<void> {
  const reply = request.get(`/api/messages/${to.id}`, { headers: as(from) });
  const { messages } = await done<{ messages: { _id: string; content: string }[] }>(reply);
  const id = messages.find((message) => message.content === content)?._id;
  await done(request.delete(`/api/messages/${id}`, { headers: as(from) }));
}

/** Reads all that another has said. */
export async function markRead(request: APIRequestContext, reader: Member, other: Member): Promise<void> {
  const conversation = [reader.id, other.id].toSorted().join("_");
  await done(request.put(`/api/messages/read/${conversation}`, { headers: as(reader) }));
}

/** How much of what another has said somebody has not read, as their list counts. */
export async function countUnread(request: APIRequestContext, reader: Member, other: Member): Promise<number> {
  const reply = request.get("/api/messages/conversations", { headers: as(reader) });
  const { conversations } = await done<{ conversations: { otherUser: { _id: string }; unreadCount: number }[] }>(reply);
  return conversations.find(({ otherUser }) => otherUser._id === other.id)?.unreadCount ?? 0;
}

/** Ends a match. */
export async function unmatch(request: APIRequestContext, from: Member, other: Member): Promise<void> {
  await done(request.post("/api/match/unmatch", { headers: as(from), data: { userId: other.id } }));
}

/** Deletes somebody's account. */
export async function deleteAccount(request: APIRequestContext, person: Member): Promise<void> {
  await done(request.post("/api/account/delete", { headers: as(person), data: { password: PASSWORD } }));
}

/** All that two have said, oldest first, as `reader` is told. */
export async function listMessages(request: APIRequestContext, reader: Member, other: Member): Promise<string[]> {
  const reply = request.get(`/api/messages/${other.id}?limit=100`, { headers: as(reader) });
  return (await done<{ messages: { content: string }[] }>(reply)).messages.map((message) => message.content);
}

/** Puts a session into the page's storage, without the login form. A session that the app ends is not restored. */
export async function logInAs(page: Page, person: Member): Promise<void> {
  await page.addInitScript(
    ({ token, user }) => {
      if (localStorage.getItem("returningUser")) return;
      localStorage.setItem("token", token);
      localStorage.setItem("user", user);
    },
    { token: person.token, user: JSON.stringify({ username: person.username, _id: person.id }) },
  );
}
