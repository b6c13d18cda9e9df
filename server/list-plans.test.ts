import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { getWallet } from "#contract/billing/wallet.ts";
import { getConversations } from "#contract/chat/messages.ts";
import { CRUSH_LISTS } from "#contract/crushes/crush-lists.ts";
import * as crushes from "#contract/crushes/crushes.ts";
import { browse, findUnavailable } from "#contract/discovery/discovery.ts";
import { listPasses } from "#contract/discovery/passes.ts";
import { CRUSH_COUNT_MAX, CRUSHES_PAGE, OVERVIEW_MAX, PAGE_SIZE, UNSEEN_MAX } from "#contract/limits.ts";
import { listBlocked } from "#contract/moderation/reports.ts";
import { findDueMembers } from "#server/domains/notifications/notifications.repo.ts";
import { fillAround, HEAVY } from "#server/testing/heavy-member.ts";
import { createCompleteMember, type TestMember } from "#server/testing/members.ts";
import { testApp } from "#server/testing/test-app.ts";

/**
 * What each list reads for a member who has much. `PLAN_MEMBERS=1000000` plans it for a million members, in some
 * minutes.
 */
const MEMBERS = Number(process.env["PLAN_MEMBERS"] ?? HEAVY.received + HEAVY.sent + 3_000);
const MANY = 500_000;
/** A scan of all rows is the best plan for a table with fewer. */
const SMALL_TABLE = 1_000;
/** Rows that are read for one that is shown: those that a filter removes count. */
const READ_PER_SHOWN = 3;

const app = testApp({ rateLimits: false });
let me: TestMember;
let client: pg.Client;
let bigTables: ReadonlySet<string>;
let known: readonly string[];

beforeAll(async () => {
  me = await createCompleteMember(app);
  await fillAround(app, me.id, MEMBERS);
  client = new pg.Client(app.database.connection);
  await client.connect();
  // As the embedded PostgreSQL has it, and an own one should: the server of tests keeps the default, that of spinning disks.
  await client.query("set random_page_cost = 1.1");
  const { rows } = await client.query("select relname from pg_class where relkind = 'r' and reltuples > $1", [
    SMALL_TABLE,
  ]);
  bigTables = new Set(rows.map(({ relname }) => relname));
  known = (
    await client.query("select other_id from relationship_sides where member_id = $1 limit 2", [me.id])
  ).rows.map(({ other_id }) => other_id);
}, 3_600_000);
afterAll(() => client?.end());

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The statements that read while a request is answered. */
async function record(request: List["read"]): Promise<Statement[]> {
  const recorded: Statement[] = [];
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [first, second] = args;
    const { text, values = [] } = (
      typeof first === "object" ? first : { text: first, values: second }
    ) as Partial<Statement>;
    if (text !== undefined && /^\s*(?:select|with)\b/i.test(text)) recorded.push({ text, values });
    return query.apply(this, args);
  } as never);
  try {
    const reply = await request();
    if ("status" in reply) expect(reply.status).toBe(200);
  } finally {
    spy.mockRestore();
  }
  return recorded;
}

interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Rows Removed by Index Recheck"?: number;
  readonly Plans?: readonly PlanNode[];
}

interface Scan {
  readonly table: string;
  readonly how: string;
  readonly rows: number;
}

const listScans = (node: PlanNode): Scan[] => [
  ...(node["Relation Name"] === undefined || node["Actual Loops"] === 0
    ? []
    : [
        {
          table: node["Relation Name"],
          how: node["Node Type"],
          rows:
            node["Actual Loops"] *
            (node["Actual Rows"] +
              (node["Rows Removed by Filter"] ?? 0) +
              (node["Rows Removed by Index Recheck"] ?? 0)),
        },
      ]),
  ...(node.Plans ?? []).flatMap(listScans),
];

function literal(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (Buffer.isBuffer(value)) return `'\\x${value.toString("hex")}'`;
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  if (!Array.isArray(value)) return pg.escapeLiteral(typeof value === "object" ? JSON.stringify(value) : String(value));
  return pg.escapeLiteral(`{${value.map((item) => JSON.stringify(String(item))).join(",")}}`);
}

/** With the values, as for a statement that runs rarely, and without, as for one that is prepared. */
async function explain({ text, values }: Statement, mode: "custom" | "generic"): Promise<readonly Scan[]> {
  await client.query("begin");
  try {
    await client.query(`set local plan_cache_mode = force_${mode}_plan`);
    await client.query(`prepare listed as ${text}`);
    const args = values.length > 0 ? `(${values.map(literal).join(", ")})` : "";
    const { rows } = await client.query(`explain (analyze, format json) execute listed${args}`);
    return listScans(rows[0]["QUERY PLAN"][0].Plan);
  } finally {
    await client.query("rollback");
    await client.query("deallocate all");
  }
}

