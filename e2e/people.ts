import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type APIRequestContext, type APIResponse, type Page, test } from "@playwright/test";
import { FREE_CRUSHES } from "#contract/limits.ts";

export const PASSWORD = "a password for tests";
/** A picture to upload. */
export const PORTRAIT = fileURLToPath(new URL("../web/public/art/amara.webp", import.meta.url));

export interface Person {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly token: string;
}

/** Preparations go well, or the test that stands on them says where they did not. */
async function done<T>(reply: Promise<APIResponse>): Promise<T> {
  const answered = await reply;
  if (!answered.ok()) throw new Error(`${answered.url()} answered ${answered.status()}: ${await answered.text()}`);
  return (await answered.json()) as T;
}

const as = (person: Pick<Person, "token">) => ({ authorization: `Bearer ${person.token}` });

/** A name that nobody else has. */
const someName = (): string => `p_${randomUUID().slice(0, 8)}`;

/** Somebody who has just joined, with an empty profile. */
export async function makeNewcomer(request: APIRequestContext, username = someName()): Promise<Person> {
  const email = `${username}@example.com`;
  const form = { email, username, password: PASSWORD, confirmPassword: PASSWORD, dateOfBirth: "1994-05-17" };
  const { token, user } = await done<{ token: string; user: { _id: string } }>(
    request.post("/api/auth/register", { data: form }),
  );
  return { id: user._id, username, email, token };
}

/** Far from each other, and from where the demo members live. */
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

/** Somebody new with a profile that others can discover, all but photos told. */
export async function makePerson(
  request: APIRequestContext,
  change: object = {},
  username = someName(),
): Promise<Person> {
  const person = await makeNewcomer(request, username);
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
  person: Person,
  photos: number | readonly Uint8Array<ArrayBuffer>[],
): Promise<void> {
  const files = typeof photos === "number" ? Array.from({ length: photos }, () => readFileSync(PORTRAIT)) : photos;
  const form = new FormData();
  for (const [i, file] of files.entries()) form.append("photos", new File([file], `${i}.webp`));
  await done(request.post("/api/profile/photos", { headers: as(person), multipart: form }));
}

/** Sends a crush. */
export async function sendCrush(request: APIRequestContext, from: Person, to: { id: string }): Promise<void> {
  await done(request.post("/api/match/send-crush", { headers: as(from), data: { recipientId: to.id } }));
}

/** Looks at My Crushes: none of them is new any more. */
export async function seeCrushes(request: APIRequestContext, person: Person): Promise<void> {
  await done(request.put("/api/crushes/seen", { headers: as(person) }));
}

/** Two who have crushed on each other. */
export async function makeMatch(request: APIRequestContext): Promise<readonly [Person, Person]> {
  const both = [await makePerson(request), await makePerson(request)] as const;
  await match(request, ...both);
  return both;
}

/** A crush each way. */
export async function match(request: APIRequestContext, a: Person, b: Person): Promise<void> {
  await sendCrush(request, a, b);
  await sendCrush(request, b, a);
}

/** Spends all free crushes on people of no further meaning. */
export async function spendAll(request: APIRequestContext, person: Person): Promise<void> {
  for (let i = 0; i < FREE_CRUSHES; i++) await sendCrush(request, person, await makeNewcomer(request));
}

/** How many crushes somebody has left, as the server counts. */
export async function balanceOf(request: APIRequestContext, person: Person): Promise<number> {
  const reply = request.get("/api/crushes/data", { headers: as(person) });
  return (await done<{ balance: number }>(reply)).balance;
}

/** Begins to buy a pack. @returns the checkout's session, which is not paid */
export async function openCheckout(request: APIRequestContext, person: Person, packageId: string): Promise<string> {
  const reply = request.post("/api/crushes/create-checkout", { headers: as(person), data: { packageId } });
  return (await done<{ url: string }>(reply)).url.replace("/test-checkout/", "");
}

