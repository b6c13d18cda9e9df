import { describe, expect, test } from "vitest";
import { formatAlternatives } from "#contract/format.ts";
import { GENDERS, INTERESTS, PROMPTS } from "#contract/members/catalog.ts";
import { geocode, getProfile, type ProfileChange, reverseGeocode, updateProfile } from "#contract/members/profiles.ts";
import { COMPLETE_PROFILE, createCompleteMember, createMember } from "#server/testing/members.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();

const save = (token: string, body: object) => app.call(updateProfile, { body: body as ProfileChange }, token);

describe("saving a profile", () => {
  // @spec 3.profile-username-nested 7.put-api-profile
  test("keeps absent fields and clears empty ones", async () => {
    const { token } = await createMember(app);
    const full = await save(token, COMPLETE_PROFILE);
    expect(full.status).toBe(200);
    expect(full.body.profile.profile).toMatchObject({ ...COMPLETE_PROFILE, age: expect.any(Number), completion: 83 });
    const part = await save(token, { bio: "New words." });
    expect(part.body.profile.profile).toMatchObject({ ...COMPLETE_PROFILE, bio: "New words." });
    const cleared = await save(token, {
      age: null,
      gender: "",
      height: null,
      bodyType: "",
      bio: "",
      interests: [],
      lookingFor: null,
      prompts: [],
      location: "",
    });
    expect(cleared.body.profile.profile).toMatchObject({
      age: null,
      gender: "",
      height: "",
      bodyType: "",
      bio: "",
      interests: [],
      lookingFor: "",
      prompts: [],
      location: "",
      coordinates: null,
      completion: 0,
    });
  });

  // @spec 5.only-prompts-question
  test("drops half-answered prompts", async () => {
    const { token } = await createMember(app);
    const prompts = [
      { question: PROMPTS[0], answer: "Count honestly." },
      { question: PROMPTS[1], answer: "  " },
      { question: "", answer: "An answer to nothing" },
    ];
    const { body } = await save(token, { prompts });
    expect(body.profile.profile.prompts).toEqual([prompts[0]]);
  });

  // @spec 5.age-18-100 5.bio-500-answer 5.interests-ten-most 5.body-types-heights 9.bio-500-answer
  test.each([
    [{ age: 17 }, "age", "Age must be between 18 and 100"],
    [{ age: 101 }, "age", "Age must be between 18 and 100"],
    [{ age: "old" }, "age", "Age must be between 18 and 100"],
    [{ gender: "Robot" }, "gender", `Gender must be ${formatAlternatives(GENDERS)}`],
    [{ height: "3'11\"" }, "height", "Choose a height from the list"],
    [{ height: 70 }, "height", "Choose a height from the list"],
    [{ bodyType: "Round" }, "bodyType", "Choose a body type from the list"],
    [{ lookingFor: "Trouble" }, "lookingFor", "Choose what you are looking for from the list"],
    [{ bio: "x".repeat(501) }, "bio", "Bio can have 500 characters"],
    [{ interests: INTERESTS.slice(0, 11) }, "interests", "Choose up to 10 interests from the list"],
    [{ interests: ["Chess"] }, "interests", "Choose up to 10 interests from the list"],
    [{ interests: ["Yoga", "Yoga"] }, "interests", "Choose up to 10 interests from the list"],
    [{ prompts: [{ question: PROMPTS[0], answer: "x".repeat(201) }] }, "prompts", "An answer can have 200 characters"],
    [{ prompts: [{ question: "Why?", answer: "Because" }] }, "prompts", "Choose a prompt from the list"],
    [{ coordinates: { coordinates: [181, 0] } }, "coordinates", expect.any(String)],
    [{ bio: { html: true } }, "bio", expect.any(String)],
  ])("refuses %j and changes nothing", async (change, field, message) => {
    const { token } = await createCompleteMember(app);
    const { status, body } = await save(token, {
      ...change,
      lookingFor: "lookingFor" in change ? change.lookingFor : "Not sure yet",
    });
    expect(status).toBe(400);
    expect(body.errors).toMatchObject({ [field]: message });
    const after = await app.call(getProfile, {}, token);
    expect(after.body.profile.profile.lookingFor).toBe(COMPLETE_PROFILE.lookingFor);
  });
});

