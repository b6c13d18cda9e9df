import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";

/** Rules of the house that no linter knows. Each says what it found, so a breach reads as what to mend. */

const modulesRoot = join(import.meta.dirname, "modules");
const webRoot = join(import.meta.dirname, "../web");

/** Modules import only from those before them. */
const ORDER = [
  "rate-limits",
  "security-events",
  "member-limits",
  "proof-of-work",
  "members",
  "identities",
  "notifications",
  "photos",
  "relationships",
  "wallet",
  "payments",
  "retention",
  "discovery",
  "accounts",
  "profiles",
  "settings",
  "crushes",
  "messages",
  "safety",
  "support",
  "signup",
  "data-export",
  "account-deletion",
  "cleanup",
  "admin",
];

/** Each table is written by one module. */
const WRITERS: Readonly<Record<string, string>> = {
  audit_log: "admin",
  suspensions: "members",
  members: "members",
  identities: "identities",
  former_accounts: "identities",
  accounts: "accounts",
  sessions: "accounts",
  suspended_logins: "accounts",
  account_links: "accounts",
  email_changes: "accounts",
  profiles: "profiles",
  profile_changes: "profiles",
  photos: "profiles",
  unclaimed_pictures: "photos",
  notification_preferences: "notifications",
  push_subscriptions: "notifications",
  looks: "notifications",
  notices: "notifications",
  conversation_notices: "notifications",
  sweeps: "notifications",
  wallets: "wallet",
  ledger_entries: "wallet",
  welcome_claims: "wallet",
  customers: "payments",
  checkouts: "payments",
  memberships: "payments",
  provider_events: "payments",
  membership_payments: "payments",
  disputes: "payments",
  payment_holds: "payments",
  match_filters: "discovery",
  browse: "discovery",
  browse_results: "discovery",
  pairs: "relationships",
  retained_blocks: "relationships",
  crush_visits: "crushes",
  messages: "messages",
  retained_messages: "retention",
  retained_photos: "retention",
  retained_profiles: "retention",
  reports: "safety",
  report_pictures: "safety",
  contact_messages: "support",
  newsletter_subscribers: "support",
  newsletter_links: "support",
  rate_limits: "rate-limits",
  security_events: "security-events",
  member_usage: "member-limits",
  announcements: "support",
  announcement_mails: "support",
  downloads: "data-export",
};

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
  test("all stand in the order", () => {
    expect([...new Set(modules.map(({ module }) => module))].sort()).toEqual([...ORDER].sort());
  });

  test("import only from those before them, and never another's repo", () => {
    const breaches = modules.flatMap(({ module, file, text }) =>
      importsOf(text).flatMap((path) => {
        const [, other = "", name = ""] = /^#server\/modules\/([\w-]+)\/(.+)$/.exec(path) ?? [];
        if (other === "" || other === module) return [];
        const late = ORDER.indexOf(other) > ORDER.indexOf(module);
        const foreign = basename(name).endsWith(".repo.ts");
        return late || foreign ? [`${file} imports ${path}`] : [];
      }),
    );
    expect(breaches).toEqual([]);
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

  test("open transactions in services only", () => {
    const breaches = modules.filter(
      ({ file, text }) => text.includes("ctx.transact(") && /\.(repo|present|policy|routes)\.ts$/.test(file),
    );
    expect(breaches.map(({ file }) => file)).toEqual([]);
  });
});

describe("features of the browser's side", () => {
  test("import no other feature but members", () => {
    const breaches = sourcesIn(join(webRoot, "features")).flatMap(({ module, file, text }) =>
      importsOf(text).flatMap((path) => {
        const [, other = module] = /^#web\/features\/([\w-]+)\//.exec(path) ?? [];
        const routes = path.startsWith("#web/routes/");
        return routes || (other !== module && other !== "members") ? [`${file} imports ${path}`] : [];
      }),
    );
    expect(breaches).toEqual([]);
  });
});

describe("the house", () => {
  test("reads the environment in one place", () => {
    const server = sourcesIn(import.meta.dirname).filter(
      ({ module, text }) => module !== "testing" && text.includes("process.env"),
    );
    expect(server.map(({ file }) => file)).toEqual([]);
  });
});
