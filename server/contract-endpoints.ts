import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Endpoint } from "#contract/endpoint.ts";
import type { StaffEndpoint } from "#contract/moderation/staff-endpoint.ts";

const FOLDER = join(import.meta.dirname, "../contract");

/** An endpoint with its place in the contract: `sendCrush` of `crushes`. */
export interface Declared<E> {
  /** The name of the constant that holds it. */
  readonly name: string;
  /** The folder of its module. */
  readonly domain: string;
  readonly endpoint: E;
}

export interface ContractEndpoints {
  readonly members: readonly Declared<Endpoint>[];
  /** For the moderation console, and no part of the members' API. */
  readonly staff: readonly Declared<StaffEndpoint>[];
}

const isCallable = (value: unknown): value is object =>
  typeof value === "object" && value !== null && "path" in value && "method" in value && "reply" in value;
const isEndpoint = (declared: Declared<object>): declared is Declared<Endpoint> => "access" in declared.endpoint;
const isStaffEndpoint = (declared: Declared<object>): declared is Declared<StaffEndpoint> =>
  "needs" in declared.endpoint;

/**
 * Loads the contract's modules and lists the endpoints that they export, in the order of the files. Names come from the
 * exports, so that no declaration repeats its own.
 */
export async function readContract(): Promise<ContractEndpoints> {
  const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .toSorted();
  const modules = await Promise.all(
    files.map(async (file) => ({
      domain: dirname(file),
      exported: (await import(pathToFileURL(join(FOLDER, file)).href)) as Readonly<Record<string, unknown>>,
    })),
  );
  const declared = modules.flatMap(({ domain, exported }) =>
    Object.entries(exported).flatMap(([name, value]) => (isCallable(value) ? [{ name, domain, endpoint: value }] : [])),
  );
  return { members: declared.filter(isEndpoint), staff: declared.filter(isStaffEndpoint) };
}
