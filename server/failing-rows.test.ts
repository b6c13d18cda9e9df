import { expect, test } from "vitest";
import { sendMessage } from "#contract/chat/messages.ts";
import { sendCrush } from "#contract/crushes/crushes.ts";
import { UNOPENED_CRUSH_DAYS } from "#contract/limits.ts";
import { unmatch } from "#contract/moderation/reports.ts";
import { attachToCase } from "#server/domains/moderation/cases/cases.service.ts";
import { suspendMember } from "#server/domains/moderation/operators/suspensions.service.ts";
import { scheduleNotification } from "#server/domains/notifications/notifications.service.ts";
import { insertCountedTraining } from "#server/domains/training/weeks/training.service.ts";
import { JOBS, type JobData, type JobName } from "#server/jobs.ts";
import type { Job } from "#server/platform/jobs/job.ts";
import { newId } from "#server/platform/lib/ids.ts";
import { runAsOwner } from "#server/testing/as-owner.ts";
import { createCompleteMember, createConfirmedMember, createMatch, createMember } from "#server/testing/members.ts";
import { runJob } from "#server/testing/run-job.ts";
import { trustedContacts } from "#server/testing/trusted-contacts.ts";
import { workoutDates } from "#server/testing/workout-dates.ts";

const harness = trustedContacts();
const { app, query } = harness;
const POISON = "this row always fails";
const BY = { who: "operator", reason: "a test" };

/** Two rows that a job has to handle, of which the first one will fail. */
interface Due {
  /** Texts that the rows alone have in them, such as their ids, in the order in which the job finds them. */
  readonly rows: readonly [string, string];
  /** The table that the job writes. */
  readonly table: string;
  /** Whether a row was handled: a query for its text, `$1`, finds something. */
  readonly done: string;
  /** When the job runs. */
  readonly daysLater?: number;
  readonly alone?: JobName;
}

interface Walk {
  readonly job: JobName;
  readonly what: string;
  readonly prepare: () => Promise<Due>;
}

const twice = async <T>(make: () => Promise<T>): Promise<[T, T]> => [await make(), await make()];
const inOrder = (rows: readonly string[]): [string, string] => rows.toSorted() as [string, string];
const idsOf = (rows: readonly { readonly id: string }[]): [string, string] => inOrder(rows.map(({ id }) => id));
const newKeys = (): [string, string] => inOrder([newId(), newId()].map((id) => id.replaceAll("-", "")));

async function agreedDates(): Promise<[string, string]> {
  const dates = await twice(async () => {
    const [me, other] = await createMatch(app);
    return (await workoutDates(app).agreed(me, other))._id;
  });
  return inOrder(dates);
}

/** The dates have begun, each of another member. */
async function shares(): Promise<[string, string]> {
  const made = await twice(async () => {
    const [me, other] = await createMatch(app);
    const { _id: messageId } = await workoutDates(app).agreed(me, other);
    const contact = await harness.confirmed(me);
    const { body } = await harness.share(me, messageId, contact.id);
    return { id: body.share._id, member: me.id };
  });
  return made.toSorted((a, b) => (a.member < b.member ? -1 : 1)).map(({ id }) => id) as [string, string];
}

async function begunShares(column: "ask_at" | "tell_at"): Promise<[string, string]> {
  const ids = await shares();
  await query(
    `update date_shares set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour',
       summary = 'A run', ${column} = now() - interval '1 minute' where id = any($1)`,
    ids,
  );
  return column === "ask_at" ? ids : inOrder(ids);
}

async function addPhotoRows(keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    const { id } = await createCompleteMember(app);
    await query(
      `insert into photos (id, member_id, position, key, width, height, thumbhash)
       values (gen_random_uuid(), $1, 0, $2, 10, 10, '')`,
      id,
      key,
    );
  }
}

async function addCheckouts(state: "open" | "granted"): Promise<[string, string]> {
  const ids = await twice(async () => {
    const { id } = await createMember(app);
    const [row] = await query(
      `insert into checkouts (id, wallet_id, kind, package_id, crushes, amount_cents, session_id, state, payment_id,
         granted_at, created_at, buyer_country)
       select gen_random_uuid(), id, 'package', 'power', 15, 999, gen_random_uuid(), $2, gen_random_uuid(),
         now() - interval '1 hour', now() - interval '1 hour', 'DE'
       from wallets where member_id = $1 returning id`,
      id,
      state,
    );
    return String(row?.["id"]);
  });
  return ids;
}

async function createDueCase(): Promise<string> {
  const { id: memberId } = await createMember(app);
  const subject = { kind: "member", memberId } as const;
  const item = { kind: "fraud", sourceId: newId(), subject, weight: 1, dueAt: new Date() } as const;
  return app.ctx.transact((tx) => attachToCase(tx, item));
}

