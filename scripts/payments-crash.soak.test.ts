import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { JOBS } from "#server/jobs.ts";
import { createTransact } from "#server/platform/db/client.ts";
import { openJobQueue } from "#server/platform/jobs/job-queue.ts";
import { urlOf } from "#server/testing/database-url.ts";
import { post, processHarness, signUpAt } from "#server/testing/process-harness.ts";
import type { Spotter } from "#server/testing/spotter-process.ts";
import { SECRET_KEY, sign, startStripe, WEBHOOK_SECRET } from "#server/testing/stripe-stand-in.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/test-database.ts";

const starts = processHarness({ shared: true });

/** Rounds of each step; `npm run soak` sets more. */
const ROUNDS = Number(process.env["PAYMENT_KILLS"] ?? 1);

type Product = "package" | "subscription";
/** The provider, or the buyer's browser on return. */
type Reporter = "provider" | "browser";

/** The process is killed during these. Each one leaves a different state. */
const STEPS: readonly (readonly [name: string, request: string, product: Product, reporter: Reporter])[] = [
  ["before the customer is stored", "POST /v1/customers", "package", "provider"],
  ["with a checkout and no session", "POST /v1/checkout/sessions", "package", "provider"],
  ["with an event and nothing granted", "GET /v1/checkout/sessions/", "package", "provider"],
  ["with credits granted and the event unprocessed", "GET /v1/refunds", "package", "provider"],
  ["with the buyer back and nothing granted", "GET /v1/checkout/sessions/", "package", "browser"],
  ["with the buyer back and credits granted", "GET /v1/refunds", "package", "browser"],
  ["with a subscription checkout and no session", "POST /v1/checkout/sessions", "subscription", "provider"],
  ["with an event and no subscription", "GET /v1/subscriptions/", "subscription", "provider"],
  ["with the buyer back and no subscription", "GET /v1/subscriptions/", "subscription", "browser"],
];

/**
 * One database and one fake provider for all steps. The process that starts after a kill is killed by the next step.
 */
let database: TestDatabase;
let stripe: Awaited<ReturnType<typeof startStripe>>;
let running: Spotter;
const start = (): Spotter => {
  running = starts.begin({
    DATABASE_URL: urlOf(database.connection),
    STRIPE_SECRET_KEY: SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_API_BASE: stripe.url,
  });
  return running;
};
let onRequest: (request: string) => void = () => undefined;
beforeAll(async () => {
  [database, stripe] = [await createTestDatabase(), await startStripe()];
  stripe.watch((request) => onRequest(request));
  await start().ready();
});
afterAll(async () => {
  running.process.kill("SIGKILL");
  await running.ended;
  await stripe.close();
  await database.drop();
});

/** As if they were due. */
async function reconcile(): Promise<void> {
  const { pool, db, connection } = database;
  await pool.query("update checkouts set created_at = created_at - interval '3 minutes'");
  await pool.query(
    "update payment_events set received_at = received_at - interval '10 minutes', claimed_at = claimed_at - interval '1 minute'",
  );
  const jobs = await openJobQueue(connection, JOBS, pino({ level: "silent" }));
  const noop = () => undefined;
  await createTransact(db, noop, noop).transact((tx) => jobs.send(tx, "payment-reconciliation", {}));
  const left = "select count(*)::int as n from jobs.job where name = 'payment-reconciliation' and state <> 'completed'";
  await expect.poll(async () => (await pool.query(left)).rows[0].n, { timeout: 15_000 }).toBe(0);
  await jobs.stop();
}

const rounds = STEPS.flatMap((step) => Array.from({ length: ROUNDS }, (_, round) => [...step, round + 1] as const));

const PATHS = { package: "create-checkout", subscription: "create-subscription" };

test.each(rounds)(
  "a process killed %s (at %s, %s, by the %s, round %i) grants a payment exactly once after a restart",
  async (_, step, product, reporter) => {
    const first = running;
    const address = await first.ready();
    const { token, id: memberId } = await signUpAt(address);
    const earlier = new Set(stripe.sessions.keys());
    const sessions = () => [...stripe.sessions.values()].filter(({ id }) => !earlier.has(id));
    let killed = false;
    onRequest = (request) => {
      if (killed || !request.startsWith(step)) return;
      killed = true;
      first.process.kill("SIGKILL");
    };
    const buy = (at: string) => post(at, `/api/crushes/${PATHS[product]}`, { packageId: "power" }, token);
    const sendEvent = (at: string, body: string) =>
      fetch(`${at}/api/webhooks/stripe`, {
        method: "POST",
        headers: { "content-type": "application/json", "stripe-signature": sign(body) },
        body,
      });
    const payAll = () => {
      for (const { id, status } of sessions()) if (status === "open") stripe.pay(id);
    };
    await buy(address).catch(() => undefined);
    payAll();
    for (const session of sessions()) {
      const reported =
        reporter === "provider"
          ? sendEvent(address, stripe.event("checkout.session.completed", session))
          : post(address, "/api/crushes/confirm-checkout", { sessionId: session.id }, token);
      await reported.catch(() => undefined);
    }
    await first.ended;
    expect(killed).toBe(true);

    const again = await start().ready();
    await reconcile();
    // Only the provider knows a session whose creation was not acknowledged. It repeats its events for days.
    if (step === "POST /v1/checkout/sessions")
      for (const session of sessions())
        expect((await sendEvent(again, stripe.event("checkout.session.completed", session))).status).toBe(200);
    // A buyer who saw no payment page tries again.
    if (sessions().length === 0) {
      await buy(again);
      payAll();
      await reconcile();
    }
    const paid = sessions().filter((session) => session.payment_status === "paid").length;
    const { rows } = await database.pool.query(
      `select balance,
         (select count(*)::int from ledger_entries where kind = 'purchased' and wallet_id = wallets.id) as granted,
         (select count(*)::int from subscriptions where is_active and subscriptions.member_id = $1) as subscriptions
       from wallets where member_id = $1`,
      [memberId],
    );
    const packages = product === "package" ? paid : 0;
    expect(rows).toEqual([{ balance: 5 + 15 * packages, granted: packages, subscriptions: paid - packages }]);
    expect(paid).toBe(1);
  },
  60_000,
);
