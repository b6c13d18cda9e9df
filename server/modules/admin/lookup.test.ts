import { describe, expect, test } from "vitest";
import { ageOn } from "#contract/age.ts";
import { updateProfile } from "#contract/profiles.ts";
import { showMember } from "#server/modules/admin/lookup.service.ts";
import { suspendMember } from "#server/modules/admin/standing.service.ts";
import { makeCompleteMember, makeMember } from "#server/testing/members.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();
const BY = { who: "ada", reason: "Sent threats" };

describe("a member's standing", () => {
  test("is shown to an operator with what was done, and the look is written down", async () => {
    const member = await makeCompleteMember(app);
    await suspendMember(app.ctx, BY, member.id, null);
    const shown = await showMember(app.ctx, { who: "grace", reason: "Asked support" }, member.username);
    expect(shown).toMatchObject({ email: member.email, standing: "suspended", balance: 5, counts: { logins: 0 } });
    expect(shown.credits).toMatchObject([{ kind: "bonus", change: 5, source: "signup" }]);
    expect(shown.acts.map(({ who, act }) => `${who}: ${act}`)).toEqual(["grace: show member", "ada: suspend"]);
    expect(JSON.stringify(shown)).not.toMatch(/password|argon|cell/);
  });

  test("has the date of birth, how far the shown age is from it, and the history of age and gender", async () => {
    const member = await makeCompleteMember(app);
    const age = ageOn("1994-05-17", new Date());
    const look = () => showMember(app.ctx, BY, member.id);
    expect(await look()).toMatchObject({
      dateOfBirth: "1994-05-17",
      ageByDateOfBirth: age,
      ageDifference: 0,
      changes: [{ field: "gender", before: null, after: "Woman" }],
    });
    await app.call(updateProfile, { body: { age: 19 } }, member.token);
    expect(await look()).toMatchObject({
      age: 19,
      ageDifference: 19 - age,
      changes: [
        { field: "age", before: String(age), after: "19", changedAt: expect.any(Date), countsAt: expect.any(Date) },
        { field: "gender" },
      ],
    });
    await app.call(updateProfile, { body: { age: null } }, member.token);
    expect(await look()).toMatchObject({ age: null, ageDifference: null });
  });

  test("is found by what has an address's form only where it is their address", async () => {
    const victim = await makeMember(app);
    const trickster = await makeMember(app);
    await app.database.pool.query("update profiles set username = $1, username_key = $1 where member_id = $2", [
      victim.email,
      trickster.id,
    ]);
    expect((await suspendMember(app.ctx, BY, victim.email, null)).id).toBe(victim.id);
  });
});
