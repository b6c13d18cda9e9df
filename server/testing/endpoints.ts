import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Endpoint, Schema } from "#contract/endpoint.ts";

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

/** A part of a schema without sub-schemas: a text, a number, a choice. */
export interface Leaf {
  /** The way to it, such as `prompts.0.answer`; empty for the schema itself. */
  readonly path: string;
  readonly schema: Schema;
  /** A value for the whole schema with `value` here, and only what leads to it. */
  place(value: unknown): unknown;
}

/** The part of a schema's definition that the walk reads. */
interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly catchall?: Schema;
  readonly element?: Schema;
  readonly items?: readonly Schema[];
  readonly rest?: Schema | null;
  readonly innerType?: Schema;
  readonly options?: readonly Schema[];
  readonly keyType?: Schema;
  readonly valueType?: Schema;
  readonly left?: Schema;
  readonly right?: Schema;
  readonly in?: Schema;
  readonly out?: Schema;
}

const definitionOf = (schema: Schema): Definition => schema._zod.def as unknown as Definition;

/** Types without sub-schemas. */
const SINGLE = new Set([
  "string",
  "number",
  "int",
  "boolean",
  "bigint",
  "date",
  "enum",
  "literal",
  "null",
  "undefined",
]);

/** A part of a schema, and how a value for it becomes one for the whole. */
interface Part {
  readonly key: string;
  readonly schema: Schema | null | undefined;
  wrap(value: unknown): unknown;
}

const same = (value: unknown): unknown => value;

function partsOf(definition: Definition): readonly Part[] | undefined {
  const { type, shape = {}, items = [], options = [], innerType, element, rest } = definition;
  const inside = (schema: Schema | undefined): Part => ({ key: "", schema, wrap: same });
  switch (type) {
    case "object":
      return [
        ...Object.entries(shape).map(([key, schema]) => ({
          key,
          schema,
          wrap: (value: unknown) => ({ [key]: value }),
        })),
        { key: "*", schema: definition.catchall, wrap: (value) => ({ other: value }) },
      ];
    case "array":
      return [{ key: "0", schema: element, wrap: (value) => [value] }];
    case "tuple":
      return [...items, rest].map((schema, i) => ({
        key: String(i),
        schema,
        wrap: (value: unknown) => [...Array<unknown>(i), value],
      }));
    case "record":
      return [
        { key: "key", schema: definition.keyType, wrap: (value) => ({ [String(value)]: null }) },
        { key: "value", schema: definition.valueType, wrap: (value) => ({ key: value }) },
      ];
    case "union":
      return options.map(inside);
    case "intersection":
      return [inside(definition.left), inside(definition.right)];
    case "pipe":
      return [inside(definition.in)];
    case "optional":
    case "nullable":
    case "nonoptional":
    case "readonly":
    case "default":
    case "prefault":
    case "catch":
      return [inside(innerType)];
    default:
      return undefined;
  }
}

/**
 * Every leaf of a schema: through objects, arrays, tuples, records, unions and optional or nullable parts.
 * @throws Error for an unknown kind of schema, so that no part is skipped
 */
export function leavesOf(schema: Schema): readonly Leaf[] {
  const definition = definitionOf(schema);
  if (SINGLE.has(definition.type)) return [{ path: "", schema, place: same }];
  const parts = partsOf(definition);
  if (!parts) throw new Error(`leavesOf does not know the schema type '${definition.type}'`);
  return parts.flatMap(({ key, schema: inner, wrap }) =>
    inner
      ? leavesOf(inner).map((leaf) => ({
          path: [key, leaf.path].filter(Boolean).join("."),
          schema: leaf.schema,
          place: (value: unknown) => wrap(leaf.place(value)),
        }))
      : [],
  );
}

/** A check of a text, as far as it matters in which order checks stand. */
export interface TextCheck {
  /** Such as `max_length`, `string_format`, `overwrite`, `custom`. */
  readonly kind: string;
  /** Of a `string_format`, such as `regex`, `uuid`, `url`. */
  readonly format: string | undefined;
  readonly maximum: number | undefined;
  /** Whether later checks are skipped if it fails. */
  readonly abort: boolean;
}

/** The checks of a text in the order in which they run; undefined for a leaf that is no text. */
export function textChecksOf(schema: Schema): readonly TextCheck[] | undefined {
  const definition = schema._zod.def as unknown as {
    type: string;
    check?: string;
    format?: string;
    abort?: boolean;
    checks?: readonly { _zod: { def: { check: string; format?: string; maximum?: number; abort?: boolean } } }[];
  };
  if (definition.type !== "string") return undefined;
  // A format such as `z.uuid()` is a separate check before the others.
  const own = definition.check === undefined ? [] : [{ ...definition, check: definition.check, maximum: undefined }];
  const added = (definition.checks ?? []).map((check) => check._zod.def);
  return [...own, ...added].map(({ check, format, maximum, abort }) => ({
    kind: check,
    format,
    maximum,
    abort: abort ?? false,
  }));
}

/** Bytes of a character of a text in UTF-8, at most. Zod counts lengths in characters. */
const CHARACTER_BYTES = 4;
/** A number as JSON writes it, such as `-1.2345678901234567e-100`. */
const NUMBER_BYTES = 25;

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? "null");

function largestText(schema: Schema): number {
  const checks = textChecksOf(schema) ?? [];
  if (checks.some(({ format }) => format === "uuid")) return 38;
  const maximum = Math.min(...checks.map(({ maximum: one }) => one ?? Number.POSITIVE_INFINITY));
  return 2 + maximum * CHARACTER_BYTES;
}

/**
 * Bytes of the longest JSON that a schema takes, written as a browser writes it: without blanks, and with few escapes. Infinity where
 * a text or a list has no maximum.
 * @throws Error for a kind of schema that no body has had so far
 */
export function largestJson(schema: Schema): number {
  const definition = definitionOf(schema) as Definition & {
    readonly entries?: Readonly<Record<string, unknown>>;
    readonly values?: readonly unknown[];
    readonly checks?: readonly { _zod: { def: { maximum?: number } } }[];
  };
  const { type, shape = {}, items = [], options = [], innerType, element } = definition;
  const largest = (values: readonly number[]): number => Math.max(4, ...values);
  const list = (sizes: readonly number[]): number => 2 + sizes.reduce((sum, bytes) => sum + bytes + 1, 0);
  switch (type) {
    case "string":
      return largestText(schema);
    case "number":
    case "int":
      return NUMBER_BYTES;
    case "boolean":
      return 5;
    case "enum":
      return largest(Object.values(definition.entries ?? {}).map(bytesOf));
    case "literal":
      return largest((definition.values ?? []).map(bytesOf));
    case "object":
      return list(Object.entries(shape).map(([key, inner]) => bytesOf(key) + 1 + largestJson(inner)));
    case "tuple":
      return list(items.map(largestJson));
    case "union":
      return largest(options.map(largestJson));
    case "array": {
      const maximum = Math.min(
        ...(definition.checks ?? []).map((check) => check._zod.def.maximum ?? Number.POSITIVE_INFINITY),
      );
      return element ? 2 + maximum * (largestJson(element) + 1) : 2;
    }
    case "optional":
    case "nullable":
      return innerType ? largest([largestJson(innerType)]) : 4;
    default:
      throw new Error(`largestJson does not know the schema type '${type}'`);
  }
}
