import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";

/** Rules that linters do not cover. Each test lists its violations. */

const modulesRoot = join(import.meta.dirname, "modules");
const webRoot = join(import.meta.dirname, "../web");
const contractRoot = join(import.meta.dirname, "../contract");

/** Modules import only from those before them. */
const ORDER = [
  "rate-limits",
  "security-events",
  "subscriptions",
  "audit",
  "status-events",
  "member-limits",
  "proof-of-work",
  "members",
  "restrictions",
  "identities",
  "notifications",
  "image-checks",
  "photos",
  "relationships",
  "passes",
  "wallet",
  "payments",
  "retention",
  "discovery",
  "daily-sets",
  "week-comparisons",
  "training",
  "accounts",
  "withdrawals",
  "factors",
  "staff",
  "profiles",
  "settings",
  "crushes",
  "messages",
  "trusted-contacts",
  "date-outcomes",
  "suspensions",
  "cases",
  "image-reviews",
  "safety",
  "support",
  "notices",
  "moderation",
  "verification",
  "signup",
  "data-export",
  "account-deletion",
  "cleanup",
  "admin",
  "console",
];

/** Each table is written by one module. */
const WRITERS: Readonly<Record<string, string>> = {
  audit_log: "audit",
  status_events: "status-events",
  suspensions: "members",
  members: "members",
  identities: "identities",
  member_devices: "identities",
  former_accounts: "identities",
  accounts: "accounts",
  sessions: "accounts",
  suspended_sessions: "accounts",
  email_tokens: "accounts",
  email_changes: "accounts",
  notice_addresses: "accounts",
  passkeys: "factors",
  totp_secrets: "factors",
  recovery_codes: "factors",
  webauthn_challenges: "factors",
  profiles: "profiles",
  profile_changes: "profiles",
  photos: "profiles",
  pending_uploads: "photos",
  image_checks: "image-checks",
  unwanted_images: "image-checks",
  image_comparisons: "image-checks",
  notification_preferences: "notifications",
  push_subscriptions: "notifications",
  presence: "notifications",
  notifications: "notifications",
  wallets: "wallet",
  ledger_entries: "wallet",
  welcome_claims: "wallet",
  customers: "payments",
  checkouts: "payments",
  subscriptions: "payments",
  payment_events: "payments",
  subscription_payments: "payments",
  disputes: "payments",
  payment_holds: "payments",
  withdrawals: "withdrawals",
  search_preferences: "discovery",
  search_index: "discovery",
  search_index_changes: "discovery",
  search_results: "discovery",
  daily_sets: "daily-sets",
  week_comparisons: "week-comparisons",
  training: "training",
  relationships: "relationships",
  retained_blocks: "relationships",
  passes: "passes",
  crushes_last_seen: "crushes",
  crush_return_cursor: "crushes",
  messages: "messages",
  workout_dates: "messages",
  trusted_contacts: "trusted-contacts",
  refused_contacts: "trusted-contacts",
  date_shares: "trusted-contacts",
  date_outcomes: "date-outcomes",
  conversation_settings: "messages",
  retained_messages: "retention",
  retained_photos: "retention",
  retained_profiles: "retention",
  reports: "safety",
  report_images: "safety",
  cases: "cases",
  case_items: "cases",
  case_events: "cases",
  member_notes: "cases",
  restrictions: "restrictions",
  decisions: "moderation",
  decision_acts: "moderation",
  appeals: "moderation",
  verification_requests: "verification",
  contact_messages: "support",
  evidence_images: "photos",
  fraud_warnings: "notices",
  notices: "notices",
  newsletter_subscribers: "support",
  newsletter_links: "support",
  rate_limits: "rate-limits",
  security_events: "security-events",
  member_usage: "member-limits",
  broadcasts: "support",
  broadcast_recipients: "support",
  data_exports: "data-export",
  staff_members: "staff",
  staff_passkeys: "staff",
  staff_sessions: "staff",
  staff_invitations: "staff",
  staff_challenges: "staff",
  staff_looks: "staff",
};

/** Lists the columns of all tables. */
const TWO_SIDED_READERS = ["data-export/exported-columns.ts"];

interface Source {
  readonly module: string;
  readonly file: string;
  readonly text: string;
}

function sourcesIn(root: string): Source[] {
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes(".test."))
    .map((file) => ({ module: file.split("/")[0] ?? "", file, text: readFileSync(join(root, file), "utf8") }));
}

