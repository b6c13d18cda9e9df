import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import {
  BIO_MAX,
  INTERESTS_MAX,
  INTERESTS_MIN,
  PHOTO_ALT_MAX,
  PHOTO_WIDTHS,
  PHOTOS_MAX,
  PROMPT_ANSWER_MAX,
  PROMPTS_MAX,
  USERNAME_MAX,
  USERNAME_MIN,
} from "#contract/limits.ts";
import { BODY_TYPES, HEIGHTS, INTERESTS, LOOKING_FOR, PROMPTS } from "#contract/members/catalog.ts";
import { CAST, DEMO_LOGIN, type DemoMember } from "#demo/members/members.ts";

const everyone = CAST.map((member) => [member.username, member] as const);

describe("the demo members", () => {
  test("are 60, with unique usernames and bios", () => {
    expect(CAST).toHaveLength(60);
    expect(new Set(CAST.map((member) => member.username.toLowerCase())).size).toBe(60);
    expect(new Set(CAST.map((member) => member.bio)).size).toBe(60);
  });

  test("begin with the demo login", () => {
    expect(DEMO_LOGIN).toBe(CAST[0]);
    expect(DEMO_LOGIN).toMatchObject({ username: "sam_spots", gender: "Man", age: 32, city: "Austin, TX" });
  });

  test.for([
    [21, 25],
    [26, 35],
    [36, 44],
    [45, 52],
    [53, 68],
  ] as const)("has at least three women and three men from %i to %i", ([youngest, oldest]) => {
    for (const gender of ["Woman", "Man"]) {
      const some = CAST.filter(({ age, ...member }) => member.gender === gender && age >= youngest && age <= oldest);
      expect(some.length, gender).toBeGreaterThanOrEqual(3);
    }
  });

  test("are half women, live in a dozen places, and are 21 to 68 years old", () => {
    expect(CAST.filter((member) => member.gender === "Woman")).toHaveLength(30);
    expect(new Set(CAST.map((member) => member.city)).size).toBeGreaterThanOrEqual(12);
    expect(Math.min(...CAST.map((member) => member.age))).toBe(21);
    expect(Math.max(...CAST.map((member) => member.age))).toBe(68);
  });

  test("live where they say: members of one city are within 17 km", () => {
    for (const one of CAST) {
      for (const other of CAST.filter((member) => member.city === one.city)) {
        expect(kilometres(one, other), `${one.username} to ${other.username}`).toBeLessThan(17);
      }
    }
  });
});

describe("a demo member", () => {
  test.for(everyone)("%s respects the limits and the fixed lists", ([, member]) => {
    expect(member.username.length).toBeGreaterThanOrEqual(USERNAME_MIN);
    expect(member.username.length).toBeLessThanOrEqual(USERNAME_MAX);
    expect(member.bio.length).toBeLessThanOrEqual(BIO_MAX);
    expect(HEIGHTS).toContain(member.height);
    expect(BODY_TYPES).toContain(member.bodyType);
    expect(LOOKING_FOR).toContain(member.lookingFor);

    expect(new Set(member.interests).size).toBe(member.interests.length);
    expect(member.interests.length).toBeGreaterThanOrEqual(INTERESTS_MIN);
    expect(member.interests.length).toBeLessThanOrEqual(INTERESTS_MAX);
    for (const interest of member.interests) expect(INTERESTS).toContain(interest);

    expect(new Set(member.prompts.map(({ question }) => question)).size).toBe(member.prompts.length);
    expect(member.prompts.length).toBeGreaterThanOrEqual(1);
    expect(member.prompts.length).toBeLessThanOrEqual(PROMPTS_MAX);
    for (const { question, answer } of member.prompts) {
      expect(PROMPTS).toContain(question);
      expect(answer.length).toBeLessThanOrEqual(PROMPT_ANSWER_MAX);
    }
  });

  test.for(everyone)("%s has 2 to 5 photos with alternative texts, the first one naming them", ([username, member]) => {
    const alts = member.photos.map(({ alt }) => alt);
    expect(alts.length).toBeGreaterThanOrEqual(2);
    expect(alts.length).toBeLessThanOrEqual(Math.min(5, PHOTOS_MAX));
    expect(new Set(alts).size).toBe(alts.length);
    for (const alt of alts) {
      expect(alt).toMatch(/^Illustration: .{10,}[^.]$/);
      expect(alt.length).toBeLessThanOrEqual(PHOTO_ALT_MAX);
    }
    expect(alts[0]).toContain(username);
  });
});

test("each photo is a picture of its own in the largest stored size, and no file is left over", async () => {
  const files = CAST.flatMap((member) => member.photos.map(({ file }) => file));
  const folder = join(import.meta.dirname, "../photos");
  expect(readdirSync(folder).sort()).toEqual(files.map((file) => basename(file)).sort());
  const pictures = await Promise.all(files.map((file) => readFile(file)));
  expect(new Set(pictures.map((picture) => picture.toString("base64"))).size).toBe(files.length);
  for (const picture of pictures)
    expect(await sharp(picture).metadata()).toMatchObject({ format: "webp", width: PHOTO_WIDTHS.full, height: 1350 });
});

/** Roughly: one degree of latitude is 111 km. */
function kilometres(one: DemoMember, other: DemoMember): number {
  const [longitude, latitude] = one.coordinates;
  const east = (other.coordinates[0] - longitude) * Math.cos((latitude * Math.PI) / 180);
  return 111 * Math.hypot(east, other.coordinates[1] - latitude);
}
