import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

/** None if absent, all if empty. */
export interface Selection {
  readonly units?: readonly string[];
  readonly server?: readonly string[];
  readonly browser?: readonly string[];
}

const EVERYTHING: Selection = { units: [], server: [], browser: [] };

const FOUNDATION =
  /^(package-lock\.json|package\.json|vitest\.config\.ts|playwright\.config\.ts|e2e\/support\/fixtures\.ts)$/;

/** They import nearly everything. */
const COMPOSED =
  /^(server\/(app|main|context)\.ts|server\/testing\/|server\/jobs\.ts|contract\/endpoints\.ts|web\/(router|main)\.tsx|web\/app\/|e2e\/support\/|e2e\/scenes\/)/;

const SERVER_RULES = ["server/architecture.test.ts", "server/contract-conformance.test.ts"];
const SCENES = "e2e/screens/scenes.spec.ts";
/** The module `virtual:help-articles`, made of Markdown files. */
const HELP_ARTICLES = "scripts/help-articles.ts";
const HELP_ARTICLE = /^web\/domains\/site\/help\/articles\/.+\.md$/;

/** The folders of the browser tests of a screen, or of a part of it. */
const SCREEN_TESTS: Readonly<Record<string, readonly string[]>> = {
  appeal: ["moderation"],
  browse: ["discovery"],
  "change-password": ["accounts"],
  "community-guidelines": ["site"],
  contact: ["site"],
  "contact-reply": ["site"],
  "cookie-policy": ["site"],
  crushes: ["crushes"],
  "data-copy": ["member-data"],
  faq: ["site"],
  "get-verified": ["moderation"],
  help: ["site"],
  "help-article": ["site"],
  "how-it-works": ["site"],
  invite: ["site"],
  landing: ["site"],
  messages: ["chat"],
  "messages/dates": ["training"],
  "messages/list": ["chat", "notifications"],
  "newsletter-confirm": ["site"],
  "newsletter-unsubscribe": ["site"],
  "not-me": ["accounts"],
  notice: ["site"],
  privacy: ["site"],
  "profile-editor": ["members", "billing"],
  "profile-editor/photos": ["members"],
  "profile-editor/training": ["training"],
  "profile-view": ["members"],
  "reset-password": ["accounts"],
  safety: ["site"],
  settings: ["accounts"],
  "settings/account": ["accounts", "member-data"],
  "settings/billing": ["billing"],
  "settings/notifications": ["notifications"],
  "settings/privacy": ["accounts", "moderation", "training"],
  subscription: ["billing"],
  terms: ["site"],
  "test-checkout": ["billing"],
  unsubscribe: ["notifications"],
  "verify-email": ["accounts"],
};

/** The folders of the browser tests of a source, besides those of its screen. */
const BROWSER_TESTS: readonly (readonly [source: RegExp, folder: string])[] = [
  [/^web\/domains\/([\w-]+)\//, "$1"],
  [/^web\/console\//, "moderation"],
  [/^web\/(worker|app)\/notifications\b/, "notifications"],
  [/^web\/(worker|pwa)\/|^web\/ui\/sync-theme\b/, "offline-pwa"],
  [/^web\/(ui|lib|app|inline)\/|^web\/.*\.css$/, "screens"],
];

/** @throws Error for a screen without an entry */
function listScreenTests(file: string): readonly string[] {
  const [, screen, part] = /^web\/screens\/([\w-]+)\/(?:([\w-]+)\/)?/.exec(file) ?? [];
  if (screen === undefined) return [];
  const folders = SCREEN_TESTS[`${screen}/${part}`] ?? SCREEN_TESTS[screen];
  if (!folders) throw new Error(`SCREEN_TESTS has no entry for the screen '${screen}'`);
  return folders;
}

function listBrowserTests(file: string): readonly string[] {
  const folders = BROWSER_TESTS.flatMap(([source, folder]) => {
    const found = source.exec(file);
    return found ? [folder.replace("$1", found[1] ?? "")] : [];
  });
  return [...folders, ...listScreenTests(file)];
}

/** A test through HTTP belongs to the sources of its domain, or of its folder. */
const scopeOf = (file: string): string => /^server\/domains\/[\w-]+/.exec(file)?.[0] ?? dirname(file);

const IMPORTED = /\b(?:from|import)\s*\(?\s*"([#.][^"]+|virtual:help-articles)"/g;

function listImports(file: string, source: string): string[] {
  return [...source.matchAll(IMPORTED)].map(([, name = ""]) => {
    if (name === "#site") return "site.config.ts";
    if (name === "virtual:help-articles") return HELP_ARTICLES;
    return name.startsWith("#") ? name.slice(1) : normalize(join(dirname(file), name));
  });
}

function listImporters(sources: ReadonlyMap<string, string>): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>();
  for (const [file, source] of sources)
    for (const imported of listImports(file, source)) {
      const known = importers.get(imported);
      if (known) known.push(file);
      else importers.set(imported, [file]);
    }
  return importers;
}

