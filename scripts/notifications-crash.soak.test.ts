import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { pino } from "pino";
import { afterEach, expect, test } from "vitest";
import { JOBS } from "#server/jobs.ts";
import { createTransact } from "#server/platform/db/client.ts";
import { openJobQueue } from "#server/platform/jobs/job-queue.ts";
import { newTimeOrderedId } from "#server/platform/lib/ids.ts";
import { urlOf } from "#server/testing/database-url.ts";
import { type FakeBrowser, startPushService } from "#server/testing/fake-push-service.ts";
import { startMailServer } from "#server/testing/fake-smtp-server.ts";
import { seededRandom } from "#server/testing/members.ts";
import { post, processHarness, signUpAt } from "#server/testing/process-harness.ts";
import { createTestDatabase } from "#server/testing/test-database.ts";

/** Kills a process between an event's commit and its push or email. Every member must be notified in the end. */

/** The number of kills; `npm run soak` sets more. */
const KILLS = Number(process.env["NOTIFICATION_KILLS"] ?? 3);
/** Events of each kind before each kill. */
const EVENTS = 3;
/** Each kill happens at a random time within this period after the first event. Most emails are sent by its end. */
const KILLED_WITHIN_MS = 2500;
const DIGEST_EVERY_MS = 150;
const TIMEOUT_MS = 60_000 + KILLS * 20_000;

const starts = processHarness();
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

type Kind = "crush" | "match" | "message";
const SUBJECTS: Readonly<Record<Kind, string>> = {
  crush: "You have a new crush",
  match: "You have a new match",
  message: "You have a new message",
};

interface Recipient {
  readonly kind: Kind;
  readonly id: string;
  readonly token: string;
  /** The browser that receives pushes; undefined for a member who is notified by email. */
  readonly browser: FakeBrowser | undefined;
}

interface Delivery {
  readonly run: number;
  readonly id: string;
}

async function createEnvironment() {
  // Delayed acknowledgments make it likely that a kill interrupts one.
  const [database, mails] = [await createTestDatabase(), await startMailServer(() => "answers late")];
  const pushes = await startPushService();
  const { pool, db, connection } = database;
  const jobs = await openJobQueue(connection, JOBS, pino({ level: "silent" }));
  cleanups.push(
    () => database.drop(),
    () => mails.close(),
    () => pushes.close(),
    () => jobs.stop(),
  );
  const noop = () => undefined;
  const { transact } = createTransact(db, noop, noop);
  const DATABASE_URL = urlOf(connection);
  const settings = { DATABASE_URL, SMTP_URL: mails.url, PUSH_STAND_IN: pushes.origin, LOG_LEVEL: "silent" };
  return {
    pool,
    mails,
    pushes,
    start: () => starts.begin(settings, "server/testing/fast-timers-app.ts"),
    /** As the schedule does once a minute. */
    sendDigest: () => transact((tx) => jobs.send(tx, "notification-digest", {})),
  };
}
type Environment = Awaited<ReturnType<typeof createEnvironment>>;

const crush = (at: string, from: { token: string }, to: { id: string }) =>
  post(at, "/api/match/send-crush", { recipientId: to.id }, from.token);

/** The sender has enough credits, the recipients have no pending notifications. */
async function makeMembers({ pool, pushes }: Environment, at: string) {
  const sender = await signUpAt(at);
  await pool.query(
    `insert into ledger_entries (id, wallet_id, kind, change, source)
     select $1, id, 'bonus', 10000, 'for the test' from wallets where member_id = $2`,
    [newTimeOrderedId(), sender.id],
  );
  const recipients: Recipient[] = [];
  for (const kind of Object.keys(SUBJECTS) as Kind[]) {
    for (let i = 0; i < KILLS * EVENTS; i++) {
      const one = await signUpAt(at);
      if (kind !== "crush") await crush(at, one, sender);
      if (kind === "message") await crush(at, sender, one);
      const browser = i % 2 === 0 ? pushes.browser() : undefined;
      if (browser) {
        const { endpoint, keys } = browser;
        expect((await post(at, "/api/notifications/push", { endpoint, keys }, one.token)).status).toBe(200);
      }
      recipients.push({ kind, browser, ...one });
    }
  }
  await pool.query("update accounts set email_verified_at = now()");
  await pool.query("delete from notifications");
  await pool.query("delete from jobs.job where name = 'push-send'");
  return { sender, recipients };
}

/** Only of committed events. */
async function findNotifiable({ pool }: Environment, recipients: readonly Recipient[]): Promise<Recipient[]> {
  const { rows } = await pool.query<{ id: string; kind: Kind }>(
    `select id, kind from unnest($1::uuid[], $2::text[]) as recipient (id, kind)
     where case kind
       when 'message' then exists (
         select 1 from messages join relationships on relationships.id = relationship_id where recipient.id in (member_a_id, member_b_id))
       when 'match' then exists (select 1 from relationships where recipient.id in (member_a_id, member_b_id) and matched_at is not null)
       else exists (
         select 1 from relationships where recipient.id in (member_a_id, member_b_id) and (a_crushed_at is not null or b_crushed_at is not null))
     end`,
    [recipients.map(({ id }) => id), recipients.map(({ kind }) => kind)],
  );
  const caused = new Set(rows.map(({ id }) => id));
  return recipients.filter(({ id }) => caused.has(id));
}

