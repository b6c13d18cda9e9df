import { describe, expect, test } from "vitest";
import { register } from "#contract/accounts/accounts.ts";
import { CAST } from "#demo/members/members.ts";
import { usernameSkeleton } from "#server/domains/members/profiles/usernames.ts";
import { PASSWORD } from "#server/testing/members.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();

let number = 0;
const joinAs = (username: string) => {
  const form = { email: `named${++number}@example.com`, password: PASSWORD, confirmPassword: PASSWORD, username };
  return app.call(register, { body: { ...form, dateOfBirth: "1990-01-01" } });
};

const KEPT = "That name is kept for Spotter itself. Please pick another.";
const ADDRESS = "Username cannot look like a web address";

describe("a username", () => {
  test.each([
    ["sp0tter_team", KEPT],
    ["Ѕроttеr".normalize(), "Username must use the letters of one alphabet"],
    ["ＳＰＯＴＴＥＲ", KEPT],
    ["ádmin", KEPT],
    ["ADM1N", KEPT],
    ["Supp0rt 24", KEPT],
    ["rnoderator", KEPT],
    ["Deleted mernber", KEPT],
    ["he1p", KEPT],
    ["Refund at evil.party", ADDRESS],
    ["maya.fitness", ADDRESS],
    ["maya.рф", "Username must use the letters of one alphabet"],
    ["мария.рф", ADDRESS],
  ])("%s is refused: %s", async (username, message) => {
    expect(await joinAs(username)).toMatchObject({
      status: 400,
      body: { code: "invalid", message, errors: { username: message } },
    });
  });

  test.each([
    ["maya_lifts", "rnaya_lifts"],
    ["Bill Bold", "BiII Bo1d"],
    ["apocca", "аросса"],
    ["fitgym", "ｆｉｔｇｙｍ"],
    ["gym rat 10", "gym  rat lO"],
    ["Ivana", "lvana"],
  ])("that looks like another is taken: %s and %s", async (first, second) => {
    expect((await joinAs(first)).status).toBe(201);
    expect(await joinAs(second)).toMatchObject({ status: 409, body: { code: "username_taken" } });
  });

  test("that looks like another, requested concurrently, is assigned once", async () => {
    const answers = await Promise.all(["w1lliam", "wIlliam", "wlIIiam", "wl1liam"].map(joinAs));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
  });

  test.each(["J. Doe", "Мария"])("%s is fine", async (username) => {
    expect((await joinAs(username)).status).toBe(201);
  });
});

test("no two demo members look alike", () => {
  expect(new Set(CAST.map(({ username }) => usernameSkeleton(username))).size).toBe(CAST.length);
});
