import { serializerCompiler } from "fastify-type-provider-zod";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { getCrushes } from "#contract/crushes/crushes.ts";
import { browse } from "#contract/discovery/discovery.ts";
import type { Schema } from "#contract/endpoint.ts";
import { errorResponse } from "#contract/errors.ts";
import { HEIGHTS, INTERESTS, LOOKING_FOR } from "#contract/members/catalog.ts";
import { compileSchema, replyCompiler } from "#server/platform/http/compiled-replies.ts";
import { endpoints, nameOf, staffEndpoints } from "#server/testing/endpoints.ts";

type Serialize = (value: unknown) => string;
const ROUTE = { method: "GET", url: "/api/test", httpStatus: "200" };
const compile = (schema: Schema): Serialize => replyCompiler({ ...ROUTE, schema });
/** As zod/mini interprets the contract. */
const interpret = (schema: Schema): Serialize => serializerCompiler({ ...ROUTE, schema });

/** The reply, or why it is none. */
function outcomeOf(serialize: Serialize, value: unknown): string {
  try {
    return serialize(value);
  } catch (error) {
    return String((error as Error).cause);
  }
}

const UUID = "5f0c1c1e-8c0e-4e5e-9a55-0A1B2C3D4E5F";
const TEXTS = ["text", UUID, "2026-11-30T12:00:00.000Z", "2026-11-30", "12:00", "UTC", "Everyone"];
/** One of them fits each leaf of the contract. */
const FITTING = [...TEXTS, HEIGHTS[0], LOOKING_FOR[0], INTERESTS[0], 20, 1, true];
const WRONG = ["", UUID, -1, 1.5, true, null, undefined, {}, [{}], new Date(0), 5n];

interface Definition {
  readonly type: string;
  readonly shape: Readonly<Record<string, Schema>>;
  readonly element: Schema;
  readonly innerType: Schema;
  readonly keyType: Schema;
  readonly valueType: Schema;
  readonly items: readonly Schema[];
  readonly options: readonly Schema[];
  readonly values: readonly unknown[];
  readonly entries: Readonly<Record<string, unknown>>;
}

const definitionOf = (schema: Schema) => schema._zod.def as unknown as Partial<Definition>;

/** Replies with everything that a schema has, one for each option of a union. */
function samplesOf(schema: Schema): readonly unknown[] {
  const definition = definitionOf(schema) as Definition;
  const { type, shape, element, innerType, keyType, valueType, items, options, values, entries } = definition;
  switch (type) {
    case "object": {
      const fields = Object.entries(shape).map(([key, part]) => [key, samplesOf(part)] as const);
      const most = Math.max(1, ...fields.map(([, samples]) => samples.length));
      return Array.from({ length: most }, (_, nth) =>
        // Fields of one type have different values, as rules of an object may want.
        Object.fromEntries(fields.map(([key, samples], at) => [key, samples[(nth + at) % samples.length]])),
      );
    }
    case "array":
      return [samplesOf(element)];
    case "nullable":
    case "optional":
      return samplesOf(innerType);
    case "record":
      return [{ [String(samplesOf(keyType)[0])]: samplesOf(valueType)[0] }];
    case "tuple":
      return [items.map((item) => samplesOf(item)[0])];
    case "union":
      return options.flatMap(samplesOf);
    case "literal":
      return values;
    case "enum":
      return Object.values(entries).slice(0, 2);
    default: {
      const fitting = FITTING.filter((value) => schema.safeParse(value).success);
      return fitting.slice(0, typeof fitting[0] === "number" ? 2 : 1);
    }
  }
}

/** Other values in its place, it without each of its parts, with another one in its place, and with one more. */
function variantsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return [...WRONG, ...value.flatMap((_, at) => WRONG.map((one) => value.with(at, one)))];
  if (typeof value !== "object" || value === null) return WRONG;
  const object = value as Record<string, unknown>;
  const inherits = Object.assign(Object.create({ inherited: 1 }), object);
  const changed = Object.keys(object).flatMap((key) => {
    const without = { ...object };
    delete without[key];
    return [without, ...WRONG.map((one) => ({ ...object, [key]: one }))];
  });
  return [...WRONG, { ...object, secret: "x" }, inherits, ...changed];
}

/** What a reply is made of, and itself. */
function schemasIn(schema: Schema): readonly Schema[] {
  const { shape = {}, element, innerType, keyType, valueType, items = [], options = [] } = definitionOf(schema);
  const parts = [...Object.values(shape), element, innerType, keyType, valueType, ...items, ...options];
  return [schema, ...parts.flatMap((part) => (part ? schemasIn(part) : []))];
}

const compared = new Set<Schema>();
function expectSame(schema: Schema): void {
  // What many replies share is compared once.
  if (compared.has(schema)) return;
  compared.add(schema);
  const [compiled, interpreted] = [compile(schema), interpret(schema)];
  const samples = samplesOf(schema);
  expect(samples.map((sample) => schema.safeParse(sample).error?.issues)).toEqual(samples.map(() => undefined));
  for (const value of samples.flatMap((sample) => [sample, ...variantsOf(sample)]))
    expect(outcomeOf(compiled, value)).toBe(outcomeOf(interpreted, value));
}

const all = [...endpoints, ...staffEndpoints];

describe("a compiled reply", () => {
  test.each(all.map((endpoint) => [nameOf(endpoint), endpoint.reply] as const))(
    "of %s, and each of its parts, is the interpreted one",
    (_, reply) => {
      for (const schema of schemasIn(reply)) expectSame(schema);
    },
  );

  test("of an error is the interpreted one", () => {
    for (const schema of schemasIn(errorResponse)) expectSame(schema);
  });

  test("drops fields that the contract does not name, at each depth", () => {
    const [lists] = samplesOf(getCrushes.reply) as [{ crushes: { matches: [{ profile: object }] } }];
    Object.assign(lists, { secret: "top" });
    Object.assign(lists.crushes.matches[0], { email: "ann@example.com" });
    Object.assign(lists.crushes.matches[0].profile, { dateOfBirth: "1994-05-17", coordinates: [1, 2] });
    const sent = compile(getCrushes.reply)(lists);
    expect(sent).not.toMatch(/secret|email|dateOfBirth|coordinates/);
    expect(sent).toMatch(/"username":"text"/);
  });

  test.each<[string, (card: Record<string, unknown>) => void]>([
    ["a wrong type", (card) => Object.assign(card, { username: 5 })],
    ["a wrong id", (card) => Object.assign(card, { id: "5" })],
    ["a missing field", (card) => Reflect.deleteProperty(card, "username")],
  ])("fails with %s", (_, spoil) => {
    const [page] = samplesOf(browse.reply) as [{ profiles: [Record<string, unknown>] }];
    spoil(page.profiles[0]);
    expect(() => compile(browse.reply)(page)).toThrow();
  });

  test("is refused at the start if its kind of schema is not known", () => {
    expect(() => compileSchema(z.object({ when: z.optional(z.date()) }))).toThrow("'date'");
    expect(() => compileSchema(z.looseObject({}))).toThrow("other fields");
    expect(() => compileSchema(z.tuple([z.string()], z.number()))).toThrow("'tuple'");
  });
});
