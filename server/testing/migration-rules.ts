import { isConcurrent, numberOf, requiredBy } from "#server/platform/db/migrate.ts";

/** Processes of the last release run while a migration is applied, see docs/guides/migrations.md. */

interface Rule {
  readonly pattern: RegExp;
  readonly breach: string;
  /** Whether a migration that removes what was replaced may do it. */
  readonly mayContract: boolean;
}

const RULES: readonly Rule[] = [
  {
    pattern: /\bdrop\s+(?:table|column|constraint|index|view|function|trigger|type|default|expression|identity)\b/,
    breach: "removes what running processes may use",
    mayContract: true,
  },
  { pattern: /\brename\b/, breach: "renames what running processes use", mayContract: true },
  {
    pattern: /\balter\s+column\s+\w+\s+(?:set\s+data\s+)?type\b/,
    breach: "changes a type, which rewrites the table",
    mayContract: false,
  },
  {
    pattern: /\bset\s+not\s+null\b/,
    breach: "requires a value that running processes do not write",
    mayContract: true,
  },
  {
    pattern:
      /\badd\s+(?:column\s+)?(?!constraint|check|unique|primary|foreign)\w+\s(?:(?!\bdefault\b|\bidentity\b)[^,;])*\bnot\s+null\b(?![^,;]*\bdefault\b)/,
    breach: "adds a column without a default that must not be null",
    mayContract: false,
  },
  {
    pattern: /\bdefault\s+(?:gen_random_uuid|random|clock_timestamp|nextval|uuidv7)\b|\bstored\b/,
    breach: "computes a value for each row, which rewrites the table",
    mayContract: false,
  },
  {
    pattern: /\badd\s+(?:constraint\s+\w+\s+)?(?:check|foreign\s+key)\b(?![^;]*\bnot\s+valid\b)/,
    breach: "checks all rows while it locks the table: add the constraint as NOT VALID, and validate it later",
    mayContract: false,
  },
  {
    pattern: /\badd\s+(?:constraint\s+\w+\s+)?(?:unique|primary\s+key|exclude)\b(?!\s+using\s+index)/,
    breach: "builds an index while it locks the table: build it concurrently, and add the constraint USING INDEX",
    mayContract: false,
  },
  {
    pattern: /\bcreate\s+(?:unique\s+)?index\b(?!\s+concurrently)/,
    breach: "locks the table while the index is built: use a migration named …-concurrently-…",
    mayContract: false,
  },
  {
    pattern: /^\s*(?:with\b[\s\S]*)?(?:update\s+\w|delete\s+from\b|insert\s+into\s+\w+[^;]*\bselect\b[^;]*\bfrom\b)/,
    breach: "changes rows in one transaction: let a job do it in batches",
    mayContract: false,
  },
  { pattern: /\btruncate\b|\bvacuum\b|\bcluster\b|\block\s+table\b/, breach: "locks the table", mayContract: false },
];

/** Kysely's builders are not understood here, so migrations are SQL. */
const BUILDER = /\bdb\.schema\b|\.(?:alterTable|dropTable|createIndex|dropColumn|renameTo)\(/;
/** A comment above a statement that is safe for a reason that the rules cannot see. */
const EXEMPTION = /--\s*safe while old code runs: \S/;

/** The table that a statement changes. */
const TABLE =
  /\b(?:alter\s+table(?:\s+only)?(?:\s+if\s+exists)?|on(?:\s+only)?|update|delete\s+from|insert\s+into|truncate(?:\s+table)?)\s+"?(\w+)/;
const CREATED = /\bcreate\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?"?(\w+)/g;

/** The statements of the SQL in a migration's text, with the comments that stand above each. */
function statementsOf(text: string): { readonly sql: string; readonly isExempt: boolean }[] {
  return [...text.matchAll(/\bsql(?:<[^>]*>)?`([^`]*)`/g)]
    .flatMap(([, block = ""]) => block.replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''").split(";"))
    .map((statement) => ({
      sql: statement
        .replace(/--[^\n]*/g, "")
        .trim()
        .toLowerCase(),
      isExempt: EXEMPTION.test(statement),
    }))
    .filter(({ sql }) => sql !== "");
}

const ONE_INDEX = /^(?:create (?:unique )?index concurrently|drop index concurrently)\b[^;]*;?$/i;
/** A loop over a limited number of rows at a time. */
const BATCHES = /^do \$\$[\s\S]*\bloop\b[\s\S]*\blimit \d+[\s\S]*\bcommit;\s+end loop;[\s\S]*\$\$$/i;

function findConcurrentBreaches(name: string, text: string): string[] {
  const blocks = [...text.matchAll(/\bsql(?:<[^>]*>)?`([^`]*)`/g)].map(([, block = ""]) => block.trim());
  return blocks
    .filter((block) => !ONE_INDEX.test(block) && !BATCHES.test(block))
    .map((block) => `${name}: may only build or drop one index, or commit batches, in each: ${block.slice(0, 60)}`);
}

/**
 * @param text the migration's source
 * @param earlier the names of the migrations before it
 * @param released the last migration of the last release
 */
export function findMigrationBreaches(
  name: string,
  text: string,
  earlier: readonly string[],
  released: string,
): string[] {
  if (isConcurrent(name)) return findConcurrentBreaches(name, text);
  const breaches: string[] = [];
  const required = requiredBy(name);
  const isContract = required !== undefined;
  if (isContract && (!earlier.some((one) => numberOf(one) === required) || required > numberOf(released)))
    breaches.push(`${name}: ${required} is not in the last release, which would break at this migration`);
  if (BUILDER.test(text)) breaches.push(`${name}: write SQL instead of schema builders`);
  const statements = statementsOf(text);
  const own = new Set(statements.flatMap(({ sql }) => [...sql.matchAll(CREATED)].map(([, table = ""]) => table)));
  for (const { sql, isExempt } of statements) {
    if (isExempt || own.has(TABLE.exec(sql)?.[1] ?? "")) continue;
    // A table that is created here is in nobody's way.
    if (/^create\s+(?:unlogged\s+)?table\b/.test(sql)) continue;
    for (const { pattern, breach, mayContract } of RULES)
      if (pattern.test(sql) && !(isContract && mayContract))
        breaches.push(`${name}: ${breach}: ${sql.replace(/\s+/g, " ").slice(0, 80)}`);
  }
  return breaches;
}
