import { pino } from "pino";
import { afterEach, expect, test } from "vitest";
import { makeTransact } from "#server/db/client.ts";
import { openJobs } from "#server/jobs.ts";
import { makeTestDatabase } from "#server/testing/database.ts";
import { eachOnItsOwnFolder, joinAt, post } from "#server/testing/starts.ts";
import { SECRET_KEY, sign, startStripe, WEBHOOK_SECRET } from "#server/testing/stripe-stand-in.ts";

const starts = eachOnItsOwnFolder();
const endings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

/** Times that each step is tried; `npm run soak` asks for more. */
const ROUNDS = Number(process.env["PAYMENT_KILLS"] ?? 1);

/** The requests to the provider at which the process is killed: what it has stored by then differs. */
const STEPS = [
  ["before it knows the customer", "POST /v1/customers"],
  ["with a checkout and no session", "POST /v1/checkout/sessions"],
  ["with an event and nothing settled", "GET /v1/checkout/sessions/"],
  ["with the credits granted and the event still open", "GET /v1/charges"],
] as const;

/** A Spotter on a database of its own with a stand-in for the provider, which can be killed and started again. */
async function begin() {
  const [database, stripe] = [await makeTestDatabase(), await startStripe()];
  const { host, user, database: name } = database.connection;
  const settings = {
    DATABASE_URL: `postgres://${user}@localhost/${name}?host=${encodeURIComponent(host)}`,
    STRIPE_SECRET_KEY: SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_API_BASE: stripe.url,
  };
  endings.push(
    () => database.drop(),
    () => stripe.close(),
  );
  return { database, stripe, start: () => starts.begin(settings) };
}

/** Has the waiting jobs and the reconciliation done, as if the time for them had come. */
async function reconcile({ database }: Awaited<ReturnType<typeof begin>>): Promise<void> {
  const { pool, db, connection } = database;
  await pool.query("update checkouts set created_at = created_at - interval '3 minutes'");
  await pool.query(
    "update provider_events set received_at = received_at - interval '2 minutes', claimed_at = claimed_at - interval '1 minute'",
  );
  const jobs = await openJobs(connection, pino({ level: "silent" }));
  const nothing = () => undefined;
  await makeTransact(db, nothing, nothing)((tx) => jobs.send(tx, "reconcile", {}));
  const left = "select count(*)::int as n from jobs.job where name = 'reconcile' and state <> 'completed'";
  await expect.poll(async () => (await pool.query(left)).rows[0].n, { timeout: 15_000 }).toBe(0);
  await jobs.stop();
}

const rounds = STEPS.flatMap((step) => Array.from({ length: ROUNDS }, (_, round) => [...step, round + 1] as const));

test.each(rounds)(
  "killed %s (at %s, round %i), what is paid is granted, and once",
  async (_, step) => {
    const place = await begin();
    const { stripe, database } = place;
    const first = place.start();
    const address = await first.ready();
    const { token } = await joinAt(address);
    stripe.watch((request) => {
      if (!request.startsWith(step)) return;
      stripe.watch(() => undefined);
      first.process.kill("SIGKILL");
    });
    const buy = (at: string) => post(at, "/api/crushes/create-checkout", { packageId: "power" }, token);
    const tell = (at: string, body: string) =>
      fetch(`${at}/api/webhooks/stripe`, {
        method: "POST",
        headers: { "content-type": "application/json", "stripe-signature": sign(body) },
        body,
      });
    const payAll = () => {
      for (const { id, status } of stripe.sessions.values()) if (status === "open") stripe.pay(id);
    };
    await buy(address).catch(() => undefined);
    payAll();
    for (const session of stripe.sessions.values()) {
      const told = tell(address, stripe.event("checkout.session.completed", session));
      await told.catch(() => undefined);
    }
    await first.ended;

    const again = await place.start().ready();
    await reconcile(place);
    // A session that we were not told the name of can only be paid by whoever was: the provider tells again, for days.
    if (step === "POST /v1/checkout/sessions")
      for (const session of stripe.sessions.values())
        expect((await tell(again, stripe.event("checkout.session.completed", session))).status).toBe(200);
    // Whoever got no page to pay at tries again.
    if (stripe.sessions.size === 0) {
      await buy(again);
      payAll();
      await reconcile(place);
    }
    const paid = [...stripe.sessions.values()].filter((session) => session.payment_status === "paid").length;
    const { rows } = await database.pool.query(
      "select balance, (select count(*)::int from ledger_entries where kind = 'purchased') as granted from wallets",
    );
    expect(rows).toEqual([{ balance: 5 + 15 * paid, granted: paid }]);
    expect(paid).toBe(1);
  },
  60_000,
);
