import { pino } from "pino";
import { afterEach, expect, test } from "vitest";
import { createTransact } from "#server/db/client.ts";
import { openJobs } from "#server/jobs/job-queue.ts";
import { makeTestDatabase } from "#server/testing/database.ts";
import { urlOf } from "#server/testing/database-url.ts";
import { eachOnItsOwnFolder, joinAt, post } from "#server/testing/starts.ts";
import { SECRET_KEY, sign, startStripe, WEBHOOK_SECRET } from "#server/testing/stripe-stand-in.ts";

const starts = eachOnItsOwnFolder();
const endings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

/** Times that each step is tried; `npm run soak` asks for more. */
const ROUNDS = Number(process.env["PAYMENT_KILLS"] ?? 1);

type What = "pack" | "membership";
/** Who tells the app that it is paid: the provider, or the buyer's browser that comes back. */
type By = "provider" | "browser";

/** The requests to the provider at which the process is killed: what it has stored by then differs. */
const STEPS: readonly (readonly [name: string, request: string, what: What, by: By])[] = [
  ["before it knows the customer", "POST /v1/customers", "pack", "provider"],
  ["with a checkout and no session", "POST /v1/checkout/sessions", "pack", "provider"],
  ["with an event and nothing settled", "GET /v1/checkout/sessions/", "pack", "provider"],
  ["with the credits granted and the event still open", "GET /v1/refunds", "pack", "provider"],
  ["with the buyer back and nothing settled", "GET /v1/checkout/sessions/", "pack", "browser"],
  ["with the buyer back and the credits granted", "GET /v1/refunds", "pack", "browser"],
  ["with a membership's checkout and no session", "POST /v1/checkout/sessions", "membership", "provider"],
  ["with an event and no membership", "GET /v1/subscriptions/", "membership", "provider"],
  ["with the buyer back and no membership", "GET /v1/subscriptions/", "membership", "browser"],
];

/** A Spotter on a database of its own with a stand-in for the provider, which can be killed and started again. */
async function begin() {
  const [database, stripe] = [await makeTestDatabase(), await startStripe()];
  const settings = {
    DATABASE_URL: urlOf(database.connection),
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
    "update provider_events set received_at = received_at - interval '10 minutes', claimed_at = claimed_at - interval '1 minute'",
  );
  const jobs = await openJobs(connection, pino({ level: "silent" }));
  const nothing = () => undefined;
  await createTransact(db, nothing, nothing)((tx) => jobs.send(tx, "reconcile", {}));
  const left = "select count(*)::int as n from jobs.job where name = 'reconcile' and state <> 'completed'";
  await expect.poll(async () => (await pool.query(left)).rows[0].n, { timeout: 15_000 }).toBe(0);
  await jobs.stop();
}

const rounds = STEPS.flatMap((step) => Array.from({ length: ROUNDS }, (_, round) => [...step, round + 1] as const));

const PATHS = { pack: "create-checkout", membership: "create-subscription" };

test.each(rounds)(
  "killed %s (at %s, %s, by the %s, round %i), what is paid is granted, and once",
  async (_, step, what, by) => {
    const place = await begin();
    const { stripe, database } = place;
    const first = place.start();
    const address = await first.ready();
    const { token } = await joinAt(address);
    let killed = false;
    stripe.watch((request) => {
      if (killed || !request.startsWith(step)) return;
      killed = true;
      first.process.kill("SIGKILL");
    });
    const buy = (at: string) => post(at, `/api/crushes/${PATHS[what]}`, { packageId: "power" }, token);
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
      const told =
        by === "provider"
          ? tell(address, stripe.event("checkout.session.completed", session))
          : post(address, "/api/crushes/confirm-checkout", { sessionId: session.id }, token);
      await told.catch(() => undefined);
    }
    await first.ended;
    expect(killed).toBe(true);

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
      `select balance, (select count(*)::int from ledger_entries where kind = 'purchased') as granted,
         (select count(*)::int from memberships where is_active) as memberships from wallets`,
    );
    const packs = what === "pack" ? paid : 0;
    expect(rows).toEqual([{ balance: 5 + 15 * packs, granted: packs, memberships: paid - packs }]);
    expect(paid).toBe(1);
  },
  60_000,
);