/** Directly or through others. */
function findDependents(
  changed: readonly string[],
  importers: ReadonlyMap<string, readonly string[]>,
): ReadonlySet<string> {
  const found = new Set(changed);
  const open = [...changed];
  for (let file = open.pop(); file !== undefined; file = open.pop())
    for (const importer of importers.get(file) ?? []) {
      if (found.has(importer)) continue;
      found.add(importer);
      if (!COMPOSED.test(importer)) open.push(importer);
    }
  return found;
}

/**
 * @param changed files, relative to the repository, also deleted ones
 * @param sources all TypeScript files with their content
 */
export function selectTests(changed: readonly string[], sources: ReadonlyMap<string, string>): Selection {
  if (changed.some((file) => FOUNDATION.test(file))) return EVERYTHING;
  const importers = listImporters(sources);
  const found = findDependents(
    changed.map((file) => (HELP_ARTICLE.test(file) ? HELP_ARTICLES : file)),
    importers,
  );
  const declared = changed.filter((file) => file.startsWith("contract/"));
  const touched = [...changed, ...declared.flatMap((file) => importers.get(file) ?? [])];
  const scopes = new Set(touched.filter((file) => /^(server\/(?!testing\/)|demo\/)/.test(file)).map(scopeOf));
  const tests = [...sources.keys()].filter((file) => file.endsWith(".test.ts") && !file.endsWith(".soak.test.ts"));
  const related = tests.filter((file) => found.has(file) || scopes.has(scopeOf(file)));
  const isUnit = (file: string) => /^(bench|web|contract)\//.test(file);
  const units = related.filter(isUnit);
  const server = related.filter((file) => !isUnit(file));
  if (scopes.size > 0) server.push(...SERVER_RULES);

  const browser = new Set(changed.filter((file) => file.endsWith(".spec.ts") && sources.has(file)));
  if (changed.some((file) => file.startsWith("e2e/scenes/"))) browser.add(SCENES);
  for (const file of changed.filter((file) => !file.endsWith(".test.ts")))
    for (const folder of listBrowserTests(file)) browser.add(`e2e/${folder}/`);
  const some = (files: Iterable<string>) => [...new Set(files)].sort();
  return {
    ...(units.length > 0 && { units: some(units) }),
    ...(server.length > 0 && { server: some(server) }),
    ...(browser.size > 0 && { browser: some(browser) }),
  };
}

function listGitFiles(root: string, ...args: readonly string[]): string[] {
  const { status, stdout, stderr } = spawnSync("git", [...args], { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${args.join(" ")} failed: ${stderr}`);
  return stdout.split("\n").filter(Boolean);
}

/** Since the last commit. */
export function selectChangedTests(root: string): Selection {
  const added = listGitFiles(root, "ls-files", "--others", "--exclude-standard");
  const changed = [...listGitFiles(root, "diff", "--name-only", "HEAD"), ...added];
  const deleted = new Set(listGitFiles(root, "ls-files", "--deleted"));
  const files = [...listGitFiles(root, "ls-files", "*.ts", "*.tsx"), ...added].filter(
    (file) => /\.tsx?$/.test(file) && !deleted.has(file),
  );
  const selection = selectTests(changed, new Map(files.map((file) => [file, readFileSync(join(root, file), "utf8")])));
  console.log(`Changed files: ${changed.length}. Tests: ${JSON.stringify(selection)}`);
  return selection;
}