/** @returns a function that lists a recipient's deliveries */
async function watchDeliveries(
  { pool, mails, pushes }: Environment,
  recipients: readonly Recipient[],
  run: () => number,
) {
  const { rows } = await pool.query<{ member_id: string; email: string }>("select member_id, email from accounts");
  const emails = new Map(rows.map(({ member_id: id, email }) => [id, email]));
  const deliveries = new Map<string, Delivery[]>(recipients.map(({ id }) => [id, []]));
  const emailsTo = (one: Recipient) =>
    mails.received.filter(
      ({ to, text }) => to === emails.get(one.id) && text.includes(`Subject: ${SUBJECTS[one.kind]}`),
    );
  const collect = () => {
    for (const one of recipients) {
      const known = deliveries.get(one.id) ?? [];
      const ids = [
        ...emailsTo(one).map(({ messageId }) => messageId),
        ...(one.browser?.shown ?? []).filter(({ cause }) => cause === one.kind).map(({ tag }) => tag),
      ];
      for (const id of ids.slice(known.length)) known.push({ run: run(), id });
    }
  };
  mails.watch(collect);
  pushes.watch(collect);
  return ({ id }: Recipient) => deliveries.get(id) ?? [];
}

test(
  `killed ${KILLS} times between commit and send, the app notifies of every event, and duplicates only what a kill interrupted`,
  async () => {
    const environment = await createEnvironment();
    const { pool } = environment;
    const random = seededRandom(11);
    let spotter = environment.start();
    let address = await spotter.ready();
    const { sender, recipients } = await makeMembers(environment, address);
    let run = 0;
    const deliveriesTo = await watchDeliveries(environment, recipients, () => run);
    /** Events without a notification when the process was killed. */
    let cutOff = 0;

    const trigger = ({ kind, id }: Recipient) =>
      kind === "message"
        ? post(
            address,
            "/api/messages/send",
            { receiverId: id, content: "Tomorrow at six?", clientId: randomUUID() },
            sender.token,
          )
        : crush(address, sender, { id });
    const left = [...recipients];
    for (let kill = 0; kill < KILLS; kill++) {
      const batch = (Object.keys(SUBJECTS) as Kind[]).flatMap((kind) =>
        left.filter((one) => one.kind === kind).slice(0, EVENTS),
      );
      for (const one of batch) left.splice(left.indexOf(one), 1);
      let isOver = false;
      const sendingDigests = (async () => {
        while (!isOver) {
          await environment.sendDigest();
          await pause(DIGEST_EVERY_MS);
        }
      })();
      // A kill may cut off a request after its commit, so the database determines which events count.
      const triggering = Promise.allSettled(batch.map(trigger));
      await pause(random() * KILLED_WITHIN_MS);
      spotter.process.kill("SIGKILL");
      await spotter.ended;
      run++;
      isOver = true;
      await Promise.all([triggering, sendingDigests]);
      cutOff += (await findNotifiable(environment, batch)).filter((one) => deliveriesTo(one).length === 0).length;
      spotter = environment.start();
      address = await spotter.ready();
    }

    const caused = await findNotifiable(environment, recipients);
    const undelivered = () => caused.filter((one) => deliveriesTo(one).length === 0);
    const countPending = async () => {
      await environment.sendDigest();
      const open =
        "select 1 from jobs.job where name in ('push-send', 'push-fallback', 'email-notification') and state not in ('completed', 'failed')";
      return undelivered().length + ((await pool.query(open)).rowCount ?? 0);
    };
    await expect
      .poll(countPending, { timeout: 40_000, interval: 500 })
      .toBe(0)
      .catch(() => undefined);

    const duplicated = caused.map(deliveriesTo).filter(({ length }) => length > 1);
    const report = {
      events: caused.length,
      cutOff,
      delivered: caused.length - undelivered().length,
      lost: undelivered().length,
      duplicated: duplicated.length,
    };
    console.log(`killed ${KILLS} times: ${JSON.stringify(report)}`);
    expect(report).toMatchObject({ delivered: caused.length, lost: 0 });
    expect(caused.length).toBeGreaterThan(KILLS);
    for (const same of duplicated) {
      // A duplicate has the same id, and was sent by a later run: the first one was killed before it could record the
      // delivery.
      expect(new Set(same.map(({ id }) => id)).size).toBe(1);
      expect(new Set(same.map((one) => one.run)).size).toBe(same.length);
    }
    // Events that were not committed cause no notifications.
    const others = recipients.filter((one) => !caused.includes(one));
    expect(others.flatMap(deliveriesTo)).toEqual([]);
  },
  TIMEOUT_MS,
);
