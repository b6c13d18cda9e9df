import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { logout } from "#contract/accounts/accounts.ts";
import { endOtherSessions, endSession } from "#contract/accounts/sessions.ts";
import type { Schema } from "#contract/endpoint.ts";
import { deleteAccount } from "#contract/member-data/member-data.ts";
import { endpoints, leavesOf, nameOf } from "#server/testing/endpoints.ts";
import { signUpAt } from "#server/testing/process-harness.ts";
import { makeDataFolder, startSpotter } from "#server/testing/spotter-process.ts";
import { runBuild } from "./build-in-child.ts";

/**
 * `npm run security-scan`: starts Spotter on a temporary data folder and runs two scanners against it, on this machine
 * only. wapiti crawls and attacks the pages; sqlmap injects SQL into every field of every endpoint. Both are Debian
 * packages. `-- wapiti` or `-- sqlmap` runs one of them. Fails if a scanner reports medium severity or above, or does
 * not finish.
 */

const MODULES =
  "backup,blindsql,cookieflags,crlf,csp,exec,file,htaccess,http_headers,methods,permanentxss,redirect,shellshock,sql,xss";
const WAPITI_SECONDS = 900;
const SQLMAP_SECONDS = 240;
/** wapiti's number for medium severity. */
const MEDIUM = 2;

/** Endpoints that would end the session of the scan. */
const SKIPPED = new Set([logout, deleteAccount, endOtherSessions, endSession].map(nameOf));

const isInstalled = (program: string): boolean => spawnSync(program, ["--version"], { stdio: "ignore" }).status === 0;

/** @returns the output, and whether the program ended in time */
async function runFor(seconds: number, program: string, args: readonly string[]) {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  const timeout = setTimeout(() => child.kill("SIGKILL"), seconds * 1000);
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  clearTimeout(timeout);
  return { output, ended: code !== null };
}

interface Report {
  readonly vulnerabilities: Readonly<Record<string, readonly { level: number; info: string; path: string }[]>>;
  readonly anomalies: Readonly<Record<string, readonly { level: number; info: string; path: string }[]>>;
}

/** @returns the findings of wapiti, one per line; those of medium severity or above start with `!` */
async function runWapiti(address: string, token: string, folder: string): Promise<string[]> {
  const reportPath = join(folder, "wapiti.json");
  const pages = endpoints.filter(({ method, params }) => method === "GET" && !params);
  const options = `-u ${address}/ --scope folder -m ${MODULES} -f json -o ${reportPath} --store-session ${join(folder, "wapiti")}
    --max-scan-time ${WAPITI_SECONDS / 3} --max-attack-time 60 --no-bugreport --flush-session`;
  const { output, ended } = await runFor(WAPITI_SECONDS + 300, "wapiti", [
    ...options.split(/\s+/),
    "-H",
    `Authorization: Bearer ${token}`,
    ...pages.flatMap(({ path }) => ["-s", `${address}${path}?limit=10&cursor=1`]),
  ]);
  if (!ended) return ["! wapiti timed out"];
  try {
    const { vulnerabilities, anomalies } = JSON.parse(readFileSync(reportPath, "utf8")) as Report;
    return Object.entries({ ...vulnerabilities, ...anomalies }).flatMap(([kind, found]) =>
      found.map(({ level, info, path }) => `${level >= MEDIUM ? "!" : " "} ${kind}: ${info} (${path})`),
    );
  } catch {
    return [`! wapiti wrote no report: ${output.slice(-500)}`];
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** For each field the last value wins. */
function mergeValues(one: unknown, other: unknown): unknown {
  if (!isRecord(one) || !isRecord(other) || Array.isArray(other)) return other;
  const both = { ...one };
  for (const [key, value] of Object.entries(other)) both[key] = mergeValues(one[key], value);
  return both;
}

/** sqlmap tries each field. */
const bodyOf = (schema: Schema): unknown =>
  leavesOf(schema).reduce<unknown>((body, leaf) => mergeValues(body, leaf.place("1")), {});

/** @returns the findings of sqlmap, one per line */
async function runSqlmap(address: string, token: string, folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const endpoint of endpoints) {
    if (SKIPPED.has(nameOf(endpoint))) continue;
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
    const { output, ended } = await runFor(SQLMAP_SECONDS, "sqlmap", [
      ...options.split(/\s+/),
      ...data,
      "--headers",
      `Authorization: Bearer ${token}`,
    ]);
    const isFound = /identified the following injection point|is vulnerable\. Do you/.test(output);
    const isDone = /all tested parameters do not appear to be injectable|does not seem to be injectable/.test(output);
    if (isFound) found.push(`! ${nameOf(endpoint)}: ${output.slice(output.indexOf("identified"))}`);
    else if (!isDone) found.push(`! ${nameOf(endpoint)}: ${ended ? output.slice(-300) : "timed out"}`);
    console.log(`${isFound ? "FOUND" : isDone ? "ok" : "NOT DONE"}: ${nameOf(endpoint)}`);
  }
  return found;
}

const wanted = process.argv.slice(2);
const scanners = { wapiti: runWapiti, sqlmap: runSqlmap } as const;
const names = (["wapiti", "sqlmap"] as const).filter((name) => wanted.length === 0 || wanted.includes(name));
const missing = names.filter((name) => !isInstalled(name));
if (missing.length > 0) {
  console.error(`Install ${missing.join(" and ")} first, for example: apt-get install ${missing.join(" ")}`);
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
    console.log(`\nRunning ${name} against ${address}…`);
    const lines = await scanners[name](address, token, folder);
    for (const line of lines) console.log(line);
    const severe = lines.filter((line) => line.startsWith("!")).length;
    console.log(`${name}: ${severe} findings of medium severity or above, ${lines.length - severe} below`);
    findings += severe;
  }
  const failures = spotter
    .output()
    .split("\n")
    .filter((line) => line.includes('"level":50')).length;
  console.log(`\nThe server logged ${failures} errors.`);
  findings += failures;
} finally {
  spotter.process.kill("SIGTERM");
  await spotter.ended;
  data.remove();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(findings === 0 ? 0 : 1);
