import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Message } from "#contract/chat/messages.ts";
import { sendCrush } from "#contract/crushes/crushes.ts";
import { UNOPENED_CRUSH_DAYS } from "#contract/limits.ts";
import { unmatch } from "#contract/moderation/reports.ts";
import type { JobName } from "#server/jobs.ts";
import { firstTimeId } from "#server/platform/lib/ids.ts";
import { urlOf } from "#server/testing/database-url.ts";
import { createCompleteMember, createMatch, type TestMember } from "#server/testing/members.ts";
import { processHarness } from "#server/testing/process-harness.ts";
import type { Spotter } from "#server/testing/spotter-process.ts";
import { trustedContacts } from "#server/testing/trusted-contacts.ts";
import { workoutDates } from "#server/testing/workout-dates.ts";

/**
 * Kills within a recurring job: first after it has claimed a row and before the commit, then after the commit and
 * before the job is recorded as done. The job's effect must neither be lost nor happen twice. The process that starts
 * after a kill is killed next.
 */

const { app, confirmed, share, query } = trustedContacts();
const { agreed } = workoutDates(app);
const starts = processHarness({ shared: true });

let running: Spotter;
const start = (): Promise<string> => {
  running = starts.begin(
    { DATABASE_URL: urlOf(app.database.connection), LOG_LEVEL: "silent" },
    "server/testing/fast-timers-app.ts",
  );
  return running.ready();
};
async function kill(): Promise<void> {
  running.process.kill("SIGKILL");
  await running.ended;
}

/** The statements after a claim wait while the test holds this advisory lock. */
const GATE = 4_711;
/** Inserts that follow a claim in its transaction. */
const GATED: Readonly<Record<string, string>> = {
  notifications: "new.cause in ('workout_reminder', 'back_safe')",
  "jobs.job": "new.name in ('email-workout-date', 'email-trusted-contact')",
  ledger_entries: "new.kind = 'returned'",
};

let gate: pg.Client;
beforeAll(async () => {
  gate = new pg.Client(app.database.admin);
  await gate.connect();
  await gate.query(
    `create function wait_at_gate() returns trigger language plpgsql as $$
     begin perform pg_advisory_xact_lock_shared(${GATE}); return new; end $$`,
  );
  for (const [table, condition] of Object.entries(GATED))
    await gate.query(
      `create trigger wait_at_gate before insert on ${table} for each row when (${condition}) execute function wait_at_gate()`,
    );
  await start();
});
afterAll(async () => {
  await kill();
  await gate.end();
});

const closeGate = () => gate.query(`select pg_advisory_lock(${GATE})`);
const openGate = () => gate.query(`select pg_advisory_unlock_all()`);
const countWaiting = async () =>
  (await query("select from pg_locks where locktype = 'advisory' and objid = $1 and not granted", GATE)).length;

/** As the schedule does. @returns whether it is done */
async function send(job: JobName): Promise<() => Promise<boolean>> {
  await app.ctx.transact((tx) => app.ctx.jobs.send(tx, job, {}));
  const [sent] = await query("select id from jobs.job where name = $1 order by created_on desc limit 1", job);
  return async () =>
    (await query("select from jobs.job where id = $1 and state = 'completed'", sent?.["id"])).length === 1;
}

interface Effect {
  readonly job: JobName;
  /** @returns how often the job's work was done */
  readonly prepare: () => Promise<() => Promise<number>>;
}

const counter =
  (sql: string, ...values: unknown[]) =>
  async (): Promise<number> =>
    (await query(sql, ...values)).length;

async function makeDate(): Promise<{ a: TestMember; b: TestMember; card: Message }> {
  const [a, b] = await createMatch(app);
  return { a, b, card: await agreed(a, b) };
}

