import { describe, expect, test } from "vitest";
import { register } from "#contract/accounts.ts";
import { sendMessage } from "#contract/messages.ts";
import { deleteMember } from "#server/modules/admin/delete-member.service.ts";
import { suspendMember } from "#server/modules/admin/standing.service.ts";
import { actsOn } from "#server/testing/acts.ts";
import { connectDevice } from "#server/testing/devices.ts";
import { logIn, makeMatch } from "#server/testing/members.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();
const BY = { who: "ada", reason: "Sent threats" };

describe("an account that an operator deletes", () => {
  test("ends as if its member had done it, suspended or not, and its address can join again", async () => {
    const [member, other] = await makeMatch(app);
    await app.call(sendMessage, { body: { receiverId: other.id, content: "Hello" } }, member.token);
    await suspendMember(app.ctx, BY, member.id, null);
    await expect(deleteMember(app.ctx, BY, member.username)).rejects.toThrow("by their id");
    const device = await connectDevice(app, other.token);
    expect(await deleteMember(app.ctx, BY, member.id)).toMatchObject({ username: member.username });
    expect(await device.hears("member_deleted")).toEqual({ userId: member.id });
    device.close();
    expect((await logIn(app, member)).body.code).toBe("invalid_credentials");
    const { rows } = await app.database.pool.query("select 1 from suspensions where member_id = $1", [member.id]);
    expect(rows).toEqual([]);
    await expect(deleteMember(app.ctx, BY, member.id)).rejects.toThrow("There is no member");
    expect(await actsOn(app, member.id)).toEqual(["delete", "suspend"]);
    const { username, email, password } = member;
    const account = { username, email, password, confirmPassword: password, dateOfBirth: "1990-01-01" };
    expect((await app.call(register, { body: account })).status).toBe(201);
  });
});
