import { expect } from "vitest";
import { sendMessage } from "#contract/chat/messages.ts";
import { sendCrush } from "#contract/crushes/crushes.ts";
import { registerPushSubscription } from "#contract/notifications/notifications.ts";
import type { PushData } from "#server/domains/notifications/dispatcher.service.ts";
import type { FakeBrowser, FakePushService } from "#server/testing/fake-push-service.ts";
import { createCompleteMember, createMatch, type TestMember } from "#server/testing/members.ts";
import { runJob } from "#server/testing/run-job.ts";
import type { TestApp } from "#server/testing/test-app.ts";

/** Two members, the second with a subscribed browser. */
type SubscribedPair = readonly [TestMember, TestMember, FakeBrowser];

/** The app runs no jobs, so that tests can act before a push is sent. */
export function createPushHarness(app: TestApp, service: FakePushService) {
  const query = async <Row extends object>(sql: string, ...values: unknown[]) =>
    (await app.database.pool.query<Row>(sql, values)).rows;

  async function subscribe({ token }: TestMember): Promise<FakeBrowser> {
    const browser = service.browser();
    const { endpoint, keys } = browser;
    const { status } = await app.call(registerPushSubscription, { body: { endpoint, keys } }, token);
    if (status !== 200) throw new Error("the subscription failed");
    return browser;
  }

  const crush = (from: TestMember, to: TestMember) => app.call(sendCrush, { body: { recipientId: to.id } }, from.token);
  const write = (from: TestMember, to: TestMember, by: TestApp = app) =>
    by.call(sendMessage, { body: { receiverId: to.id, content: "Tomorrow at six?" } }, from.token);

  const pushesTo = ({ id }: TestMember) =>
    query<{ id: string; data: PushData }>(
      "select id, data from jobs.job where name = 'push-send' and state = 'created' and data->>'memberId' = $1",
      id,
    );

  /** Pushes of messages follow with a delay. */
  async function waiting(member: TestMember, count = 1) {
    await expect.poll(async () => (await pushesTo(member)).length).toBe(count);
    return pushesTo(member);
  }

  async function pair(make: () => Promise<readonly TestMember[]>): Promise<SubscribedPair> {
    const [a, b] = await make();
    if (!a || !b) throw new Error("two members are required");
    // The crushes that made a match are not what is tested.
    await query("delete from notifications where member_id = any($1) and cause in ('crush', 'match')", [a.id, b.id]);
    await query("update members set joined_at = now() - interval '2 days' where id = any($1)", [a.id, b.id]);
    return [a, b, await subscribe(b)];
  }

  return {
    query,
    subscribe,
    crush,
    write,
    pushesTo,
    waiting,
    makePair: () => pair(() => Promise.all([createCompleteMember(app), createCompleteMember(app)])),
    makePushedMatch: () => pair(() => createMatch(app)),
    async deliver(member: TestMember, count = 1): Promise<void> {
      for (const { id, data } of await waiting(member, count)) {
        await query("delete from jobs.job where id = $1", id);
        await runJob(app.ctx, "push-send", data, id);
      }
    },
    /** Waits for a push of a later message between other members. */
    async settle(...processes: readonly TestApp[]): Promise<void> {
      const [a, b] = await pair(() => createMatch(app));
      for (const by of processes) {
        await write(a, b, by);
        await waiting(b);
        await query("delete from jobs.job where data->>'memberId' = $1", b.id);
      }
    },
    /** Low balances are ignored, because the first crush causes one. */
    async noticesOf({ id }: TestMember): Promise<string[]> {
      const aboutOthers = `select cause from notifications
        where member_id = $1 and state = 'pending' and cause in ('crush', 'match') order by cause`;
      return (await query<{ cause: string }>(aboutOthers, id)).map(({ cause }) => cause);
    },
  };
}
