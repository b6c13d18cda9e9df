import createClient, { type Middleware } from "openapi-fetch";
// Generated from the API document by `api-client.test.ts`, which checks the types of this file. It is no part of the
// project in `server/tsconfig.json`.
import type { paths } from "spotter-api";

type Client = ReturnType<typeof createClient<paths>>;

export interface Walk {
  readonly matchedAtFirst: boolean;
  readonly matchedAtLast: boolean;
  /** What the second member reads, with the names of the senders. */
  readonly read: readonly { readonly from: string; readonly content: string }[];
  /** The code of the error for a message to a stranger. */
  readonly refusal: string | undefined;
}

/** Narrows a reply to its data. */
function dataOf<D>({ data, error, response }: { data?: D; error?: { message: string }; response: Response }): D {
  if (data === undefined) throw new Error(`${response.status} ${response.url}: ${error?.message}`);
  return data;
}

async function signUp(baseUrl: string, username: string, gender: "Woman" | "Man") {
  const client: Client = createClient<paths>({ baseUrl });
  const password = "a long enough password";
  const { token, user } = dataOf(
    await client.POST("/api/auth/register", {
      body: {
        email: `${username}@example.com`,
        password,
        confirmPassword: password,
        username,
        dateOfBirth: "1994-05-17",
      },
    }),
  );
  const authenticate: Middleware = {
    onRequest: ({ request }) => request.headers.set("authorization", `Bearer ${token}`),
  };
  client.use(authenticate);
  const { profile } = dataOf(
    await client.PUT("/api/profile", {
      body: {
        gender,
        bio: "Barbell club by night.",
        location: "Austin, TX",
        interests: ["Weightlifting", "Running", "Yoga"],
        lookingFor: "Workout partner",
        prompts: [{ question: "My rest day looks like...", answer: "Pancakes." }],
      },
    }),
  );
  if (profile.profile.completion < 60) throw new Error(`${username} has ${profile.profile.completion} %`);
  return { client, id: user._id };
}

/** Two members sign up, find each other, match and write to each other. */
export async function walkJourney(baseUrl: string): Promise<Walk> {
  const ana = await signUp(baseUrl, "journey_ana", "Woman");
  const ben = await signUp(baseUrl, "journey_ben", "Man");

  const { profiles } = dataOf(await ana.client.GET("/api/profile/all", { params: { query: { limit: 20 } } }));
  const found = profiles.find(({ username }) => username === "journey_ben");
  if (!found) throw new Error("Ben is not in Browse");

  const first = dataOf(await ana.client.POST("/api/match/send-crush", { body: { recipientId: found.id } }));
  const early = await ana.client.POST("/api/messages/send", { body: { receiverId: ben.id, content: "Too early" } });

  const { crushes } = dataOf(await ben.client.GET("/api/crushes"));
  const [admirer] = crushes.crushesReceived;
  if (!admirer) throw new Error("Ben has received no crush");
  const last = dataOf(await ben.client.POST("/api/match/send-crush", { body: { recipientId: admirer._id } }));

  dataOf(await ana.client.POST("/api/messages/send", { body: { receiverId: ben.id, content: "Leg day?" } }));
  dataOf(await ben.client.POST("/api/messages/send", { body: { receiverId: ana.id, content: "Always." } }));
  const { messages } = dataOf(await ben.client.GET("/api/messages/{userId}", { params: { path: { userId: ana.id } } }));
  return {
    matchedAtFirst: first.isMatch,
    matchedAtLast: last.isMatch,
    read: messages.map(({ sender, content }) => ({ from: sender.username, content })),
    refusal: early.error?.code,
  };
}