/** Pays a checkout, of which nobody is told yet. */
export async function payUntold(request: APIRequestContext, person: Person, sessionId: string): Promise<void> {
  await done(request.post(`/api/test-checkout/${sessionId}/pay`, { headers: as(person) }));
}

/** Pays a checkout and hears of it. */
export async function payCheckout(request: APIRequestContext, person: Person, sessionId: string): Promise<void> {
  await payUntold(request, person, sessionId);
  await done(request.post("/api/crushes/confirm-checkout", { headers: as(person), data: { sessionId } }));
}

/** Makes somebody an Unlimited Member. */
export async function subscribe(request: APIRequestContext, person: Person): Promise<void> {
  const reply = request.post("/api/crushes/create-subscription", { headers: as(person) });
  await payCheckout(request, person, (await done<{ url: string }>(reply)).url.replace("/test-checkout/", ""));
}

/** Blocks somebody. */
export async function block(request: APIRequestContext, from: Person, whom: Person): Promise<void> {
  await done(request.post("/api/safety/block", { headers: as(from), data: { userId: whom.id } }));
}

/** Writes to a match. */
export async function say(request: APIRequestContext, from: Person, to: Person, content: string): Promise<void> {
  await done(request.post("/api/messages/send", { headers: as(from), data: { receiverId: to.id, content } }));
}

/** Sends a match a picture, for a crush. */
export async function sendPicture(request: APIRequestContext, from: Person, to: Person): Promise<void> {
  const form = new FormData();
  form.append("receiverId", to.id);
  form.append("image", new File([readFileSync(PORTRAIT)], "a.webp"));
  await done(request.post("/api/messages/send-image", { headers: as(from), multipart: form }));
}

/** Takes back what one has said. */
export async function erase(request: APIRequestContext, from: Person, to: Person, content: string): Promise<void> {
  const reply = request.get(`/api/messages/${to.id}`, { headers: as(from) });
  const { messages } = await done<{ messages: { _id: string; content: string }[] }>(reply);
  const id = messages.find((message) => message.content === content)?._id;
  await done(request.delete(`/api/messages/${id}`, { headers: as(from) }));
}

/** Reads all that another has said. */
export async function read(request: APIRequestContext, reader: Person, other: Person): Promise<void> {
  const conversation = [reader.id, other.id].toSorted().join("_");
  await done(request.put(`/api/messages/read/${conversation}`, { headers: as(reader) }));
}

/** How much of what another has said somebody has not read, as their list counts. */
export async function unreadOf(request: APIRequestContext, reader: Person, other: Person): Promise<number> {
  const reply = request.get("/api/messages/conversations", { headers: as(reader) });
  const { conversations } = await done<{ conversations: { otherUser: { _id: string }; unreadCount: number }[] }>(reply);
  return conversations.find(({ otherUser }) => otherUser._id === other.id)?.unreadCount ?? 0;
}

/** Ends a match. */
export async function unmatch(request: APIRequestContext, from: Person, other: Person): Promise<void> {
  await done(request.post("/api/match/unmatch", { headers: as(from), data: { userId: other.id } }));
}

/** Deletes somebody's account. */
export async function deleteAccount(request: APIRequestContext, person: Person): Promise<void> {
  await done(request.post("/api/account/delete", { headers: as(person), data: { password: PASSWORD } }));
}

/** All that two have said, oldest first, as `reader` is told. */
export async function thread(request: APIRequestContext, reader: Person, other: Person): Promise<string[]> {
  const reply = request.get(`/api/messages/${other.id}?limit=100`, { headers: as(reader) });
  return (await done<{ messages: { content: string }[] }>(reply)).messages.map((message) => message.content);
}

/** Opens the app as somebody, without going through the login modal. A login that has ended since stays so. */
export async function enterAs(page: Page, person: Person): Promise<void> {
  await page.addInitScript(
    ({ token, user }) => {
      if (localStorage.getItem("returningUser")) return;
      localStorage.setItem("token", token);
      localStorage.setItem("user", user);
    },
    { token: person.token, user: JSON.stringify({ username: person.username, _id: person.id }) },
  );
}
