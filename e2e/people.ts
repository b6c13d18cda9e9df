import { randomUUID } from "node:crypto";
import type { APIRequestContext, Page } from "@playwright/test";

export const PASSWORD = "a password for tests";

export interface Person {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly token: string;
}

/** Somebody new, made over HTTP, with a profile that others can discover. */
export async function makePerson(request: APIRequestContext, change: object = {}): Promise<Person> {
  const username = `p_${randomUUID().slice(0, 8)}`;
  const email = `${username}@example.com`;
  const joined = await request.post("/api/auth/register", {
    data: { email, username, password: PASSWORD, confirmPassword: PASSWORD, dateOfBirth: "1994-05-17" },
  });
  const { token, user } = (await joined.json()) as { token: string; user: { _id: string } };
  await request.put("/api/profile", {
    headers: { authorization: `Bearer ${token}` },
    data: {
      gender: "Woman",
      bio: "Barbell club by night.",
      location: "Austin, TX",
      interests: ["Weightlifting", "Running", "Hiking"],
      lookingFor: "Workout partner",
      prompts: [{ question: "My rest day looks like...", answer: "Pancakes." }],
      ...change,
    },
  });
  return { id: user._id, username, email, token };
}

/** Sends a crush over HTTP. */
export async function sendCrush(request: APIRequestContext, from: Person, to: { id: string }): Promise<void> {
  const headers = { authorization: `Bearer ${from.token}` };
  await request.post("/api/match/send-crush", { headers, data: { recipientId: to.id } });
}

/** Two who have crushed on each other. */
export async function makeMatch(request: APIRequestContext): Promise<readonly [Person, Person]> {
  const [a, b] = [await makePerson(request), await makePerson(request)];
  await sendCrush(request, a, b);
  await sendCrush(request, b, a);
  return [a, b];
}

/** Opens the app as somebody, without going through the login modal. */
export async function enterAs(page: Page, person: Person): Promise<void> {
  await page.addInitScript(
    ({ token, user }) => {
      localStorage.setItem("token", token);
      localStorage.setItem("user", user);
    },
    { token: person.token, user: JSON.stringify({ username: person.username, _id: person.id }) },
  );
}
