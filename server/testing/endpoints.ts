import type { Endpoint, Schema } from "#contract/endpoint.ts";
import type { StaffEndpoint } from "#contract/moderation/staff-endpoint.ts";
import { readContract } from "#server/contract-endpoints.ts";

const { members, staff } = await readContract();

/** All endpoints of the members' contract, in the order of its files. */
export const endpoints: readonly Endpoint[] = members.map(({ endpoint }) => endpoint);

export const staffEndpoints: readonly StaffEndpoint[] = staff.map(({ endpoint }) => endpoint);

/** The names of the constants, by domain. */
export const endpointNames: ReadonlyMap<string, readonly string[]> = new Map(
  Map.groupBy([...members, ...staff], ({ domain }) => domain)
    .entries()
    .map(([domain, declared]) => [domain, declared.map(({ name }) => name)] as const),
);

/** The name of an endpoint in tests, such as `GET /api/users/:userId`. */
export const nameOf = ({ method, path }: Endpoint | StaffEndpoint): string => `${method} ${path}`;

export interface Leaf {
  /** The path in the value, such as `prompts.0.answer`; empty for the schema itself. */
  readonly path: string;
  readonly schema: Schema;
  /** Creates a minimal value for the whole schema with `value` at this path. */
  place(value: unknown): unknown;
}

/** The properties of a schema's definition that are read here. */
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
const LEAF_TYPES = new Set([
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

interface Part {
  readonly key: string;
  readonly schema: Schema | null | undefined;
  wrap(value: unknown): unknown;
}

const identity = (value: unknown): unknown => value;

function partsOf(definition: Definition): readonly Part[] | undefined {
  const { type, shape = {}, items = [], options = [], innerType, element, rest } = definition;
  const inside = (schema: Schema | undefined): Part => ({ key: "", schema, wrap: identity });
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
 * Lists the leaves of a schema, through objects, arrays, tuples, records, unions and optional or nullable parts.
 * @throws Error for an unknown kind of schema, so that no part is skipped
 */
export function leavesOf(schema: Schema): readonly Leaf[] {
  const definition = definitionOf(schema);
  if (LEAF_TYPES.has(definition.type)) return [{ path: "", schema, place: identity }];
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

/**
 * Lists the arrays of a schema that have no maximum, as `evidence.reports.images`: through objects, arrays and whatever
 * wraps them.
 */
export function unboundedArrays(schema: Schema): readonly string[] {
  const definition = definitionOf(schema) as Definition & {
    readonly checks?: readonly { _zod: { def: { maximum?: number } } }[];
  };
  const isUnbounded =
    definition.type === "array" && !definition.checks?.some((check) => check._zod.def.maximum !== undefined);
  const inner = (partsOf(definition) ?? []).flatMap(({ key, schema: part }) =>
    part ? unboundedArrays(part).map((path) => [key === "0" ? "" : key, path].filter(Boolean).join(".")) : [],
  );
  return [...new Set([...(isUnbounded ? [""] : []), ...inner])];
}

/** The properties of a string check that matter for the order of checks. */
export interface TextCheck {
  /** Such as `max_length`, `string_format`, `overwrite`, `custom`. */
  readonly kind: string;
  /** For `string_format`: such as `regex`, `uuid`, `url`. */
  readonly format: string | undefined;
  readonly maximum: number | undefined;
  /** For `regex`. */
  readonly pattern: RegExp | undefined;
  /** Whether later checks are skipped if it fails. */
  readonly abort: boolean;
}

/** In the order in which they run; undefined for other types. */
export function textChecksOf(schema: Schema): readonly TextCheck[] | undefined {
  const definition = schema._zod.def as unknown as {
    type: string;
    check?: string;
    format?: string;
    abort?: boolean;
    pattern?: RegExp;
    checks?: readonly {
      _zod: { def: { check: string; format?: string; maximum?: number; pattern?: RegExp; abort?: boolean } };
    }[];
  };
  if (definition.type !== "string") return undefined;
  // A format such as `z.uuid()` is a separate check before the others.
  const formatCheck =
    definition.check === undefined ? [] : [{ ...definition, check: definition.check, maximum: undefined }];
  const added = (definition.checks ?? []).map((check) => check._zod.def);
  return [...formatCheck, ...added].map(({ check, format, maximum, pattern, abort }) => ({
    kind: check,
    format,
    maximum,
    pattern,
    abort: abort ?? false,
  }));
}

/** The maximum number of bytes of a character in UTF-8. Zod counts lengths in characters. */
const CHARACTER_BYTES = 4;
/** A pattern whose characters have one byte. */
const BASE64URL = /^[\w-]*$/;
/** The maximum length of a number in JSON, such as `-1.2345678901234567e-100`. */
const NUMBER_BYTES = 25;

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? "null");

function largestText(schema: Schema): number {
  const checks = textChecksOf(schema) ?? [];
  if (checks.some(({ format }) => format === "uuid")) return 38;
  const maximum = Math.min(...checks.map(({ maximum: one }) => one ?? Number.POSITIVE_INFINITY));
  const isAscii = checks.some(({ pattern }) => pattern?.source === BASE64URL.source);
  return 2 + maximum * (isAscii ? 1 : CHARACTER_BYTES);
}

/**
 * The maximum size in bytes of JSON that a schema accepts, as browsers write it: without whitespace, and with few
 * escapes. Infinity if a string or array has no maximum.
 * @throws Error for a kind of schema that no request body uses yet
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