interface List {
  readonly name: string;
  readonly read: () => Promise<{ readonly status: number } | readonly unknown[]>;
  /** How many rows it returns or counts at most. */
  readonly shows: number;
  /** It shows so many that reading all rows is the better plan for a small table. */
  readonly isForMany?: boolean;
}

/** The first page, and the one after it. */
const pages = (
  name: string,
  shows: number,
  read: (cursor?: string) => Promise<{ status: number; body: { nextCursor: string | null } }>,
): List[] => [
  { name, shows, read: () => read() },
  {
    name: `${name}, the next page`,
    shows,
    read: async () => {
      const { nextCursor } = (await read()).body;
      if (nextCursor === null) throw new Error("there is no next page");
      return read(nextCursor);
    },
  },
];

const LISTS: readonly List[] = [
  ...CRUSH_LISTS.flatMap((list) =>
    pages(`crushes: ${list}`, CRUSHES_PAGE, (cursor) =>
      app.call(crushes.getCrushList, { params: { list }, query: { cursor } }, me.token),
    ),
  ),
  {
    name: "all lists of crushes",
    shows: 4 * OVERVIEW_MAX,
    isForMany: true,
    read: () => app.call(crushes.getCrushes, {}, me.token),
  },
  { name: "counts of crushes", shows: CRUSH_COUNT_MAX, read: () => app.call(crushes.getCrushCounts, {}, me.token) },
  { name: "unseen crushes", shows: UNSEEN_MAX, read: () => app.call(crushes.getUnseenCrushCount, {}, me.token) },
  { name: "new matches", shows: PAGE_SIZE, read: () => app.call(crushes.getNewMatches, {}, me.token) },
  {
    name: "what stands between members",
    shows: 3,
    read: () => app.call(findUnavailable, { body: { ids: [me.id, ...known.slice(0, 2)] } }, me.token),
  },
  ...pages("conversations", PAGE_SIZE, (cursor) => app.call(getConversations, { query: { cursor } }, me.token)),
  ...pages("archived conversations", PAGE_SIZE, (cursor) =>
    app.call(getConversations, { query: { cursor, archived: "true" } }, me.token),
  ),
  {
    name: "the conversation with a member",
    // The unread ones of so many are counted.
    shows: 200,
    read: () => app.call(getConversations, { query: { userId: known[0] } }, me.token),
  },
  ...pages("passes", PAGE_SIZE, (cursor) => app.call(listPasses, { query: { cursor } }, me.token)),
  ...pages("blocked members", PAGE_SIZE, (cursor) => app.call(listBlocked, { query: { cursor } }, me.token)),
  ...pages("history of the wallet", PAGE_SIZE, (cursor) => app.call(getWallet, { query: { cursor } }, me.token)),
  {
    name: "members with due notifications",
    shows: 100,
    read: () => findDueMembers(app.ctx.db, new Date(0), undefined, 100),
  },
];

/** The scans of a big table as a whole, and those that read more than they may. */
async function listExcess(statements: readonly Statement[], shows: number) {
  expect(statements.length).toBeGreaterThan(0);
  const excess: (Scan & { readonly mode: string; readonly text: string })[] = [];
  for (const statement of statements) {
    for (const mode of ["custom", "generic"] as const) {
      for (const scan of await explain(statement, mode)) {
        const isWhole = scan.how === "Seq Scan" && bigTables.has(scan.table);
        if (isWhole || scan.rows > READ_PER_SHOWN * (shows + 1)) excess.push({ ...scan, mode, text: statement.text });
      }
    }
  }
  return excess;
}

describe("reads what it shows", () => {
  const lists = LISTS.filter(({ isForMany = false }) => !isForMany || MEMBERS >= MANY);
  test.each(lists)("$name", async ({ read, shows }) => {
    expect(await listExcess(await record(read), shows)).toEqual([]);
  });

  test("a page of Browse whose list is kept", async () => {
    const read = (cursor?: string) => app.call(browse, { query: { limit: 24, cursor } }, me.token);
    const { nextCursor } = (await read()).body;
    expect(await listExcess(await record(() => read(nextCursor ?? "")), 24)).toEqual([]);
  });
});

test("a scan of all rows is found, and rows that a filter removes", async () => {
  const all = { text: "select username from profiles where username like $1", values: ["%zz"] };
  expect(await listExcess([all], MEMBERS)).toMatchObject([{ how: "Seq Scan" }, { how: "Seq Scan" }]);
  const filtered = {
    text: "select id from members where id < $1 and status = 'deleted' order by id limit 1",
    values: ["ffffffff-ffff-ffff-ffff-ffffffffffff"],
  };
  expect((await listExcess([filtered], 1)).map(({ rows }) => rows)).toEqual([MEMBERS + 1, MEMBERS + 1]);
});
