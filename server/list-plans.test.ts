import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { listCheckouts } from "#contract/billing/payments.ts";
import { getWallet } from "#contract/billing/wallet.ts";
import { listWithdrawals } from "#contract/billing/withdrawals.ts";
import { getConversations, getMessages, searchMessages } from "#contract/chat/messages.ts";
import { CRUSH_LISTS } from "#contract/crushes/crush-lists.ts";
import * as crushes from "#contract/crushes/crushes.ts";
import { getDailySet } from "#contract/discovery/daily-set.ts";
import { browse, findUnavailable } from "#contract/discovery/discovery.ts";
import { listPasses } from "#contract/discovery/passes.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import {
  COUNTED_MAX,
  CRUSH_COUNT_MAX,
  CRUSHES_PAGE,
  MESSAGES_PAGE,
  OVERVIEW_MAX,
  PAGE_SIZE,
  SEARCHED_AT_ONCE_MAX,
  UNSEEN_MAX,
} from "#contract/limits.ts";
import { listLog } from "#contract/moderation/audit-log.ts";
import { getCase, listQueue } from "#contract/moderation/cases.ts";
import { getMemberRecord } from "#contract/moderation/member-records.ts";
import { COMMAND_LINE, listDecisions } from "#contract/moderation/past-decisions.ts";
import { listBlocked, listPastContacts, listReports } from "#contract/moderation/reports.ts";
import { searchRecords } from "#contract/moderation/search.ts";
import type { StaffEndpoint } from "#contract/moderation/staff-endpoint.ts";
import { listUnassignedNotices } from "#contract/moderation/unassigned-notices.ts";
import { listTrustedContacts } from "#contract/training/trusted-contacts.ts";
import { ITEMS_SHOWN } from "#server/domains/moderation/cases/cases.policy.ts";
import { countUncheckedPage } from "#server/domains/moderation/image-checks/image-checks.queries.ts";
import { findDueMembers } from "#server/domains/notifications/notifications.repo.ts";
import { LOOKED_AT_MAX } from "#server/platform/lib/page.ts";
import { findOpenCase } from "#server/testing/cases.ts";
import { endpoints, nameOf, staffEndpoints, unboundedArrays } from "#server/testing/endpoints.ts";
import { fillAround, HEAVY } from "#server/testing/heavy-member.ts";
import { createCompleteMember, type TestMember } from "#server/testing/members.ts";
import { callStaff, createStaff, openCase, type TestStaff } from "#server/testing/staff.ts";
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
let staff: TestStaff;
let photosStaff: TestStaff;
/** The open case about the member. */
let caseId: string;
let client: pg.Client;
let bigTables: ReadonlySet<string>;
let known: readonly string[];
/** A member with whom there are messages. */
let talkative: string;

