import { randomUUID } from "node:crypto";
import type { APIRequestContext } from "@playwright/test";
import { BIO_MAX, INTERESTS_MAX, LOCATION_MAX, PROMPT_ANSWER_MAX, USERNAME_MAX } from "#contract/limits.ts";
import { INTERESTS, PROMPTS } from "#contract/members/catalog.ts";
import {
  AUSTIN,
  addPhotos,
  blockMember,
  createAccount,
  createMember,
  type Member,
  markRead,
  matchMembers,
  openCheckout,
  payCheckout,
  sendAttachment,
  sendCrush,
  sendMessage,
} from "#e2e/support/api-fixtures.ts";
import { makePhotographs } from "./sample-photos.ts";

/**
 * The members of scenes. Scenes must not change them: a scene that changes data creates its own member or mocks the
 * response.
 */
export interface SceneMembers {
  /** The demo member, whose lists are full. */
  readonly sam: Member;
  /** A typical member: some crushes, matches, a chat, purchases. */
  readonly me: Member;
  readonly newcomer: Member;
  /** A profile with all fields at their maximum length, and photos of every shape. */
  readonly full: Member;
  /** Can be discovered, with one photo. */
  readonly onePhoto: Member;
  /** Can be discovered, with no photo and almost no profile. */
  readonly bare: Member;
  /** A match of `me` without messages. */
  readonly quiet: Member;
  /** A match of `me`, with many messages and images. */
  readonly talker: Member;
  /** Has sent `me` a crush. */
  readonly admirer: Member;
  /** Has received a crush from `me`. */
  readonly crush: Member;
  readonly blocked: Member;
}

function longText(most: number): string {
  const words = "Lifts at dawn, runs at dusk and stretches when somebody is looking. ";
  return words
    .repeat(Math.ceil(most / words.length))
    .slice(0, most)
    .trim();
}

const FULL = {
  age: 41,
  gender: "Woman",
  height: `5'11"`,
  bodyType: "Prefer not to say",
  location: "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch, Isle of Anglesey, Wales".slice(
    0,
    LOCATION_MAX,
  ),
  bio: longText(BIO_MAX),
  interests: INTERESTS.slice(-INTERESTS_MAX),
  lookingFor: "Long-term relationship",
  prompts: PROMPTS.slice(0, 3).map((question) => ({ question, answer: longText(PROMPT_ANSWER_MAX) })),
};

async function logInAsSam(request: APIRequestContext): Promise<Member> {
  const email = "sam@demo.example";
  const reply = await request.post("/api/auth/login", { data: { email, password: "spot me please" } });
  const { token, user } = (await reply.json()) as { token: string; user: { _id: string; username: string } };
  return { id: user._id, username: user.username, email, token };
}

async function fillChat(request: APIRequestContext, me: Member, talker: Member): Promise<void> {
  const lines: readonly (readonly [from: Member, words: string])[] = [
    [talker, "Leg day tomorrow?"],
    [me, "Always."],
    [me, "Who spots whom?"],
    [talker, longText(400)],
    [me, "https://www.openstreetmap.org/way/a-very-long-address-of-a-trail/that-does-not-want-to-break#map=15/30.27"],
    [me, "Found it. Bring water."],
    [talker, "💪🔥"],
  ];
  for (const [from, words] of lines) await sendMessage(request, from, from === me ? talker : me, words);
  await sendAttachment(request, talker, me);
  await markRead(request, me, talker);
  await sendMessage(request, me, talker, "OK, that loop wins");
  await markRead(request, talker, me);
  await sendMessage(request, talker, me, "Deal. Saturday, 8am at the rack?");
}

export async function createSceneMembers(request: APIRequestContext): Promise<SceneMembers> {
  const tail = randomUUID().slice(0, 4);
  const longest = `Bartholomew_Weatherington_${tail}`.padEnd(USERNAME_MAX, "W").slice(0, USERNAME_MAX);
  const photographs = await makePhotographs();
  const [sam, me, newcomer, full, onePhoto, bare, quiet, talker, admirer, crush, blocked] = await Promise.all([
    logInAsSam(request),
    createMember(request, { location: AUSTIN, age: 31, bodyType: "Athletic", height: `5'8"` }, `robin_${tail}`),
    createAccount(request, `fresh_${tail}`),
    createMember(request, FULL, longest),
    createMember(request, { location: AUSTIN, age: 27 }, `kim_${tail}`),
    createMember(request, { age: null, location: "", lookingFor: "", prompts: [], interests: [] }, `lee_${tail}`),
    createMember(request, { age: 33, location: "Round Rock, TX" }, `quinn_${tail}`),
    createMember(request, { location: AUSTIN, age: 29 }, `maya_${tail}`),
    createMember(request, { location: AUSTIN, age: 38 }, `ada_${tail}`),
    createMember(request, { location: AUSTIN, age: 24 }, `zoe_${tail}`),
    createMember(request, { location: AUSTIN }, `blocked_${tail}`),
  ]);
  await addPhotos(request, full, photographs);
  for (const [person, count] of [
    [me, 3],
    [onePhoto, 1],
    [talker, 2],
    [crush, 1],
  ] as const)
    await addPhotos(request, person, photographs.slice(0, count));
  await payCheckout(request, me, await openCheckout(request, me, "power"));
  await sendCrush(request, me, crush);
  await sendCrush(request, admirer, me);
  await sendCrush(request, full, me);
  await matchMembers(request, me, quiet);
  await matchMembers(request, me, talker);
  await fillChat(request, me, talker);
  await blockMember(request, me, blocked);
  return { sam, me, newcomer, full, onePhoto, bare, quiet, talker, admirer, crush, blocked };
}