/** A shared date that ended two hours ago. It takes 60 minutes. */
async function makeEndedShare(): Promise<{ me: TestMember; shareId: string }> {
  const { a: me, card } = await makeDate();
  const { id } = await confirmed(me);
  const { body } = await share(me, card._id, id);
  await query("update workout_dates set starts_at = now() - interval '3 hours' where message_id = $1", card._id);
  return { me, shareId: body.share._id };
}

const EFFECTS: Readonly<Record<string, Effect>> = {
  "reminding a member of a workout date": {
    job: "workout-dates",
    async prepare() {
      const { a, card } = await makeDate();
      await query("update workout_dates set remind_at = now() - interval '1 second' where message_id = $1", card._id);
      return counter("select from notifications where member_id = $1 and cause = 'workout_reminder'", a.id);
    },
  },
  "emailing a member that a workout date is called off": {
    job: "workout-dates",
    async prepare() {
      const { a, b, card } = await makeDate();
      await app.call(unmatch, { body: { userId: a.id } }, b.token);
      return counter(
        `select from jobs.job where name = 'email-workout-date' and data ->> 'memberId' = $1
           and data ->> 'messageId' = $2 and data ->> 'sequence' = '1'`,
        a.id,
        card._id,
      );
    },
  },
  "asking a member whether they are back": {
    job: "date-shares",
    async prepare() {
      const { me } = await makeEndedShare();
      return counter("select from notifications where member_id = $1 and cause = 'back_safe'", me.id);
    },
  },
  "telling a contact that a member has not answered": {
    job: "date-shares",
    async prepare() {
      const { shareId } = await makeEndedShare();
      await query(
        `update date_shares set starts_at = now(), ends_at = now(), summary = 'Run', asked_at = now(), tell_at = now()
         where id = $1`,
        shareId,
      );
      return counter(
        "select from jobs.job where name = 'email-trusted-contact' and data ->> 'mail' = 'told' and data ->> 'shareId' = $1",
        shareId,
      );
    },
  },
  "giving back a crush that was never opened": {
    job: "return-unopened-crushes",
    async prepare() {
      const [me, other] = [await createCompleteMember(app), await createCompleteMember(app)];
      await app.call(sendCrush, { body: { recipientId: other.id } }, me.token);
      // The time of a crush is that of the id of its entry, which nobody may change.
      const longAgo = firstTimeId(new Date(Date.now() - (UNOPENED_CRUSH_DAYS + 1) * 24 * 3600_000));
      await gate.query("alter table ledger_entries disable trigger ledger_is_append_only");
      await gate.query("update ledger_entries set id = $1 where kind = 'sent' and other_id = $2", [longAgo, other.id]);
      await gate.query("alter table ledger_entries enable always trigger ledger_is_append_only");
      return counter("select from ledger_entries where kind = 'returned' and other_id = $1", other.id);
    },
  },
};

describe.each(Object.entries(EFFECTS))("a process that is killed while %s", (_, { job, prepare }) => {
  test("before the commit loses nothing, and after it repeats nothing", async () => {
    const countDone = await prepare();
    await closeGate();
    await send(job);
    await expect.poll(countWaiting, { interval: 50 }).toBe(1);
    await kill();
    await openGate();
    // The database notices late that nobody waits for its answer.
    await expect.poll(countWaiting, { interval: 50 }).toBe(0);
    await pause(100);
    expect(await countDone()).toBe(0);

    await start();
    await closeGate();
    const isDone = await send(job);
    await expect.poll(countWaiting, { interval: 50 }).toBe(1);
    // Keeps the job from being recorded as done.
    const holder = new pg.Client(app.database.admin);
    await holder.connect();
    await holder.query(`begin; select from jobs.job where name = '${job}' and state = 'active' for update`);
    await openGate();
    await expect.poll(countDone, { interval: 50 }).toBe(1);
    expect(await isDone()).toBe(false);
    await kill();
    await holder.end();

    await start();
    const isDoneAgain = await send(job);
    await expect.poll(isDoneAgain, { interval: 50 }).toBe(true);
    expect(await countDone()).toBe(1);
  });
});
