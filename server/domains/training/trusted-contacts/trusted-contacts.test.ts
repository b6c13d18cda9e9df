import { describe, expect, test } from "vitest";
import { deleteAccount } from "#contract/member-data/member-data.ts";
import * as contacts from "#contract/training/trusted-contacts.ts";
import { purgeTrustedContacts } from "#server/domains/training/trusted-contacts/trusted-contacts.service.ts";
import {
  createConfirmedMember,
  createMatch,
  createMember,
  newEmail,
  PASSWORD,
  type TestMember,
} from "#server/testing/members.ts";
import { trustedContacts } from "#server/testing/trusted-contacts.ts";

const harness = trustedContacts();
const { app, mails, add, list, confirmed, open, post, linkTo, runEmails, later, query } = harness;

async function verified(): Promise<TestMember> {
  const me = await createMember(app);
  await query("update accounts set email_verified_at = now() where member_id = $1", me.id);
  return me;
}

describe("asking somebody", () => {
  test("needs their own yes, given by a button and not by opening the link", async () => {
    const me = await createMember(app);
    const email = newEmail();
    const { status, body } = await add(me, email);
    expect([status, body.contact]).toEqual([201, expect.objectContaining({ name: "Kim", email, state: "pending" })]);
    await runEmails();
    const mail = mails.findLast(({ to }) => to === email);
    expect(mail?.subject).toBe("Ana would like to tell you about their plans");
    expect(mail?.text).toContain("they cannot ask you again for a year");
    const link = linkTo(email, "trusted");
    const page = await open(link);
    expect(page.status).toBe(200);
    expect(page.html).toContain(me.username);
    expect(page.html).not.toContain("<script");
    expect(page.html).not.toContain(email);
    expect((await list(me)).contacts).toMatchObject([{ state: "pending" }]);
    expect((await post(link, "maybe")).status).toBe(404);
    expect((await post(link, "yes")).status).toBe(200);
    expect((await post(link, "yes")).status).toBe(200);
    expect((await list(me)).contacts).toMatchObject([{ state: "confirmed" }]);
    expect((await open(link)).html).toContain("End this");
  });

  test("a no deletes the address, and the same member cannot ask it again for a year", async () => {
    const [me, other] = [await createMember(app), await createMember(app)];
    const local = newEmail().split("@")[0];
    const email = `${local}@example.com`;
    await add(me, email);
    await runEmails();
    const link = linkTo(email, "trusted");
    expect((await post(link, "no")).status).toBe(200);
    expect((await list(me)).contacts).toEqual([]);
    expect(JSON.stringify(await query("select * from refused_contacts"))).not.toContain(local);
    for (const same of [email, `${local}+again@example.com`])
      expect(await add(me, same)).toMatchObject({ status: 409, body: { code: "contact_refused" } });
    expect((await add(other, email)).status).toBe(201);
    expect((await open(link)).status).toBe(404);
    expect((await post(link, "yes")).status).toBe(404);
  });

  test("a no holds for the next account of the same mailbox, and for nobody else", async () => {
    const [me, other] = [await createConfirmedMember(app), await createConfirmedMember(app)];
    const email = newEmail();
    await add(me, email);
    await runEmails();
    await post(linkTo(email, "trusted"), "no");
    await app.call(deleteAccount, { body: { password: PASSWORD } }, me.token);
    const again = await createConfirmedMember(app, me.email.replace("@", "+again@"));
    expect(await add(again, email)).toMatchObject({ status: 409, body: { code: "contact_refused" } });
    expect((await add(other, email)).status).toBe(201);
    await later(366 * 24 * 60, () => app.ctx.transact((tx) => purgeTrustedContacts(app.ctx, tx)));
    expect((await add(again, email)).status).toBe(201);
  });

  test("a no to everybody sends that address no mail for a year, and tells nobody so", async () => {
    const [me, other] = [await createMember(app), await createMember(app)];
    const email = newEmail();
    await add(me, email);
    await runEmails();
    const link = linkTo(email, "trusted");
    expect((await open(link)).html).toContain("No to everybody");
    await add(await createMember(app), email);
    await runEmails();
    await post(linkTo(email, "trusted"), "yes");
    expect((await post(link, "never")).html).toContain("Nobody on Spotter can ask you for a year");
    expect(await query("select 1 from trusted_contacts where email = $1", email)).toEqual([]);
    expect(await add(me, email)).toMatchObject({ body: { code: "contact_refused" } });
    // It stays when the one who asked is gone, who could come back with another account.
    await app.call(deleteAccount, { body: { password: PASSWORD } }, me.token);
    expect(await add(other, email)).toMatchObject({ status: 201, body: { contact: { state: "pending" } } });
    await runEmails();
    expect(mails.filter(({ to }) => to === email)).toHaveLength(2);
    await later(366 * 24 * 60, () => app.ctx.transact((tx) => purgeTrustedContacts(app.ctx, tx)));
    expect((await add(await createMember(app), email)).status).toBe(201);
    await runEmails();
    expect(mails.filter(({ to }) => to === email)).toHaveLength(3);
  });

  test("a question on its way is not sent after a no to everybody at the same moment", async () => {
    const [me, other] = [await createMember(app), await createMember(app)];
    const email = newEmail();
    await add(me, email);
    await runEmails();
    const link = linkTo(email, "trusted");
    await Promise.all([post(link, "never"), add(other, email)]);
    await runEmails();
    expect(mails.filter(({ to }) => to === email)).toHaveLength(1);
  });

  test.each(["active", "suspended"])(
    "can be ended by the contact at any time, of a member who is %s",
    async (status) => {
      const me = await createMember(app);
      const { email } = await confirmed(me);
      await query("update members set status = $2 where id = $1", me.id, status);
      expect((await open(linkTo(email, "trusted"))).status).toBe(200);
      expect((await post(linkTo(email, "trusted"), "no")).status).toBe(200);
      expect(await query("select 1 from trusted_contacts where member_id = $1", me.id)).toEqual([]);
    },
  );

  test("expires after 14 days", async () => {
    const me = await createMember(app);
    const email = newEmail();
    await add(me, email);
    await runEmails();
    const link = linkTo(email, "trusted");
    await later(14 * 24 * 60 + 1, async () => {
      expect((await open(link)).status).toBe(404);
      expect((await post(link, "yes")).status).toBe(404);
      expect((await list(me)).contacts).toEqual([]);
      expect((await add(me, email)).status).toBe(201);
    });
  });

  test("has at most three contacts, also with requests at the same moment, and asks an address once", async () => {
    const me = await createMember(app);
    const email = newEmail();
    const same = await Promise.all([add(me, email), add(me, email)]);
    expect(new Set(same.map(({ body }) => body.contact._id)).size).toBe(1);
    const statuses = (await Promise.all([1, 2, 3, 4].map(() => add(me, newEmail())))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 201, 409, 409]);
    await runEmails();
    expect(mails.filter(({ to }) => to === email)).toHaveLength(1);
  });

  test("sends an address three mails a week over all members, and does not say so", async () => {
    const email = newEmail();
    for (let nth = 0; nth < 4; nth++) expect((await add(await createMember(app), email)).status).toBe(201);
    await runEmails();
    expect(mails.filter(({ to }) => to === email)).toHaveLength(3);
  });

  test("asks the same address again once in 14 days, and not as often as a contact is removed", async () => {
    const me = await createMember(app);
    const email = newEmail();
    const ask = async () => {
      const reply = await add(me, email);
      if (reply.status === 201)
        await app.call(contacts.removeTrustedContact, { params: { contactId: reply.body.contact._id } }, me.token);
      return reply.status;
    };
    expect([await ask(), await ask(), await ask()]).toEqual([201, 201, 429]);
    expect(await add(me, email)).toMatchObject({ body: { code: "asked_lately" } });
    expect((await add(await createMember(app), email)).status).toBe(201);
  });

  test("sends the question again once, for another 14 days, and never to somebody who has said yes", async () => {
    const [me, stranger] = [await createMember(app), await createMember(app)];
    const email = newEmail();
    const { _id: contactId } = (await add(me, email)).body.contact;
    const resend = ({ token }: TestMember) => app.call(contacts.resendInvitation, { params: { contactId } }, token);
    const count = async () => {
      await runEmails();
      return mails.filter(({ to }) => to === email).length;
    };
    expect((await resend(stranger)).status).toBe(404);
    // A repeat right after the question.
    expect((await resend(me)).status).toBe(200);
    expect(await count()).toBe(1);
    await later(13 * 24 * 60, async () => {
      expect((await Promise.all([resend(me), resend(me)])).map(({ status }) => status)).toEqual([200, 200]);
      expect(await count()).toBe(2);
    });
    await later(13 * 24 * 60 + 5, async () => {
      expect(await resend(me)).toMatchObject({ status: 429, body: { code: "asked_lately" } });
    });
    await later(20 * 24 * 60, async () => {
      expect((await post(linkTo(email, "trusted"), "yes")).status).toBe(200);
      expect((await resend(me)).body.contact.state).toBe("confirmed");
      expect(await count()).toBe(2);
    });
  });

  test("is limited to five people a day", async () => {
    const me = await createMember(app);
    for (let nth = 0; nth < 5; nth++) {
      const { body } = await add(me, newEmail());
      await app.call(contacts.removeTrustedContact, { params: { contactId: body.contact._id } }, me.token);
    }
    expect(await add(me, newEmail())).toMatchObject({ status: 429, body: { code: "invitation_rate_limit" } });
  });

  test("nobody is asked for a member who has not confirmed their email", async () => {
    const me = await createMember(app);
    const body = { name: "Kim", knownAs: "Ana", email: newEmail() };
    expect(await app.call(contacts.addTrustedContact, { body }, me.token)).toMatchObject({
      status: 403,
      body: { code: "email_unconfirmed" },
    });
    expect((await list(me)).contacts).toEqual([]);
    expect((await add(me, body.email)).status).toBe(201);
  });

  const ask = ({ token }: TestMember, form: { readonly name?: string; readonly knownAs?: string }) =>
    app.call(contacts.addTrustedContact, { body: { name: "Kim", knownAs: "Ana", email: newEmail(), ...form } }, token);

  test("introduces the member by the name that the contact knows, which has no room for an address", async () => {
    const me = await createMember(app);
    const email = newEmail();
    await add(me, email);
    await runEmails();
    const who = `Ana (${me.username} on Spotter)`;
    expect(mails.findLast(({ to }) => to === email)?.text).toContain(`${who} would like to tell you`);
    expect((await open(linkTo(email, "trusted"))).html).toContain(who);
    for (const knownAs of ["", "evil.com", "Ana@home", "Ana/Bo", "4u", "Ana\nBo", "x".repeat(31)])
      expect((await ask(me, { knownAs })).status, knownAs).toBe(400);
    for (const knownAs of ["José-María O’Neill", "J. R.", "さくら"])
      expect((await ask(await verified(), { knownAs })).status, knownAs).toBe(201);
  });

  test("rejects names that are not one visible line", async () => {
    const me = await createMember(app);
    for (const name of ["", "Kim\nLee", "Kim \u202e", "x".repeat(51)])
      expect((await ask(me, { name })).status).toBe(400);
  });

  test("goes with the member's account", async () => {
    const [me] = await createMatch(app);
    const { email } = await confirmed(me);
    const sent = mails.length;
    await app.call(deleteAccount, { body: { password: PASSWORD } }, me.token);
    await runEmails();
    expect(mails.slice(sent).filter(({ to }) => to === email)).toEqual([]);
    expect(await query("select 1 from trusted_contacts where member_id = $1", me.id)).toEqual([]);
    expect((await open(linkTo(email, "trusted"))).status).toBe(404);
  });

  test("of others is not possible to see or remove", async () => {
    const [me, other] = [await createMember(app), await createMember(app)];
    const { id } = await confirmed(me);
    expect((await list(other)).contacts).toEqual([]);
    await app.call(contacts.removeTrustedContact, { params: { contactId: id } }, other.token);
    expect((await list(me)).contacts).toHaveLength(1);
  });
});