const WALKS: readonly Walk[] = [
  {
    job: "apply-profile-changes",
    what: "birthdays",
    async prepare() {
      const rows = idsOf(await twice(() => createMember(app)));
      await query("update profiles set next_birthday = current_date - 1 where member_id = any($1)", rows);
      return { rows, table: "profiles", done: "profiles where member_id = $1 and next_birthday > current_date" };
    },
  },
  {
    job: "apply-training-changes",
    what: "weeks",
    async prepare() {
      const rows = idsOf(await twice(() => createCompleteMember(app)));
      for (const id of rows)
        await app.ctx.transact((tx) => insertCountedTraining(app.ctx, tx, id, { parts: [], sports: [] }));
      await query("update training set counts_on = current_date where member_id = any($1)", rows);
      return { rows, table: "training", done: "training where member_id = $1 and counts_on is null" };
    },
  },
  {
    job: "workout-dates",
    what: "reminders",
    async prepare() {
      const rows = await agreedDates();
      await query(
        "update workout_dates set remind_at = now() - interval '1 minute', reminded_at = null where message_id = any($1)",
        rows,
      );
      return { rows, table: "workout_dates", done: "workout_dates where message_id = $1 and reminded_at is not null" };
    },
  },
  {
    job: "workout-dates",
    what: "dates without contact",
    async prepare() {
      const dates = await twice(async () => {
        const [me, other] = await createMatch(app);
        const { _id } = await workoutDates(app).agreed(me, other);
        await app.call(unmatch, { body: { userId: other.id } }, me.token);
        return _id;
      });
      const done = "workout_dates where message_id = $1 and state = 'called_off'";
      return { rows: inOrder(dates), table: "workout_dates", done };
    },
  },
  {
    job: "date-shares",
    what: "dates that begin",
    async prepare() {
      const rows = inOrder(await shares());
      await query(
        `update workout_dates set starts_at = now() - interval '5 minutes'
         where message_id in (select message_id from date_shares where id = any($1))`,
        rows,
      );
      return { rows, table: "date_shares", done: "date_shares where id = $1 and starts_at is not null" };
    },
  },
  {
    job: "date-shares",
    what: "questions",
    prepare: async () => ({
      rows: await begunShares("ask_at"),
      table: "date_shares",
      done: "date_shares where id = $1 and asked_at is not null",
    }),
  },
  {
    job: "date-shares",
    what: "silent members",
    prepare: async () => ({
      rows: await begunShares("tell_at"),
      table: "date_shares",
      done: "date_shares where id = $1 and told_at is not null",
    }),
  },
  {
    job: "notification-digest",
    what: "members",
    async prepare() {
      const rows = idsOf(await twice(() => createMember(app)));
      for (const memberId of rows)
        await app.ctx.transact((tx) => scheduleNotification(tx, { cause: "low_balance", memberId, otherId: null }));
      await query("update notifications set push_after = now(), email_after = now() where member_id = any($1)", rows);
      return { rows, table: "notifications", done: "notifications where member_id = $1 and state <> 'pending'" };
    },
  },
  {
    job: "new-member-alerts",
    what: "members",
    async prepare() {
      const rows = idsOf(await twice(() => createConfirmedMember(app)));
      await query(
        "update notification_preferences set someone_new_looked_at = now() - interval '3 days' where member_id = any($1)",
        rows,
      );
      await query("update members set last_active_at = now() - interval '3 days' where id = any($1)", rows);
      const done = "notification_preferences where member_id = $1 and someone_new_looked_at > now() - interval '1 day'";
      return { rows, table: "notification_preferences", done };
    },
  },
  {
    job: "lift-expired-suspensions",
    what: "suspensions",
    async prepare() {
      const rows = idsOf(await twice(() => createMember(app)));
      for (const [i, id] of rows.entries()) {
        await suspendMember(app.ctx, BY, id, new Date(Date.now() + 60_000), "Threats.");
        await query(
          "update suspensions set ends_at = now() - make_interval(mins => $2) where member_id = $1",
          id,
          9 - i,
        );
      }
      return { rows, table: "suspensions", done: "members where id = $1 and status <> 'suspended'" };
    },
  },
  {
    job: "staff-alerts",
    what: "cases",
    async prepare() {
      const rows = idsOf(await twice(async () => ({ id: await createDueCase() })));
      return { rows, table: "case_items", done: "case_items where case_id = $1 and alert_at is null" };
    },
  },
  {
    job: "staff-alerts",
    what: "notices",
    async prepare() {
      const rows = inOrder(await twice(async () => newId()));
      await query(
        `insert into notices (id, number, kind, place, username, details, name, email, is_honeypot_hit, alert_at)
         select id, id::text, 'illegal', '', '', '', '', '', false, now() from unnest($1::uuid[]) as id`,
        rows,
      );
      return { rows, table: "notices", done: "notices where id = $1 and alert_at is null" };
    },
  },
  {
    job: "end-pauses",
    what: "members",
    async prepare() {
      const rows = idsOf(await twice(() => createMember(app)));
      await query(
        "update members set status = 'hidden', hidden_until = now() - interval '1 minute' where id = any($1)",
        rows,
      );
      return { rows, table: "members", done: "members where id = $1 and status <> 'hidden'" };
    },
  },
  {
    job: "return-unopened-crushes",
    what: "crushes",
    async prepare() {
      const rows: string[] = [];
      for (let i = 0; i < 2; i++) {
        const [me, other] = await twice(() => createCompleteMember(app));
        await app.call(sendCrush, { body: { recipientId: other.id } }, me.token);
        rows.push(other.id);
      }
      return {
        rows: rows as [string, string],
        table: "ledger_entries",
        done: "ledger_entries where other_id = $1 and change > 0",
        daysLater: UNOPENED_CRUSH_DAYS + 1,
        alone: "return-unopened-crush",
      };
    },
  },
  {
    job: "compare-images",
    what: "copies",
    async prepare() {
      const rows = newKeys();
      await addPhotoRows(rows);
      await query(
        `insert into image_checks (key, state, checked_at, pdq, quality)
         select unnest($1::text[]), 'clear', now(), repeat('01', 128)::bit(256), 100`,
        rows,
      );
      const id = newId();
      await query("insert into image_comparisons (id, source, hashes) values ($1, 'a list', 1)", id);
      await query(
        `insert into unwanted_images (id, pdq, source, comparison_id)
         values (gen_random_uuid(), repeat('01', 128)::bit(256), 'a list', $1)`,
        id,
      );
      const done = "image_checks where key = $1 and state = 'held'";
      return { rows, table: "image_checks", done, alone: "hold-copy" };
    },
  },
  {
    job: "compare-images",
    what: "comparisons",
    async prepare() {
      const rows = await twice(async () => newId());
      for (const [i, id] of rows.entries())
        await query("insert into image_comparisons (id, source, hashes) values ($1, $2, $3)", id, `list ${i}`, i + 1);
      return {
        rows,
        table: "image_comparisons",
        done: "image_comparisons where id = $1 and finished_at is not null",
      };
    },
  },
  {
    job: "check-earlier-images",
    what: "images",
    async prepare() {
      const rows = newKeys();
      await addPhotoRows(rows);
      return { rows, table: "image_checks", done: "image_checks where key = $1" };
    },
  },
  {
    job: "payment-reconciliation",
    what: "checkouts",
    async prepare() {
      const rows = await addCheckouts("open");
      await query("update checkouts set created_at = created_at - interval '1 hour' where id = $1", rows[0]);
      return { rows, table: "checkouts", done: "checkouts where id = $1 and last_checked_at is not null" };
    },
  },
  {
    job: "payment-reconciliation",
    what: "abandoned checkouts",
    async prepare() {
      const rows = await addCheckouts("open");
      await query("update checkouts set created_at = now() - interval '40 days' where id = any($1)", rows);
      return { rows, table: "checkouts", done: "checkouts where id = $1 and state = 'expired'" };
    },
  },
  {
    job: "withdrawal-refunds",
    what: "withdrawals",
    async prepare() {
      const rows = await twice(async () => newId());
      for (const [i, id] of rows.entries()) {
        const [checkout] = await addCheckouts("granted");
        await query(
          `insert into withdrawals (id, checkout_id, credits, amount_cents, withdrawn_at)
           values ($1, $2, 15, 999, now() - make_interval(hours => $3))`,
          id,
          checkout,
          9 - i,
        );
      }
      return { rows, table: "withdrawals", done: "withdrawals where id = $1 and refund_attempted_at is not null" };
    },
  },
  {
    job: "cleanup",
    what: "ended accounts",
    async prepare() {
      const rows = idsOf(await twice(() => createMember(app)));
      for (const id of rows) await suspendMember(app.ctx, BY, id, null, "Threats.");
      return { rows, table: "members", done: "members where id = $1 and status = 'deleted'", daysLater: 9 * 365 };
    },
  },
  {
    job: "cleanup",
    what: "retained profiles",
    async prepare() {
      const rows = idsOf(await twice(() => createMember(app)));
      await query(
        `insert into retained_profiles (member_id, username, location, bio, prompts, interests, purge_after)
         select unnest($1::uuid[]), '', '', '', '[]', '{}', now() - interval '1 day'`,
        rows,
      );
      const done = "members where id = $1 and not exists (select from retained_profiles where member_id = members.id)";
      return { rows, table: "retained_profiles", done };
    },
  },
  {
    job: "cleanup",
    what: "ended conversations",
    async prepare() {
      const rows = await twice(async () => {
        const [me, other] = await createMatch(app);
        await app.call(sendMessage, { body: { receiverId: other.id, content: "Hello" } }, me.token);
        await app.call(unmatch, { body: { userId: other.id } }, me.token);
        const [row] = await query(
          `update relationships set ended_at = now() - interval '900 days'
           where $1 in (member_a_id, member_b_id) returning id`,
          me.id,
        );
        return String(row?.["id"]);
      });
      await query("update relationships set ended_at = ended_at - interval '1 day' where id = $1", rows[0]);
      return { rows, table: "relationships", done: "relationships where id = $1 and emptied_at is not null" };
    },
  },
  {
    job: "cleanup",
    what: "selfies that nobody has looked at",
    async prepare() {
      const rows = inOrder(
        await twice(async () => {
          const { id } = await createMember(app);
          const [row] = await query(
            `insert into verification_requests (id, member_id, pose, state, image_key, is_live, submitted_at)
             values (gen_random_uuid(), $1, 'thumb_up', 'submitted', $2, true, now() - interval '90 days') returning id`,
            id,
            newKeys()[0],
          );
          return String(row?.["id"]);
        }),
      );
      const done = "verification_requests where id = $1 and state <> 'submitted'";
      return { rows, table: "verification_requests", done };
    },
  },
  {
    job: "cleanup",
    what: "expired uploads",
    async prepare() {
      const rows = newKeys();
      await query("insert into pending_uploads (key, is_expired) select unnest($1::text[]), true", rows);
      const done = "(select where not exists (select from pending_uploads where key = $1)) as gone";
      return { rows, table: "pending_uploads", done };
    },
  },
];

