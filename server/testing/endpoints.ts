import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Endpoint } from "#contract/endpoint.ts";

const FOLDER = join(import.meta.dirname, "../../contract");

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === "object" && value !== null && "path" in value && "method" in value && "reply" in value;

const files = readdirSync(FOLDER).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
const modules = await Promise.all(
  files.map(async (name): Promise<object> => import(pathToFileURL(join(FOLDER, name)).href)),
);

/** Every endpoint that a contract file exports, in the order of the files. */
export const endpoints: readonly Endpoint[] = [
  ...new Set(modules.flatMap((exported) => Object.values(exported).filter(isEndpoint))),
];

/** An endpoint's name in tests, such as `GET /api/users/:userId`. */
export const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;
