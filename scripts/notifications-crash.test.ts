import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { pino } from "pino";
import { afterEach, expect, test } from "vitest";
import { createTransact } from "#server/db/client.ts";
import { openJobQueue } from "#server/jobs/job-queue.ts";
import { newTimeOrderedId } from "#server/lib/ids.ts";
import { urlOf } from "#server/testing/database-url.ts";
import { type FakeBrowser, startPushService } from "#server/testing/fake-push-service.ts";
import { startMailServer } from "#server/testing/fake-smtp-server.ts";
import { seededRandom } from "#server/testing/members.ts";
import { post, processHarness, signUpAt } from "#server/testing/process-harness.ts";
import { createTestDatabase } from "#server/testing/test-database.ts";

/** Kills a process between an event's commit and its push or email. Every member has to be notified in the end. */

/** Times that it is killed; `npm run soak` asks for more. */
const KILLS = Number(process.env["NOTIFICATION_KILLS"] ?? 3);
/** Of each kind, before each kill. */
const CAUSES = 3;
/** A kill falls somewhere between the first cause and so long after it, when most mails have gone. */
const KILLED_WITHIN_MS = 2500;
const SWEPT_EVERY_MS = 150;
const TIMEOUT_MS = 60_000 + KILLS * 20_000;

const starts = processHarness();
const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
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
  /** Where they are told by push; else it is by e-mail. */
  readonly browser: FakeBrowser | undefined;
}

/** That somebody was told: by a process in its nth life, and what makes it known as the same. */
interface Telling {
  readonly life: number;
  readonly name: string;
}

/** Where the app runs, what it tells, and who does what there. */
async function begin() {
  // It takes a moment to say that it has a mail, so that kills fall into it.
  const [database, mails] = [await createTestDatabase(), await startMailServer(() => "answers late")];
  const pushes = await startPushService();
  const { pool, db, connection } = database;
  const jobs = await openJobQueue(connection, pino({ level: "silent" }));
  endings.push(
    () => database.drop(),
    () => mails.close(),
    () => pushes.close(),
    () => jobs.stop(),
  );
  const nothing = () => undefined;
  const transact = createTransact(db, nothing, nothing);
  const DATABASE_URL = urlOf(connection);
  const settings = { DATABASE_URL, SMTP_URL: mails.url, PUSH_STAND_IN: pushes.origin, LOG_LEVEL: "silent" };
  return {
    pool,
    mails,
    pushes,
    start: () => starts.begin(settings, "server/testing/fast-timers-app.ts"),
    /** What the clock does once a minute. */
    sweep: () => transact((tx) => jobs.send(tx, "notification-digest", {})),
  };
}
type Place = Awaited<ReturnType<typeof begin>>;

const crush = (at: string, from: { token: string }, to: { id: string }) =>
  post(at, "/api/match/send-crush", { recipientId: to.id }, from.token);

