import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deleteAccount } from "#contract/account.ts";
import { logout } from "#contract/accounts.ts";
import type { Schema } from "#contract/endpoint.ts";
import { endOtherSessions, endSession } from "#contract/sessions.ts";
import { endpoints, leavesOf, nameOf } from "#server/testing/endpoints.ts";
import { signUpAt } from "#server/testing/process-harness.ts";
import { makeDataFolder, startSpotter } from "#server/testing/spotter-process.ts";
import { runBuild } from "./build-in-child.ts";

/**
 * `npm run security-scan`: starts Spotter on a data folder of its own and has two scanners attack it, on this machine only:
 * wapiti crawls the pages and tries what it knows; sqlmap injects SQL into every field of every endpoint of the contract.
 * Both are Debian packages. `-- wapiti` or `-- sqlmap` runs one of them. Fails where one finds something of medium severity
 * or above, or could not do its work.
 */

const MODULES =
  "backup,blindsql,cookieflags,crlf,csp,exec,file,htaccess,http_headers,methods,permanentxss,redirect,shellshock,sql,xss";
const WAPITI_SECONDS = 900;
const SQLMAP_SECONDS = 240;
/** Medium, as wapiti numbers severities. */
const MEDIUM = 2;

/** These would end the session that the others are asked with. */
const PASSED_OVER = new Set([logout, deleteAccount, endOtherSessions, endSession].map(nameOf));

const isInstalled = (program: string): boolean => spawnSync(program, ["--version"], { stdio: "ignore" }).status === 0;

/** Runs a program to its end or for so long. @returns what it printed, and whether it ended by itself */
async function runFor(seconds: number, program: string, args: readonly string[]) {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
    });
  const late = setTimeout(() => child.kill("SIGKILL"), seconds * 1000);
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  clearTimeout(late);
  return { printed, ended: code !== null };
}

interface Report {
  readonly vulnerabilities: Readonly<Record<string, readonly { level: number; info: string; path: string }[]>>;
  readonly anomalies: Readonly<Record<string, readonly { level: number; info: string; path: string }[]>>;
}

/** @returns what wapiti found, a line each; those of medium severity or above begin with `!` */
async function runWapiti(address: string, token: string, folder: string): Promise<string[]> {
  const output = join(folder, "wapiti.json");
  const pages = endpoints.filter(({ method, params }) => method === "GET" && !params);
  const options = `-u ${address}/ --scope folder -m ${MODULES} -f json -o ${output} --store-session ${join(folder, "wapiti")}
    --max-scan-time ${WAPITI_SECONDS / 3} --max-attack-time 60 --no-bugreport --flush-session`;
  const { printed, ended } = await runFor(WAPITI_SECONDS + 300, "wapiti", [
    ...options.split(/\s+/),
    "-H",
    `Authorization: Bearer ${token}`,
    ...pages.flatMap(({ path }) => ["-s", `${address}${path}?limit=10&cursor=1`]),
  ]);
  if (!ended) return ["! wapiti did not end in time"];
  try {
    const { vulnerabilities, anomalies } = JSON.parse(readFileSync(output, "utf8")) as Report;
    return Object.entries({ ...vulnerabilities, ...anomalies }).flatMap(([kind, found]) =>
      found.map(({ level, info, path }) => `${level >= MEDIUM ? "!" : " "} ${kind}: ${info} (${path})`),
    );
  } catch {
    return [`! wapiti wrote no report: ${printed.slice(-500)}`];
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** Puts values for one schema together: of each field the last one stands. */
function merged(one: unknown, other: unknown): unknown {
  if (!isRecord(one) || !isRecord(other) || Array.isArray(other)) return other;
  const both = { ...one };
  for (const [key, value] of Object.entries(other)) both[key] = merged(one[key], value);
  return both;
}

/** A body with a text in every field, so that each is tried. */
const bodyOf = (schema: Schema): unknown =>
  leavesOf(schema).reduce<unknown>((body, leaf) => merged(body, leaf.place("1")), {});

/** @returns what sqlmap found, a line each */
async function runSqlmap(address: string, token: string, folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const endpoint of endpoints) {
    if (PASSED_OVER.has(nameOf(endpoint))) continue;
    const { method, path, body, query, multipart } = endpoint;
    if (!body && !query && !path.includes(":")) continue;
    const search = query
      ? `?${leavesOf(query)
          .map((leaf) => `${leaf.path}=1`)
          .join("&")}`
      : "";
    const url = `${address}${path.replace(/:\w+/g, "1*")}${search}`;
    const data = body && !multipart ? ["--data", JSON.stringify(bodyOf(body))] : [];
    const options = `-u ${url} --method ${method} --batch --dbms PostgreSQL --level 1 --risk 2 --technique BEUST --time-sec 3
      --timeout 10 --retries 0 --threads 4 --ignore-code * --disable-coloring --flush-session
      --output-dir ${join(folder, "sqlmap")}`;
    const { printed, ended } = await runFor(SQLMAP_SECONDS, "sqlmap", [
      ...options.split(/\s+/),
      ...data,
      "--headers",
      `Authorization: Bearer ${token}`,
    ]);
    const isFound = /identified the following injection point|is vulnerable\. Do you/.test(printed);
    const isDone = /all tested parameters do not appear to be injectable|does not seem to be injectable/.test(printed);
    if (isFound) found.push(`! ${nameOf(endpoint)}: ${printed.slice(printed.indexOf("identified"))}`);
    else if (!isDone) found.push(`! ${nameOf(endpoint)}: ${ended ? printed.slice(-300) : "did not end in time"}`);
    console.log(`${isFound ? "FOUND" : isDone ? "ok" : "NOT DONE"}: ${nameOf(endpoint)}`);
  }
  return found;
}

const asked = process.argv.slice(2);
const scanners = { wapiti: runWapiti, sqlmap: runSqlmap } as const;
const names = (["wapiti", "sqlmap"] as const).filter((name) => asked.length === 0 || asked.includes(name));
const missing = names.filter((name) => !isInstalled(name));
if (missing.length > 0) {
  console.error(`Install ${missing.join(" and ")} first, such as by: apt-get install ${missing.join(" ")}`);
  process.exit(2);
}

await runBuild(console.log);
const data = makeDataFolder();
const folder = mkdtempSync(join(tmpdir(), "spotter-scan-"));
mkdirSync(join(folder, "wapiti"));
const spotter = startSpotter(data.path, { LOG_LEVEL: "error" });
let findings = 0;
try {
  const address = await spotter.ready();
  for (const name of names) {
    const { token } = await signUpAt(address);
    console.log(`\n${name} attacks ${address}…`);
    const lines = await scanners[name](address, token, folder);
    for (const line of lines) console.log(line);
    const grave = lines.filter((line) => line.startsWith("!")).length;
    console.log(`${name}: ${grave} of medium severity or above, ${lines.length - grave} below`);
    findings += grave;
  }
  const failures = spotter
    .output()
    .split("\n")
    .filter((line) => line.includes('"level":50')).length;
  console.log(`\nThe server logged ${failures} failures of its own.`);
  findings += failures;
} finally {
  spotter.process.kill("SIGTERM");
  await spotter.ended;
  data.remove();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(findings === 0 ? 0 : 1);
