import { describe, expect, test } from "vitest";
import { ageOn } from "#contract/age.ts";
import { sendCrush } from "#contract/crushes.ts";
import { updateProfile } from "#contract/profiles.ts";
import { commandAt } from "#server/testing/command.ts";
import { connectDevice } from "#server/testing/devices.ts";
import { makeCompleteMember, makeMatch, makeMember } from "#server/testing/members.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp({}, { beside: "others" });
const say = (...args: string[]) => commandAt(app, args);

describe("an operator", () => {
  test("suspends until a day, looks, and lifts; the member's devices hear of it", async () => {
    const member = await makeMember(app);
    const device = await connectDevice(app, member.token);
    const cut = new Promise((resolve) => device.socket.once("disconnect", resolve));
    const done = await say("suspend", member.email, "--reason", "Spam", "--as", "ada", "--until", "2999-01-31");
    expect(done).toEqual({ code: 0, out: `${member.username} is suspended until 2999-01-31 00:00Z.`, err: "" });
    expect(await cut).toBe("io server disconnect");
    const { out } = await say("show", member.username, "--as", "grace");
    expect(out).toContain(member.email);
    expect(out).toMatch(/^standing +suspended since .*, until 2999-01-31 00:00Z$/m);
    expect(out).toMatch(/ada +suspend .* Spam$/m);
    expect((await say("lift", member.id, "--reason", "A mistake")).out).toBe(`${member.username} is active again.`);
    const { err, code } = await say("lift", member.id, "--reason", "A mistake");
    expect([code, err]).toEqual([1, `${member.username} is not suspended`]);
    const log = await say("log", "--about", member.username);
    expect(log.out.split("\n").map((line) => /show member|suspend|lift/.exec(line)?.[0])).toEqual([
      undefined,
      "lift",
      "show member",
      "suspend",
    ]);
    expect(log.out).not.toContain(member.email);
    expect(log.out).toContain(`${member.username} ${member.id}`);
  });

  test("sees how far a shown age is from the date of birth, and what it was before", async () => {
    const member = await makeCompleteMember(app);
    const age = ageOn("1994-05-17", new Date());
    const show = async () => (await say("show", member.id)).out;
    expect(await show()).toMatch(new RegExp(`^born +1994-05-17, ${age} years, as the profile shows$`, "m"));
    await app.call(updateProfile, { body: { age: age - 9 } }, member.token);
    expect(await show()).toMatch(new RegExp(`^born +1994-05-17, ${age} years; the profile shows 9 less$`, "m"));
    expect(await show()).toMatch(new RegExp(`^\\d{4}-\\S+ \\S+ age +${age} +${age - 9} +\\d{4}-`, "m"));
  });

  test("is told what a suspension was before, and that several reports leave it as it is", async () => {
    const [reporter, reported] = await makeMatch(app);
    await say("suspend", reported.id, "--reason", "Spam", "--until", "2999-01-31", "--tell", "Spam in chats.");
    const again = await say(
      "suspend",
      reported.id,
      "--reason",
      "Spam",
      "--until",
      "2999-01-31",
      "--tell",
      "Spam in chats.",
    );
    expect(again.out).toBe(`Nothing changed: ${reported.username} is suspended until 2999-01-31 00:00Z already.`);
    const refused = await say("suspend", reported.id, "--reason", "Spam");
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringContaining("suspended already, until January 31, 2999"),
    ]);
    expect((await say("show", reported.id)).out).toMatch(/^they were told +Spam in chats\.$/m);
    const { rows } = await app.database.pool.query(
      `insert into reports (id, reporter_id, reported_id, reason, evidence)
       values (gen_random_uuid(), $1, $2, 'Spam or scam', '{}') returning id`,
      [reporter.id, reported.id],
    );
    const id: string = rows[0].id;
    const resolve = ["reports", "resolve", id, "--reason", "The same", "--action", "suspended"];
    expect(await say(...resolve, "--until", "2999-06-30")).toMatchObject({ code: 1 });
    expect((await say(...resolve)).out.split("\n")).toEqual([
      `The report ${id} is resolved: suspended.`,
      "They were suspended until 2999-01-31 00:00Z already: that stays.",
    ]);
    const changed = await say("suspend", reported.id, "--reason", "Worse", "--change");
    expect(changed.out).toBe(`${reported.username} is suspended until it is lifted; it was until 2999-01-31 00:00Z.`);
  });

  test("is told what whoever is suspended goes on to pay for", async () => {
    const member = await makeMember(app);
    const made = "insert into memberships (provider_id, member_id, ends, period_end) values ($1, $2, $3, '2999-01-31')";
    await app.database.pool.query(made, ["sub_goes_on", member.id, false]);
    await app.database.pool.query(made, ["sub_ends", member.id, true]);
    const { out } = await say("suspend", member.id, "--reason", "Spam");
    expect(out.split("\n")).toEqual([
      `${member.username} is suspended until it is lifted.`,
      "They go on to pay (membership sub_goes_on, is charged again 2999-01-31 00:00Z): cancel it in the payment provider's dashboard.",
    ]);
    const shown = (await say("show", member.id)).out;
    expect(shown).toMatch(/^membership +sub_goes_on, is charged again 2999-01-31 00:00Z$/m);
    expect(shown).toMatch(/^membership +sub_ends, ends 2999-01-31 00:00Z$/m);
  });

  test("gives crushes back by the entry that is shown", async () => {
    const [member, other] = [await makeCompleteMember(app), await makeCompleteMember(app)];
    await app.call(sendCrush, { body: { recipientId: other.id } }, member.token);
    const shown = JSON.parse((await say("show", member.id, "--json")).out) as {
      credits: { id: string; kind: string }[];
    };
    const entry = shown.credits.find(({ kind }) => kind === "sent")?.id ?? "";
    const command = ["refund", entry, "--reason", "They asked"];
    expect((await say(...command)).out).toBe("Gave back 1. The balance is 5 now.");
    expect((await say(...command)).out).toMatch(/^Nothing changed: this was given back at /);
    const tooFew = await say("grant", member.id, "-3", "--reason", "They asked");
    expect([tooFew.code, tooFew.err]).toEqual([1, expect.stringContaining("1 to 1000")]);
    expect((await say("grant", member.id, "2", "--reason", "They asked")).out).toBe(
      `Granted 2. ${member.username} has 7 now.`,
    );
  });
});
