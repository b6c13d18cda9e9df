import { expect, test } from "vitest";
import { sendVerification, verifyEmail } from "#contract/accounts/accounts.ts";
import { removeReaction, sendAttachment, sendMessage, setReaction } from "#contract/chat/messages.ts";
import { sendCrush } from "#contract/crushes/crushes.ts";
import { createFakeMailer, findLink } from "#server/testing/fake-mailer.ts";
import { imageForm, makeJpeg } from "#server/testing/images.ts";
import { createCompleteMember, createMatch, type TestMember } from "#server/testing/members.ts";
import { type TestApp, testApp } from "#server/testing/test-app.ts";
import { workoutDates } from "#server/testing/workout-dates.ts";

/** Sending by a member who has not confirmed their address. */

const mailer = createFakeMailer();
const app = testApp({ smtpUrl: "smtp://mail.test" }, { mailer, work: true });
const mailless = testApp();

const joinEarlier = ({ database }: TestApp, { id }: TestMember) =>
  database.pool.query("update members set joined_at = now() - interval '25 hours' where id = $1", [id]);
const crush = (on: TestApp, from: TestMember, to: TestMember) =>
  on.call(sendCrush, { body: { recipientId: to.id } }, from.token);
const write = (on: TestApp, from: TestMember, to: TestMember) =>
  on.call(sendMessage, { body: { receiverId: to.id, content: "Hello" } }, from.token);

test("after the first day, everything that is sent asks for the confirmation, and nothing is charged", async () => {
  const [me, other] = await createMatch(app);
  const dates = workoutDates(app);
  const [theirs, stranger, picture] = await Promise.all([
    write(app, other, me),
    createCompleteMember(app),
    makeJpeg(60, 50),
  ]);
  const params = { messageId: theirs.body.message._id };
  const react = () => app.call(setReaction, { params, body: { emoji: "🔥" } }, me.token);
  const sends = () =>
    Promise.all([
      crush(app, me, stranger),
      write(app, me, other),
      app.call(sendAttachment, { form: imageForm(picture, other.id) }, me.token),
      dates.propose(me, other),
      react(),
    ]);
  const balance = async () =>
    (await app.database.pool.query("select balance from wallets where member_id = $1", [me.id])).rows[0].balance;

  expect((await write(app, me, other)).status).toBe(201);
  expect((await react()).status).toBe(200);
  await joinEarlier(app, me);
  const before = await balance();
  for (const { status, body } of await sends()) expect([status, body.code]).toEqual([403, "email_unconfirmed"]);
  expect(await balance()).toBe(before);
  expect((await app.call(removeReaction, { params }, me.token)).status).toBe(200);
  // The recipient makes no difference.
  const nobody = { ...stranger, id: crypto.randomUUID() };
  for (const { body } of [await crush(app, me, nobody), await write(app, me, nobody)])
    expect(body.code).toBe("email_unconfirmed");

  expect((await app.call(sendVerification, {}, me.token)).status).toBe(200);
  const token =
    findLink(await mailer.newest(me.email, "Confirm your email"))
      .split("/")
      .at(-1) ?? "";
  expect((await app.call(verifyEmail, { params: { token } })).status).toBe(200);
  expect((await sends()).map(({ status }) => status)).toEqual([200, 201, 201, 201, 200]);
});

test("without a mail server nobody is asked", async () => {
  const [me, other] = await createMatch(mailless);
  await joinEarlier(mailless, me);
  expect((await write(mailless, me, other)).status).toBe(201);
  expect((await crush(mailless, me, await createCompleteMember(mailless))).status).toBe(200);
});
