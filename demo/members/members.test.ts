import { describe, expect, test } from "vitest";
import { BODY_TYPES, HEIGHTS, INTERESTS, LOOKING_FOR, PROMPTS } from "#contract/catalog.ts";
import {
  BIO_MAX,
  INTERESTS_MAX,
  INTERESTS_MIN,
  PHOTOS_MAX,
  PROMPT_ANSWER_MAX,
  PROMPTS_MAX,
  USERNAME_MAX,
  USERNAME_MIN,
} from "#contract/limits.ts";
import { CAST, DEMO_LOGIN, type DemoMember } from "#demo/members/members.ts";
import { isActivity } from "#demo/portraits/activities.ts";
import { portrait } from "#demo/portraits/portrait.ts";
import { scene } from "#demo/portraits/scenes.ts";

const everyone = CAST.map((member) => [member.username, member] as const);

describe("the demo members", () => {
  test("are 60, with unique usernames and seeds", () => {
    expect(CAST).toHaveLength(60);
    expect(new Set(CAST.map((member) => member.username.toLowerCase())).size).toBe(60);
    expect(new Set(CAST.map((member) => member.portrait.seed)).size).toBe(60);
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

  test.for(everyone)(
    "%s has 2 to 5 pictures that fit the profile, each with alternative text",
    ([username, member]) => {
      const pictures = 1 + member.scenes.length;
      expect(pictures).toBeGreaterThanOrEqual(2);
      expect(pictures).toBeLessThanOrEqual(Math.min(5, PHOTOS_MAX));
      expect(member.photoAlts).toHaveLength(pictures);
      expect(new Set(member.photoAlts).size).toBe(pictures);
      for (const alt of member.photoAlts) expect(alt).toMatch(/^Illustration: .{10,}[^.]$/);
      expect(member.photoAlts[0]).toContain(username);

      const sports = [
        ...member.portrait.activities,
        ...member.scenes.map(({ activity }) => activity).filter(isActivity),
      ];
      for (const sport of sports) expect(member.interests).toContain(sport);
      const drawnAs = { Woman: ["woman", "nonbinary"], Man: ["man", "nonbinary"] }[member.gender];
      expect(drawnAs).toContain(member.portrait.gender);
    },
  );

  test.for(everyone)("%s is drawn the same each time, as valid SVG", ([, member]) => {
    const drawn = draw(member);
    expect(draw(member)).toEqual(drawn);
    expect(new Set(drawn).size).toBe(drawn.length);
    for (const svg of drawn) expect(faults(svg)).toEqual([]);
  });
});

test("no two members look alike", () => {
  expect(new Set(CAST.map((member) => portrait(member.portrait))).size).toBe(60);
});

const draw = (member: DemoMember): string[] => [portrait(member.portrait), ...member.scenes.map(scene)];

/** Roughly: one degree of latitude is 111 km. */
function kilometres(one: DemoMember, other: DemoMember): number {
  const [longitude, latitude] = one.coordinates;
  const east = (other.coordinates[0] - longitude) * Math.cos((latitude * Math.PI) / 180);
  return 111 * Math.hypot(east, other.coordinates[1] - latitude);
}

/** A crude check of XML: tags nest and close, attributes are quoted and single, ids are single and known. */
function faults(svg: string): string[] {
  const found: string[] = [];
  const open: string[] = [];
  const ids = new Set<string>();
  for (const text of svg.split(/<[^<>]*>/)) if (text !== "") found.push(`text: ${text}`);
  for (const [tag, close, name = "", attributes = "", empty] of svg.matchAll(/<(\/?)([a-zA-Z]+)([^<>]*?)(\/?)>/g)) {
    if (close === "/") {
      if (open.pop() !== name) found.push(`does not nest: ${tag}`);
      continue;
    }
    const names = [...attributes.matchAll(/\s+([a-zA-Z:-]+)="([^"<&]*)"/g)].map(([, attribute]) => attribute);
    if (attributes.replace(/\s+[a-zA-Z:-]+="[^"<&]*"/g, "").trim() !== "") found.push(`attributes: ${tag}`);
    if (new Set(names).size < names.length) found.push(`attribute twice: ${tag}`);
    const id = / id="([^"]*)"/.exec(attributes)?.[1];
    if (id !== undefined && ids.has(id)) found.push(`id twice: ${id}`);
    if (id !== undefined) ids.add(id);
    if (empty !== "/") open.push(name);
  }
  if (open.length > 0) found.push(`not closed: ${open.join(" ")}`);
  for (const [, id = ""] of svg.matchAll(/url\(#([^)]*)\)/g)) if (!ids.has(id)) found.push(`unknown id: ${id}`);
  if (/NaN|undefined|null|Infinity/.test(svg)) found.push("a number is missing");
  return found;
}