const importsOf = (text: string): string[] =>
  [...text.matchAll(/(?:from|import)\s*\(?"([^"]+)"/g)].map(([, path = ""]) => path);

const modules = sourcesIn(modulesRoot);

describe("modules", () => {
  test("are all in the order", () => {
    expect([...new Set(modules.map(({ module }) => module))].sort()).toEqual([...ORDER].sort());
  });

  test("import only earlier modules, except queries, and never another module's repo", () => {
    const breaches = modules.flatMap(({ module, file, text }) =>
      importsOf(text).flatMap((path) => {
        const [, other = "", name = ""] = /^#server\/modules\/([\w-]+)\/(.+)$/.exec(path) ?? [];
        if (other === "" || other === module) return [];
        const isQuery = basename(name).endsWith(".queries.ts");
        const isLate = !isQuery && ORDER.indexOf(other) > ORDER.indexOf(module);
        const isForeignRepo = basename(name).endsWith(".repo.ts");
        return isLate || isForeignRepo ? [`${file} imports ${path}`] : [];
      }),
    );
    expect(breaches).toEqual([]);
  });

  test("only read in queries, which import no repo and no service", () => {
    const breaches = modules
      .filter(({ file }) => file.endsWith(".queries.ts"))
      .flatMap(({ file, text }) => [
        ...importsOf(text.replaceAll(/^import type .*$/gm, ""))
          .filter((path) => /\.(?:repo|service)\.ts$/.test(path))
          .map((path) => `${file} imports ${path}`),
        ...(/insertInto|updateTable|deleteFrom|insert into|delete from|\bTx\b/.test(text) ? [`${file} writes`] : []),
      ]);
    expect(breaches).toEqual([]);
  });

  test("read relationships from one side: only the module relationships uses the two-sided table", () => {
    const twoSided =
      /\b(?:member_[ab]_id|[ab]_(?:crushed|read|receipt|blocked)_at|[ab]_block_(?:listed|inherited)|run_by_a)\b|(?:from|join) relationships\b|"relationships\b/;
    const breaches = modules.filter(
      ({ module, file, text }) =>
        module !== "relationships" && !TWO_SIDED_READERS.includes(file) && twoSided.test(text),
    );
    expect(breaches.map(({ file }) => file)).toEqual([]);
  });

  test("write their own tables only", () => {
    const written =
      /(?:insertInto|updateTable|deleteFrom|mergeInto)\("(\w+)"|(?:insert into|update|delete from)\s+(\w+)\s/g;
    const breaches = modules.flatMap(({ module, file, text }) =>
      [...text.matchAll(written)].flatMap(([, builder, sql]) => {
        const table = builder ?? sql ?? "";
        return table in WRITERS && WRITERS[table] !== module ? [`${file} writes ${table}`] : [];
      }),
    );
    expect(breaches).toEqual([]);
  });

  test("read from a replica only where it was thought about: what it says may be old, and must decide nothing", () => {
    const lagging = modules.filter(({ text }) => /laggingReads|LaggingReads/.test(text));
    expect([...new Set(lagging.map(({ module }) => module))]).toEqual(["discovery"]);
  });

  test("open transactions in services only", () => {
    const breaches = modules.filter(
      ({ file, text }) => /\.transact(Statement)?\(/.test(text) && /\.(repo|present|policy|routes)\.ts$/.test(file),
    );
    expect(breaches.map(({ file }) => file)).toEqual([]);
  });
});

describe("the browser code", () => {
  const web = sourcesIn(webRoot);

  test("a feature imports only the queries of another one, except of members, which is shared", () => {
    const breaches = sourcesIn(join(webRoot, "features")).flatMap(({ module, file, text }) =>
      importsOf(text)
        .filter((path) => {
          if (/^#web\/(routes|app)\//.test(path)) return true;
          const [, other = module] = /^#web\/features\/([\w-]+)\//.exec(path) ?? [];
          return other !== module && other !== "members" && !path.endsWith(".queries.ts");
        })
        .map((path) => `${file} imports ${path}`),
    );
    expect(breaches).toEqual([]);
  });

  test("ui imports ui and lib, and lib imports lib", () => {
    const allowed: Readonly<Record<string, RegExp>> = { ui: /^#web\/(ui|lib)\//, lib: /^#web\/lib\// };
    const breaches = web.flatMap(({ module, file, text }) =>
      importsOf(text)
        .filter((path) => path.startsWith("#web/") && allowed[module]?.test(path) === false)
        .map((path) => `${file} imports ${path}`),
    );
    expect(breaches).toEqual([]);
  });

  test("loads no contract module with endpoints, whose schemas are the server's", () => {
    const contract = new Map(
      sourcesIn(contractRoot).map(({ file, text }) => [
        `#contract/${file}`,
        text.replaceAll(/^import type [^;]*;$/gm, ""),
      ]),
    );
    const loaded = new Set<string>();
    const load = (text: string): void => {
      for (const path of importsOf(text)) {
        const source = contract.get(path);
        if (source === undefined || loaded.has(path)) continue;
        loaded.add(path);
        load(source);
      }
    };
    for (const { file, text } of web)
      if (!file.startsWith("testing/")) load(text.replaceAll(/^import type [^;]*;$/gm, ""));
    expect(loaded.size).toBeGreaterThan(10);
    expect([...loaded].filter((path) => contract.get(path)?.includes("= endpoint({"))).toEqual([]);
  });

  test("reads workout files in a worker that knows no network and no storage", () => {
    const root = "features/training/files/";
    const files = new Map(
      web.map(({ file, text }) => [`#web/${file}`, withoutComments(text.replaceAll(/^import type [^;]*;$/gm, ""))]),
    );
    const loaded = new Set<string>();
    const load = (path: string): void => {
      if (loaded.has(path)) return;
      loaded.add(path);
      for (const imported of importsOf(files.get(path) ?? "")) load(imported);
    };
    load(`#web/${root}workout-files-worker.ts`);
    expect(loaded.size).toBeGreaterThan(5);
    expect([...loaded].filter((path) => !path.startsWith(`#web/${root}`))).toEqual(["#contract/limits.ts"]);
    const reaching =
      /\bimport\(|\b(fetch|XMLHttpRequest|WebSocket\w*|WebTransport|EventSource|sendBeacon|importScripts|BroadcastChannel|indexedDB|caches|cookieStore|navigator|Worker|SharedWorker)\b/;
    expect([...loaded].filter((path) => reaching.test(files.get(path) ?? ""))).toEqual([]);
  });

  test("can call every endpoint of the contract", () => {
    const listed = readFileSync(join(contractRoot, "endpoints.ts"), "utf8");
    const missing = readdirSync(contractRoot).filter(
      (name) =>
        readFileSync(join(contractRoot, name), "utf8").includes("= endpoint({") &&
        !listed.includes(`from "#contract/${name}"`),
    );
    expect(missing).toEqual([]);
  });

  test("each query key is defined once", () => {
    // The arrays of help articles are their fields.
    const code = web.filter(({ file }) => !file.startsWith("features/help/articles/"));
    const literals = code.flatMap(({ file, text }) =>
      [...text.matchAll(/(?<![\w\])>])\[\s*"([\w-]+)"/g)].map(([, root = ""]) => ({ file, root })),
    );
    const roots = web
      .filter(({ file }) => file.endsWith(".queries.ts"))
      .flatMap(({ text }) => [...text.matchAll(/keys?\b[^;"]*?\[\s*"([\w-]+)"/gi)].map(([, root = ""]) => root));
    expect(roots.length).toBeGreaterThan(10);
    const breaches = literals.filter(
      ({ root }, i) => roots.includes(root) && literals.some((other, j) => j !== i && other.root === root),
    );
    expect(breaches.map(({ file, root }) => `${file}: ["${root}"]`)).toEqual([]);
  });
});

/** Code without comments; without strings as well, unless a word is a name of the database. */
const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|[^:"'`])\/\/[^\n]*/g, "$1");
const withoutStrings = (text: string): string =>
  text
    .replace(/"(?:[^"\\\n]|\\.)*"/g, '""')
    .replace(/'(?:[^'\\\n]|\\.)*'/g, "''")
    .replace(/`(?:[^`\\$]|\\.|\$(?!\{))*`/g, "``");

describe("the glossary", () => {
  test("retires words that no identifier, file or table uses", () => {
    const root = join(import.meta.dirname, "..");
    const retired = readFileSync(join(root, "docs/glossary.md"), "utf8")
      .split("\n")
      .filter((line) => line.startsWith("| "))
      .flatMap((line) => [...(line.split("|")[4] ?? "").matchAll(/`([^`]+)`/g)].map(([, word = ""]) => word));
    expect(retired.length).toBeGreaterThan(40);
    const sources = ["bench", "contract", "demo", "e2e", "scripts", "server", "web"].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
        .filter((file) => /\.tsx?$/.test(file) && !file.startsWith("db/migrations/"))
        .map((file) => ({ file: `${folder}/${file}`, text: readFileSync(join(root, folder, file), "utf8") })),
    );
    const breaches = sources.flatMap(({ file, text }) => {
      const withStrings = withoutComments(text);
      const identifiers = withoutStrings(withStrings);
      return retired
        .filter((word) =>
          new RegExp(`(?<![\\w-])${word}(?![\\w-])`).test(word.includes("_") ? withStrings : identifiers),
        )
        .map((word) => `${file}: ${word}`);
    });
    expect(breaches).toEqual([]);
  });
});

describe("the server", () => {
  test("reads the environment in one place", () => {
    const server = sourcesIn(import.meta.dirname).filter(
      ({ module, text }) => module !== "testing" && text.includes("process.env"),
    );
    expect(server.map(({ file }) => file)).toEqual([]);
  });
});