/** Scheduled jobs that no row can stop. */
const WITHOUT_ROWS: Partial<Record<JobName, string>> = {
  "subscription-expired": "it writes nothing: one query finds the members who get an event",
};

const DATA: Partial<JobData> = { "check-earlier-images": { after: "" } };

async function runFailing(job: JobName, daysLater: number): Promise<void> {
  const now = () => new Date(Date.now() + daysLater * 24 * 3_600_000);
  const failure = await runJob({ ...app.ctx, now }, job, DATA[job] ?? {}, newId()).then(() => "none", String);
  // A failed job is logged with its error, counted by kind, and has an alert.
  expect(failure).toContain(POISON);
}

test.each(WALKS)("$job: a failing row of the $what does not stop the others", async ({ job, prepare }) => {
  Object.assign(app.ctx.config, { imageChecks: /image/.test(job) ? "on" : "off" });
  const { rows, table, done, daysLater = 0, alone } = await prepare();
  const [bad, good] = rows;
  await runAsOwner(
    app,
    `create or replace function fail_row() returns trigger language plpgsql as $$ begin
       if concat(to_jsonb(old), to_jsonb(new)) like '%' || tg_argv[0] || '%' then raise '${POISON}'; end if;
       if tg_op = 'DELETE' then return old; end if;
       return new;
     end $$;
     create trigger fail_row before insert or update or delete on ${table}
       for each row execute function fail_row('${bad}')`,
  );
  try {
    await runFailing(job, daysLater);
    if (alone) {
      const sent = await query(
        "delete from jobs.job where name = $1 returning data, data::text like $2 as fails",
        alone,
        `%${bad}%`,
      );
      expect(sent.filter(({ fails }) => fails)).toHaveLength(1);
      for (const { data, fails } of sent) if (!fails) await runJob(app.ctx, alone, data as never, newId());
    }
    const isDone = async (row: string) => (await query(`select from ${done}`, row)).length > 0;
    expect(await isDone(good)).toBe(true);
    expect(await isDone(bad)).toBe(false);
  } finally {
    await runAsOwner(app, `drop trigger fail_row on ${table}`);
  }
});

test("knows each scheduled job, with the rows that it walks or the reason why none can stop it", () => {
  const definitions: readonly Job[] = JOBS;
  const scheduled = definitions.filter(({ schedule }) => schedule !== undefined).map(({ name }) => name);
  const known = new Set<string>([...WALKS.map(({ job }) => job), ...Object.keys(WITHOUT_ROWS)]);
  expect(scheduled.filter((name) => !known.has(name))).toEqual([]);
});