beforeAll(async () => {
  me = await createCompleteMember(app);
  staff = await createStaff(app);
  photosStaff = await createStaff(app, "photos");
  await fillAround(app, me.id, MEMBERS, staff.id);
  caseId = await findOpenCase(app, me.id);
  await openCase(app, caseId, staff);
  client = new pg.Client(app.database.connection);
  await client.connect();
  // As the embedded PostgreSQL has it, and an own one should: the server of tests keeps the default, that of spinning disks.
  await client.query("set random_page_cost = 1.1");
  // Of several workers, a plan has averages.
  await client.query("set max_parallel_workers_per_gather = 0");
  const { rows } = await client.query("select relname from pg_class where relkind = 'r' and reltuples > $1", [
    SMALL_TABLE,
  ]);
  bigTables = new Set(rows.map(({ relname }) => relname));
  known = (
    await client.query("select other_id from relationship_sides where member_id = $1 limit 2", [me.id])
  ).rows.map(({ other_id }) => other_id);
  talkative = (
    await client.query(
      "select other_id from relationship_sides where member_id = $1 and active_at is not null and is_open limit 1",
      [me.id],
    )
  ).rows[0].other_id;
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
    // The queue of jobs looks at the catalogs meanwhile.
    if (text !== undefined && /^\s*\(*(?:select|with)\b(?!.*\bpg_)/is.test(text)) recorded.push({ text, values });
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
  const textOf = (item: unknown) => (Buffer.isBuffer(item) ? `\\x${item.toString("hex")}` : String(item));
  return pg.escapeLiteral(`{${value.map((item) => JSON.stringify(textOf(item))).join(",")}}`);
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
  /** Undefined for a list of a job or of the command line. */
  readonly of?: Endpoint | StaffEndpoint | undefined;
  readonly read: () => Promise<{ readonly status: number } | readonly unknown[]>;
  /** How many rows it returns or counts at most. */
  readonly shows: number;
  /** It shows so many that reading all rows is the better plan for a small table. */
  readonly isForMany?: boolean;
}

type Paged = (cursor?: string) => Promise<{ status: number; body: { nextCursor: string | null } }>;

/** The first page, and the one after it. */
const pages = (of: List["of"], name: string, shows: number, read: Paged): List[] => [
  { of, name, shows, read: () => read() },
  {
    of,
    name: `${name}, the next page`,
    shows,
    read: async () => {
      const { nextCursor } = (await read()).body;
      if (nextCursor === null) throw new Error("there is no next page");
      return read(nextCursor);
    },
  },
];

const decisions = (query: object) => (cursor?: string) =>
  callStaff(app, listDecisions, { query: { ...query, cursor } }, staff);
const log = (query: object) => (cursor?: string) => callStaff(app, listLog, { query: { ...query, cursor } }, staff);
const CONSOLE_PAGE = 50;

const MEMBER_LISTS: readonly List[] = [
  ...CRUSH_LISTS.flatMap((list) =>
    pages(crushes.getCrushList, `crushes: ${list}`, CRUSHES_PAGE, (cursor) =>
      app.call(crushes.getCrushList, { params: { list }, query: { cursor } }, me.token),
    ),
  ),
  {
    of: crushes.getCrushes,
    name: "all lists of crushes",
    shows: 4 * OVERVIEW_MAX,
    isForMany: true,
    read: () => app.call(crushes.getCrushes, {}, me.token),
  },
  { name: "counts of crushes", shows: CRUSH_COUNT_MAX, read: () => app.call(crushes.getCrushCounts, {}, me.token) },
  { name: "unseen crushes", shows: UNSEEN_MAX, read: () => app.call(crushes.getUnseenCrushCount, {}, me.token) },
  {
    of: crushes.getNewMatches,
    name: "new matches",
    shows: PAGE_SIZE,
    read: () => app.call(crushes.getNewMatches, {}, me.token),
  },
  {
    of: findUnavailable,
    name: "what stands between members",
    shows: 3,
    read: () => app.call(findUnavailable, { body: { ids: [me.id, ...known.slice(0, 2)] } }, me.token),
  },
  ...pages(getConversations, "conversations", PAGE_SIZE, (cursor) =>
    app.call(getConversations, { query: { cursor } }, me.token),
  ),
  ...pages(getConversations, "archived conversations", PAGE_SIZE, (cursor) =>
    app.call(getConversations, { query: { cursor, archived: "true" } }, me.token),
  ),
  {
    of: getConversations,
    name: "the conversation with a member",
    // The unread ones of so many are counted.
    shows: 200,
    read: () => app.call(getConversations, { query: { userId: known[0] } }, me.token),
  },
  {
    of: getMessages,
    name: "messages",
    shows: MESSAGES_PAGE,
    read: () => app.call(getMessages, { params: { userId: talkative }, query: {} }, me.token),
  },
  {
    of: getMessages,
    name: "changed messages",
    shows: MESSAGES_PAGE,
    read: () => app.call(getMessages, { params: { userId: talkative }, query: { after: 10, limit: 20 } }, me.token),
  },
  ...pages(searchMessages, "texts that are searched", SEARCHED_AT_ONCE_MAX, (cursor) =>
    app.call(searchMessages, { body: { text: "no such text", ...(cursor !== undefined && { cursor }) } }, me.token),
  ).map((list) => ({ ...list, isForMany: true })),
  ...pages(listPasses, "passes", PAGE_SIZE, (cursor) => app.call(listPasses, { query: { cursor } }, me.token)),
  ...pages(listBlocked, "blocked members", PAGE_SIZE, (cursor) =>
    app.call(listBlocked, { query: { cursor } }, me.token),
  ),
  // Those who were suspended in the last 30 days are looked at.
  ...pages(listPastContacts, "past contacts", 20 + MEMBERS / 2_000, (cursor) =>
    app.call(listPastContacts, { query: { limit: 20, cursor } }, me.token),
  ),
  ...pages(listReports, "own reports", PAGE_SIZE, (cursor) => app.call(listReports, { query: { cursor } }, me.token)),
  ...pages(getWallet, "history of the wallet", PAGE_SIZE, (cursor) =>
    app.call(getWallet, { query: { cursor } }, me.token),
  ),
  { of: listCheckouts, name: "checkouts", shows: 20, read: () => app.call(listCheckouts, {}, me.token) },
  {
    of: listWithdrawals,
    name: "withdrawals",
    shows: OVERVIEW_MAX,
    read: () => app.call(listWithdrawals, {}, me.token),
  },
  {
    of: listTrustedContacts,
    name: "trusted contacts and shared dates",
    shows: 60,
    read: () => app.call(listTrustedContacts, {}, me.token),
  },
];

const CONSOLE_LISTS: readonly List[] = [
  ...pages(listQueue, "the queue", CONSOLE_PAGE + COUNTED_MAX, (cursor) =>
    callStaff(app, listQueue, { query: { cursor } }, staff),
  ),
  ...pages(listQueue, "the queue of one kind", CONSOLE_PAGE, (cursor) =>
    callStaff(app, listQueue, { query: { kind: "picture", cursor } }, staff),
  ),
  ...pages(listQueue, "the queue of pictures and selfies", CONSOLE_PAGE, (cursor) =>
    callStaff(app, listQueue, { query: { cursor } }, photosStaff),
  ),
  {
    of: getCase,
    name: "a case",
    shows: 200 + COUNTED_MAX + ITEMS_SHOWN,
    read: () => callStaff(app, getCase, { params: { caseId } }, staff),
  },
  {
    of: getMemberRecord,
    name: "the record of a member",
    shows: 200 + COUNTED_MAX,
    read: () => callStaff(app, getMemberRecord, { params: { memberId: me.id } }, staff),
  },
  ...pages(listDecisions, "decisions", CONSOLE_PAGE, decisions({})),
  ...pages(listDecisions, "decisions of a person", CONSOLE_PAGE, (cursor) => decisions({ by: staff.id })(cursor)),
  ...pages(listDecisions, "decisions by a rule", CONSOLE_PAGE, decisions({ rule: "fraud" })),
  ...pages(listDecisions, "decisions by an act that is rare", LOOKED_AT_MAX, decisions({ act: "suspend" })),
  ...pages(listDecisions, "decisions of operators", LOOKED_AT_MAX, decisions({ by: COMMAND_LINE, rule: "fraud" })),
  ...pages(listDecisions, "decisions about pictures", LOOKED_AT_MAX, (cursor) =>
    callStaff(app, listDecisions, { query: { cursor } }, photosStaff),
  ),
  ...pages(listLog, "the log", CONSOLE_PAGE, log({})),
  ...pages(listLog, "the log of a person", CONSOLE_PAGE, (cursor) => log({ by: staff.id })(cursor)),
  ...pages(listLog, "the log of operators", CONSOLE_PAGE, log({ by: COMMAND_LINE })),
  ...pages(listLog, "the log of an action", CONSOLE_PAGE, log({ action: "list log" })),
  ...pages(listLog, "the log of an action of a person", LOOKED_AT_MAX, (cursor) =>
    log({ by: staff.id, action: "list log" })(cursor),
  ),
  // Each of their cases is a list of its own.
  ...pages(listLog, "the log about a member", 2 * CONSOLE_PAGE, (cursor) => log({ about: me.id })(cursor)),
  ...["m123", "m17@example.com", "pi_1234567890x", "R-222222"].map((text) => ({
    of: searchRecords,
    name: `found by ${text}`,
    shows: 200,
    read: () => callStaff(app, searchRecords, { body: { text } }, staff),
  })),
  {
    of: listUnassignedNotices,
    name: "notices that lead to no member",
    shows: 100,
    read: () => callStaff(app, listUnassignedNotices, {}, staff),
  },
];

const OTHER_LISTS: readonly List[] = [
  {
    name: "members with due notifications",
    shows: 100,
    read: () => findDueMembers(app.ctx.db, new Date(0), undefined, 100),
  },
  ...(["photos", "attachments"] as const).map((kind) => ({
    name: `unchecked ${kind}, a part`,
    shows: 5_000,
    read: async () => [await countUncheckedPage(app.ctx.db, kind, "")],
  })),
];
const LISTS = [...MEMBER_LISTS, ...CONSOLE_LISTS, ...OTHER_LISTS];

const shorten = (text: string): string => text.replaceAll(/\s+/g, " ").trim().slice(0, 300);

/** The scans of a big table as a whole, and those that read more than they may. */
async function listExcess(statements: readonly Statement[], shows: number) {
  expect(statements.length).toBeGreaterThan(0);
  const excess: (Scan & { readonly mode: string; readonly text: string })[] = [];
  for (const statement of statements) {
    for (const mode of ["custom", "generic"] as const) {
      for (const scan of await explain(statement, mode)) {
        const isWhole = scan.how === "Seq Scan" && bigTables.has(scan.table);
        if (isWhole || scan.rows > READ_PER_SHOWN * (shows + 1))
          excess.push({ ...scan, mode, text: shorten(statement.text) });
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

/** Arrays with a maximum that a rule sets, by their name. */
const BOUNDED: Readonly<Record<string, string>> = {
  acts: "ACTS_MAX of a decision",
  actions: "kinds of actions in the code",
  allowCredentials: "PASSKEYS_MAX",
  choices: "places with one name, in memory",
  details: "fields of an entry",
  excludeCredentials: "PASSKEYS_MAX",
  images: "a picture, and PHOTOS_MAX now or when it was reported",
  interests: "INTERESTS_MAX",
  itemKinds: "kinds of items in the code",
  kinds: "kinds in the code",
  links: "of an email",
  onMyWay: "the two of a date",
  paragraphs: "of an email",
  parts: "parts of a week",
  passkeys: "PASSKEYS_MAX",
  people: "people of the staff, at most 500",
  photos: "PHOTOS_MAX",
  profile: "fields of a profile",
  prompts: "PROMPTS_MAX",
  pubKeyCredParams: "algorithms in the code",
  reactions: "one of each member",
  reasons: "kinds of reasons in the code",
  recoveryCodes: "RECOVERY_CODES",
  restrictions: "those in force, each by a decision of staff",
  sessions: "SESSIONS_MAX",
  sports: "sports in the code",
  steps: "of one workout date, stored with the report",
  suggestions: "three",
  unrestored: "reasons in the code",
  week: "seven days",
};
/** They answer as another endpoint does. */
const LIKE: Readonly<Record<string, string>> = {
  // Five members. Whether there are enough is a search, which reads what the member has sent.
  [nameOf(getDailySet)]: nameOf(browse),
  "POST /api/moderation/cases/:caseId/claim": nameOf(getCase),
  "POST /api/moderation/cases/:caseId/look": nameOf(getCase),
};

test("each list of the API is explained here, or has a maximum by a rule", () => {
  const nameIn = (path: string): string => path.split(".").at(-1) ?? "";
  const all = [...endpoints, ...staffEndpoints].map((endpoint) => ({
    name: nameOf(endpoint),
    arrays: unboundedArrays(endpoint.reply).map(nameIn),
  }));
  const explained = new Set([...LISTS.flatMap(({ of }) => of ?? []), browse].map(nameOf));
  const lists = all.filter(({ arrays }) => arrays.some((name) => !(name in BOUNDED))).map(({ name }) => name);
  expect(lists.filter((name) => !explained.has(LIKE[name] ?? name))).toEqual([]);
  expect(Object.keys(BOUNDED).filter((name) => !all.some(({ arrays }) => arrays.includes(name)))).toEqual([]);
  expect(Object.keys(LIKE).filter((name) => !lists.includes(name))).toEqual([]);
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