describe("a location", () => {
  const at = (longitude: number, latitude: number) => ({
    coordinates: { type: "Point", coordinates: [longitude, latitude] },
    locationType: "device",
  });
  const placeOf = async (token: string, change: object) => (await save(token, change)).body.profile.profile;

  // @spec 3.profile-username-nested
  test("is stored as its cell, and returned as the cell's centre", async () => {
    const { token, id } = await createMember(app);
    const first = await placeOf(token, at(-97.7431, 30.2672));
    const second = await placeOf(token, at(-97.7441, 30.2662));
    expect(second.coordinates).toEqual(first.coordinates);
    expect(first.coordinates?.coordinates).not.toEqual([-97.7431, 30.2672]);
    const { rows } = await app.database.pool.query("select * from profiles where member_id = $1", [id]);
    expect(JSON.stringify(rows)).not.toMatch(/30\.26|97\.74/);
  });

  test("from a device is named after the cell, whatever name the device sends", async () => {
    const { token } = await createMember(app);
    const place = await placeOf(token, { ...at(-97.7431, 30.2672), location: "My bedroom" });
    expect(place).toMatchObject({ location: "Austin, TX", locationType: "device" });
  });

  // @spec 5.manual-edit-clears
  test("that is typed is geocoded and shown as typed; an unknown one is saved without coordinates", async () => {
    const { token } = await createMember(app);
    const typed = await placeOf(token, { location: "austin,  tx", locationType: "manual" });
    expect(typed.location).toBe("austin,  tx");
    expect(typed.coordinates?.coordinates[0]).toBeCloseTo(-97.74, 1);
    const unknown = await placeOf(token, { location: "Xyzzyville" });
    expect(unknown).toMatchObject({ location: "Xyzzyville", coordinates: null });
  });

  test("stays unchanged if it is saved again", async () => {
    const { token } = await createMember(app);
    const device = await placeOf(token, at(-97.7431, 30.2672));
    const again = await placeOf(token, { bio: "Hi.", location: device.location, locationType: "device" });
    expect(again).toMatchObject({ coordinates: device.coordinates, locationType: "device" });
  });

  // @spec 7.post-api-profile-2 8.could-not-determine
  test("is named and found for the editor", async () => {
    const { token } = await createMember(app);
    const named = await app.call(reverseGeocode, { body: { latitude: 40.71, longitude: -74.0 } }, token);
    expect(named.body.location).toMatch(/, NY$/);
    const sea = await app.call(reverseGeocode, { body: { latitude: 0, longitude: -140 } }, token);
    expect(sea).toMatchObject({
      status: 404,
      body: { message: "Could not determine your city. Please enter manually." },
    });
    const found = await app.call(geocode, { body: { location: "Boulder, CO" } }, token);
    expect(found.body.coordinates.coordinates[1]).toBeCloseTo(40.01, 1);
    expect(found.body).toMatchObject({ name: "Boulder, CO", choices: [] });
    expect((await app.call(geocode, { body: { location: "fargo" } }, token)).body.name).toBe("Fargo, ND");
    expect((await app.call(geocode, { body: { location: "80301" } }, token)).body).toMatchObject({ name: null });
    expect((await app.call(geocode, { body: { location: "Springfield" } }, token)).body.choices.length).toBeGreaterThan(
      2,
    );
    expect((await app.call(geocode, { body: { location: "Xyzzyville" } }, token)).status).toBe(404);
  });

  test("typed as a ZIP code is shown as its town", async () => {
    const { token } = await createMember(app);
    expect((await placeOf(token, { location: "80301" })).location).toBe("Boulder, CO");
  });
});

describe("location changes", () => {
  const limited = testApp({ rateLimits: true });

  test("are limited to twenty a day", async () => {
    const { token } = await createMember(limited);
    const move = (i: number) =>
      limited.call(updateProfile, { body: { coordinates: { coordinates: [-97.7 + i * 0.2, 30.2] } } }, token);
    for (let i = 0; i < 20; i++) expect((await move(i)).status).toBe(200);
    expect(await move(20)).toMatchObject({ status: 429, body: { code: "location_rate_limit" } });
    expect((await limited.call(updateProfile, { body: { bio: "Still here." } }, token)).status).toBe(200);
  });
});
