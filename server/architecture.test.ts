import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { MEMBER_DATA } from "#server/domains/member-data/export/all-member-data.ts";
import { DOMAIN_ORDER, listMemberDataFiles, WRITERS } from "#server/testing/domains.ts";

/** Rules that linters do not cover. Each test lists its violations. */

const repository = join(import.meta.dirname, "..");
const domainsRoot = join(import.meta.dirname, "domains");
const webRoot = join(import.meta.dirname, "../web");
const contractRoot = join(import.meta.dirname, "../contract");

interface Source {
  /** The first folder below the one that was read. */
  readonly part: string;
  readonly file: string;
  readonly text: string;
  /** In the repository. */
  readonly path: string;
}

function sourcesIn(folder: string): Source[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(tsx?|css)$/.test(file) && !file.includes(".test."))
    .map((file) => ({
      part: file.split("/")[0] ?? "",
      file,
      text: readFileSync(join(folder, file), "utf8"),
      path: relative(repository, join(folder, file)),
    }));
}

const REFERENCE =
  /(?:(?:\bfrom|\bimport|@import|\brequire)\s*(?:\(\s*(?:\/\*.*?\*\/\s*)?)?|new URL\(\s*)["'`]([^"'`\n]+)["'`]/gs;
const TYPES_ONLY = /^import type [^;]*;$/gm;

/** What a file imports or loads, by whatever syntax, with relative paths as `#web/…`. */
const importsOf = ({ path, text }: Pick<Source, "path" | "text">): string[] =>
  [...text.matchAll(REFERENCE)].map(([, name = ""]) =>
    /^\.{1,2}\//.test(name) ? `#${posix.join(dirname(path), name)}` : name,
  );

/** Without what is gone at run time. */
const loadedBy = ({ path, text }: Source): string[] => importsOf({ path, text: text.replaceAll(TYPES_ONLY, "") });

/** The first word of each item of a list. */
const namesIn = (list: string): string[] => [...list.matchAll(/(?:^|,)\s*(\w+)/g)].map(([, name = ""]) => name);

const sqlNamesIn = (text: string): Set<string> =>
  new Set(
    [...text.matchAll(/^import (?:type )?\{([^}]*)\} from "[^"]+\.(?:repo|statements|queries)\.ts";$/gm)].flatMap(
      ([, names = ""]) => namesIn(names.replaceAll("type ", "")),
    ),
  );

const domains = sourcesIn(domainsRoot);

const rankOf = (domain: string): number => (DOMAIN_ORDER as readonly string[]).indexOf(domain);

describe("domains", () => {
  test("are all in the order", () => {
    expect([...new Set(domains.map(({ part }) => part))].sort()).toEqual([...DOMAIN_ORDER].sort());
  });

  test("import only earlier domains, except reads, statements and rules, and never another domain's repo", () => {
    const breaches = domains.flatMap((source) => {
      const { part, file } = source;
      return importsOf(source)
        .filter((path) => {
          const [, other = part, kind = ""] = /^#server\/domains\/([\w-]+)\/.*?(?:\.([\w-]+))?\.\w+$/.exec(path) ?? [];
          if (/^#server\/(app|main|jobs|openapi)\.ts|^#server\/cli\//.test(path)) return true;
          if (other === part) return false;
          return (
            kind === "repo" || (rankOf(other) > rankOf(part) && !["queries", "statements", "policy"].includes(kind))
          );
        })
        .map((path) => `${file} imports ${path}`);
    });
    expect(breaches).toEqual([]);
  });

  test("import SQL from where it is: no file exports it again, or a function that only passes it on", () => {
    const declared = /^export (?:(?:async )?function|const) \w+(?: = )?(?:async )?\(([^)]*)\)[^{=]*(?:=>|\{)/.source;
    const wrapper = new RegExp(`${declared}\\s*(?:return |await )*(\\w+)\\(([^()]*)\\);\\n(?! )`, "gm");
    const breaches = domains.flatMap(({ file, text }) => {
      const sql = sqlNamesIn(text);
      const wrappers = [...text.matchAll(wrapper)].filter(
        ([, parameters = "", called = "", passed = ""]) =>
          sql.has(called) && /^[\w\s,]*$/.test(passed) && namesIn(parameters).join() === namesIn(passed).join(),
      );
      const again = [...text.matchAll(/^export (?:const \w+ = (\w+);$|(?:type )?[{*].*)/gm)].filter(
        ([, name]) => name === undefined || sql.has(name),
      );
      return [...wrappers, ...again].map(([found]) => `${file}: ${found}`);
    });
    expect(breaches).toEqual([]);
  });

  test("only read in queries, which import no repo, no statements and no service", () => {
    const breaches = domains
      .filter(({ file }) => file.endsWith(".queries.ts"))
      .flatMap((source) => [
        ...loadedBy(source)
          .filter((path) => /\.(?:repo|statements|service)\.ts$/.test(path))
          .map((path) => `${source.file} imports ${path}`),
        ...(/insertInto|updateTable|deleteFrom|insert into|delete from|\bTx\b/.test(source.text)
          ? [`${source.file} writes`]
          : []),
      ]);
    expect(breaches).toEqual([]);
  });

  test("read relationships from one side: only their own folder uses the two-sided table", () => {
    const twoSided =
      /\b(?:member_[ab]_id|[ab]_(?:crushed|read|receipt|blocked)_at|[ab]_block_(?:listed|inherited)|run_by_a)\b|(?:from|join) relationships\b|"relationships\b/;
    // The list of phases names it.
    const others = domains.filter(
      ({ file }) => !file.startsWith("members/relationships/") && file !== "members/member-data/member-data.ts",
    );
    const breaches = others.filter(({ text }) => twoSided.test(text));
    expect(breaches.map(({ file }) => file)).toEqual([]);
  });

  test("declare their members' data in a file that is collected", () => {
    const declaring = listMemberDataFiles().map(({ name }) => name);
    expect(declaring.toSorted()).toEqual(Object.keys(MEMBER_DATA).toSorted());
  });

  test("write their own tables only", () => {
    const written =
      /(?:insertInto|updateTable|deleteFrom|mergeInto)\("(\w+)"|(?:insert into|update|delete from)\s+(\w+)\s/g;
    const breaches = domains.flatMap(({ part, file, text }) =>
      [...text.matchAll(written)].flatMap(([, builder, sql]) => {
        const table = builder ?? sql ?? "";
        return table in WRITERS && WRITERS[table] !== part ? [`${file} writes ${table}`] : [];
      }),
    );
    expect(breaches).toEqual([]);
  });

  test("read from a replica only where it was thought about: what it says may be old, and must decide nothing", () => {
    const lagging = domains.filter(({ text }) => /laggingReads|LaggingReads/.test(text));
    expect([...new Set(lagging.map(({ part }) => part))]).toEqual(["discovery"]);
  });

  test("open transactions in services only", () => {
    const breaches = domains.filter(
      ({ file, text }) =>
        /\.transact(Statement)?\(/.test(text) && /\.(repo|statements|queries|present|policy|routes)\.ts$/.test(file),
    );
    expect(breaches.map(({ file }) => file)).toEqual([]);
  });
});

describe("the browser code", () => {
  const web = sourcesIn(webRoot);

  /** The screen or domain of a path; undefined for other folders. */
  const placeOf = (path: string) => /^(?:#web\/)?(screens|domains)\/([\w-]+)\//.exec(path)?.slice(1);

  test("has all domains in the order", () => {
    const found = new Set(web.flatMap(({ file, part }) => (part === "domains" ? (placeOf(file)?.[1] ?? []) : [])));
    expect([...found].sort()).toEqual([...DOMAIN_ORDER].sort());
  });

  test("domains import only earlier domains, screens no other screen, and neither imports the app around them", () => {
    const breaches = web.flatMap((source) => {
      const { file, part } = source;
      const [kind, name = ""] = placeOf(file) ?? [];
      if (kind === undefined) return [];
      return importsOf(source)
        .filter((path) => {
          if (/^#web\/((app|console|design)\/|(main|router)\.tsx)/.test(path)) return true;
          const [otherKind, other = ""] = placeOf(path) ?? [];
          if (otherKind === "screens") return part === "domains" || other !== name;
          return otherKind === "domains" && part === "domains" && rankOf(other) > rankOf(name);
        })
        .map((path) => `${file} imports ${path}`);
    });
    expect(breaches).toEqual([]);
  });

  test("the console shares only ui and lib with the app", () => {
    const breaches = web.flatMap((source) =>
      importsOf(source)
        .filter((path) => source.part === "console" && /^#web\/(?!console|ui|lib|fonts\.css)/.test(path))
        .map((path) => `${source.file} imports ${path}`),
    );
    expect(breaches).toEqual([]);
  });

  test("ui imports ui and lib, and lib imports lib", () => {
    const allowed: Readonly<Record<string, RegExp>> = { ui: /^#web\/(ui|lib)\//, lib: /^#web\/lib\// };
    const breaches = web.flatMap((source) =>
      importsOf(source)
        .filter((path) => path.startsWith("#web/") && allowed[source.part]?.test(path) === false)
        .map((path) => `${source.file} imports ${path}`),
    );
    expect(breaches).toEqual([]);
  });

  test("loads no contract module with endpoints, whose schemas are the server's", () => {
    const contract = new Map(sourcesIn(contractRoot).map((source) => [`#${source.path}`, source]));
    const loaded = new Set<string>();
    const load = (source: Source): void => {
      for (const path of loadedBy(source)) {
        const imported = contract.get(path);
        if (imported === undefined || loaded.has(path)) continue;
        loaded.add(path);
        load(imported);
      }
    };
    for (const source of web) if (source.part !== "testing") load(source);
    expect(loaded.size).toBeGreaterThan(10);
    expect([...loaded].filter((path) => contract.get(path)?.text.includes("= endpoint({"))).toEqual([]);
  });

  test("reads workout files in a worker that knows no network and no storage", () => {
    const folder = "#web/screens/profile-editor/training/files/";
    const files = new Map(web.map((source) => [`#${source.path}`, source]));
    const loaded = new Set<string>();
    const load = (path: string): void => {
      if (loaded.has(path)) return;
      loaded.add(path);
      const source = files.get(path);
      if (source) for (const imported of loadedBy({ ...source, text: withoutComments(source.text) })) load(imported);
    };
    load(`${folder}workout-files-worker.ts`);
    expect(loaded.size).toBeGreaterThan(5);
    expect([...loaded].filter((path) => !path.startsWith(folder))).toEqual(["#contract/limits.ts"]);
    const reaching =
      /\bimport\(|\b(fetch|XMLHttpRequest|WebSocket\w*|WebTransport|EventSource|sendBeacon|importScripts|BroadcastChannel|indexedDB|caches|cookieStore|navigator|Worker|SharedWorker)\b/;
    const codeOf = (path: string) => withoutComments((files.get(path)?.text ?? "").replaceAll(TYPES_ONLY, ""));
    expect([...loaded].filter((path) => reaching.test(codeOf(path)))).toEqual([]);
  });

  test("can call every endpoint of the contract", () => {
    const listed = readFileSync(join(contractRoot, "endpoints.ts"), "utf8");
    const missing = readdirSync(contractRoot, { recursive: true, encoding: "utf8" }).filter(
      (name) =>
        name.endsWith(".ts") &&
        readFileSync(join(contractRoot, name), "utf8").includes("= endpoint({") &&
        !listed.includes(`from "#contract/${name}"`),
    );
    expect(missing).toEqual([]);
  });

  test("each query key is defined once", () => {
    const literals = web.flatMap(({ file, text }) =>
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
        .filter((file) => /\.tsx?$/.test(file) && !file.startsWith("platform/db/migrations/"))
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
  test("has a platform that knows no domain", () => {
    const allowed = /^#(?:server\/(?:platform\/|(?:config|errors|logger)\.ts)|contract\/)/;
    const breaches = sourcesIn(join(import.meta.dirname, "platform")).flatMap((source) => [
      ...loadedBy(source)
        .filter((path) => path.startsWith("#") && !path.startsWith("#site") && !allowed.test(path))
        .map((path) => `${source.file} loads ${path}`),
      ...importsOf(source)
        .filter((path) => path.startsWith("#server/domains/"))
        .map((path) => `${source.file} imports ${path}`),
    ]);
    expect(breaches).toEqual([]);
  });

  test("lists all jobs that are defined", () => {
    const list = readFileSync(join(import.meta.dirname, "jobs.ts"), "utf8").split("JOBS = [")[1] ?? "";
    const listed = new Set([...list.matchAll(/^ {2}(\w+),$/gm)].map(([, name]) => name));
    const defined = [...domains, ...sourcesIn(join(import.meta.dirname, "../demo"))].flatMap(({ text }) =>
      [...text.matchAll(/^export const (\w+): Job</gm)].map(([, name]) => name),
    );
    expect(defined.filter((name) => !listed.has(name))).toEqual([]);
    expect(defined).toHaveLength(listed.size);
  });

  test("reads the environment in one place", () => {
    const server = sourcesIn(import.meta.dirname).filter(
      ({ part, text }) => part !== "testing" && text.includes("process.env"),
    );
    expect(server.map(({ file }) => file)).toEqual([]);
  });
});