/** One who causes, with crushes enough; those who are told, each of one thing; and nothing yet that they could be told of. */
async function makeMembers({ pool, pushes }: Place, at: string) {
  const sender = await signUpAt(at);
  await pool.query(
    `insert into ledger_entries (id, wallet_id, kind, change, source)
     select $1, id, 'bonus', 10000, 'for the test' from wallets where member_id = $2`,
    [newTimeOrderedId(), sender.id],
  );
  const recipients: Recipient[] = [];
  for (const kind of Object.keys(SUBJECTS) as Kind[]) {
    for (let i = 0; i < KILLS * CAUSES; i++) {
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

/** Whom something has happened to, as the database knows it. */
async function findCaused({ pool }: Place, recipients: readonly Recipient[]): Promise<Recipient[]> {
  const { rows } = await pool.query<{ id: string; kind: Kind }>(
    `select id, kind from unnest($1::uuid[], $2::text[]) as told (id, kind)
     where case kind
       when 'message' then exists (
         select 1 from messages join relationships on relationships.id = relationship_id where told.id in (member_a_id, member_b_id))
       when 'match' then exists (select 1 from relationships where told.id in (member_a_id, member_b_id) and matched_at is not null)
       else exists (
         select 1 from relationships where told.id in (member_a_id, member_b_id) and (a_crushed_at is not null or b_crushed_at is not null))
     end`,
    [recipients.map(({ id }) => id), recipients.map(({ kind }) => kind)],
  );
  const caused = new Set(rows.map(({ id }) => id));
  return recipients.filter(({ id }) => caused.has(id));
}

/**
 * Notes each mail and push as it is taken.
 * @returns how somebody was told of what happened to them, each time
 */
async function watchTold({ pool, mails, pushes }: Place, recipients: readonly Recipient[], life: () => number) {
  const { rows } = await pool.query<{ member_id: string; email: string }>("select member_id, email from accounts");
  const emails = new Map(rows.map(({ member_id: id, email }) => [id, email]));
  const told = new Map<string, Telling[]>(recipients.map(({ id }) => [id, []]));
  const mailed = (one: Recipient) =>
    mails.got.filter(({ to, text }) => to === emails.get(one.id) && text.includes(`Subject: ${SUBJECTS[one.kind]}`));
  const look = () => {
    for (const one of recipients) {
      const known = told.get(one.id) ?? [];
      const names = [
        ...mailed(one).map(({ messageId }) => messageId),
        ...(one.browser?.shown ?? []).filter(({ kind }) => kind === one.kind).map(({ tag }) => tag),
      ];
      for (const name of names.slice(known.length)) known.push({ life: life(), name });
    }
  };
  mails.watch(look);
  pushes.watch(look);
  return ({ id }: Recipient) => told.get(id) ?? [];
}

test(
  `killed ${KILLS} times between commit and send, it tells of every cause, and twice only what was taken as it died`,
  async () => {
    const place = await begin();
    const { pool } = place;
    const random = seededRandom(11);
    let spotter = place.start();
    let address = await spotter.ready();
    const { sender, recipients } = await makeMembers(place, address);
    let life = 0;
    const tellings = await watchTold(place, recipients, () => life);
    /** Causes that nobody had been told of when the process was killed. */
    let cutOff = 0;

    const cause = ({ kind, id }: Recipient) =>
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
        left.filter((one) => one.kind === kind).slice(0, CAUSES),
      );
      for (const one of batch) left.splice(left.indexOf(one), 1);
      let isOver = false;
      const sweeping = (async () => {
        while (!isOver) {
          await place.sweep();
          await pause(SWEPT_EVERY_MS);
        }
      })();
      // What the kill cuts off is judged by what the database holds of it.
      const causing = Promise.allSettled(batch.map(cause));
      await pause(random() * KILLED_WITHIN_MS);
      spotter.process.kill("SIGKILL");
      await spotter.ended;
      life++;
      isOver = true;
      await Promise.all([causing, sweeping]);
      cutOff += (await findCaused(place, batch)).filter((one) => tellings(one).length === 0).length;
      spotter = place.start();
      address = await spotter.ready();
    }

    const caused = await findCaused(place, recipients);
    const untold = () => caused.filter((one) => tellings(one).length === 0);
    const settled = async () => {
      await place.sweep();
      const open =
        "select 1 from jobs.job where name in ('push-send', 'push-fallback', 'email-notification') and state not in ('completed', 'failed')";
      return untold().length + ((await pool.query(open)).rowCount ?? 0);
    };
    await expect
      .poll(settled, { timeout: 40_000, interval: 500 })
      .toBe(0)
      .catch(() => undefined);

    const doubled = caused.map(tellings).filter(({ length }) => length > 1);
    const verdict = {
      causes: caused.length,
      cutOff,
      told: caused.length - untold().length,
      lost: untold().length,
      doubled: doubled.length,
    };
    console.log(`killed ${KILLS} times: ${JSON.stringify(verdict)}`);
    expect(verdict).toMatchObject({ told: caused.length, lost: 0 });
    expect(caused.length).toBeGreaterThan(KILLS);
    for (const same of doubled) {
      // One and the same, which the process that sent it first did not live to note.
      expect(new Set(same.map(({ name }) => name)).size).toBe(1);
      expect(new Set(same.map((one) => one.life)).size).toBe(same.length);
    }
    // Nobody is told of what did not happen.
    const others = recipients.filter((one) => !caused.includes(one));
    expect(others.flatMap(tellings)).toEqual([]);
  },
  TIMEOUT_MS,
);
