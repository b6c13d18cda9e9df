import { describe, expect, test } from "vitest";
import { showMember } from "#server/modules/operator/lookup.service.ts";
import { suspendMember } from "#server/modules/operator/standing.service.ts";
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
    expect(JSON.stringify(shown)).not.toMatch(/password|argon|born|cell/);
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
