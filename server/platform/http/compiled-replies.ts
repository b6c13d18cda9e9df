import type { FastifySerializerCompiler } from "fastify";
import { createSerializerCompiler } from "fastify-type-provider-zod";
import { type $ZodObjectDef, $ZodObjectJIT, type $ZodType, clone } from "zod/v4/core";

/** What a schema was made of: its type, and the schemas of its parts by property. */
type Definition = Readonly<Record<string, unknown>> & { readonly type: string };
const definitionOf = (schema: $ZodType): Definition => schema._zod.def as unknown as Definition;

const LEAF_TYPES = new Set(["string", "number", "boolean", "enum", "literal", "unknown"]);
/** The properties with the schema, or the schemas, of the parts. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  array: ["element"],
  nullable: ["innerType"],
  optional: ["innerType"],
  record: ["keyType", "valueType"],
  tuple: ["items"],
  union: ["options"],
};

const compiledBySchema = new WeakMap<$ZodType, $ZodType>();

/**
 * The contract uses zod/mini, which interprets the schemas of objects, because its compiler would be part of the browser's
 * bundle. This is the same schema with the objects of zod, which compiles them on first use and lets through, drops and
 * rejects the same.
 * @throws Error for a type of schema that is not known here, so that no reply becomes another one
 */
export function compileSchema(schema: $ZodType): $ZodType {
  // What many replies share, such as a photo, is compiled once.
  const known = compiledBySchema.get(schema) ?? compile(schema);
  compiledBySchema.set(schema, known);
  return known;
}

function compile(schema: $ZodType): $ZodType {
  const definition = definitionOf(schema);
  const { type } = definition;
  if (LEAF_TYPES.has(type)) return schema;
  if (type === "object") {
    const { shape, catchall, ...rest } = definition as unknown as $ZodObjectDef;
    if (catchall) throw new Error("replies with other fields than the named ones cannot be compiled");
    const compiled = Object.entries(shape).map(([key, part]) => [key, compileSchema(part)] as const);
    return new $ZodObjectJIT({ ...rest, shape: Object.fromEntries(compiled) });
  }
  const properties = PARTS[type];
  if (!properties || definition["rest"])
    throw new Error(`replies with the schema type '${type}' cannot be compiled yet`);
  const compiled = properties.map((property) => {
    const parts = definition[property] as $ZodType | readonly $ZodType[];
    return [property, "_zod" in parts ? compileSchema(parts) : parts.map(compileSchema)] as const;
  });
  return clone(schema, { ...definition, ...Object.fromEntries(compiled) } as never);
}

const compileSerializer = createSerializerCompiler();

/** Serializes what the contract names, and drops the rest. Routes without a schema of the contract do not use it. */
export const replyCompiler: FastifySerializerCompiler<$ZodType> = (route) =>
  compileSerializer({ ...route, schema: compileSchema(route.schema) } as never);
