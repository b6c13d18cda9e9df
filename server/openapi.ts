import { readFileSync } from "node:fs";
import { join } from "node:path";
import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import { jsonSchemaTransform } from "fastify-type-provider-zod";
import * as z from "zod";
import type { Form } from "#contract/endpoint.ts";
import { errorResponse } from "#contract/errors.ts";
import type { Config } from "#server/config.ts";
import { readContract } from "#server/contract-endpoints.ts";

const SYMBOL = join(import.meta.dirname, "../web/public/symbol.svg");

const DESCRIPTION = `The calls of the members' app. A reply is JSON with \`success\`. An error has a \`message\` for people,
a stable \`code\`, and \`errors\` by field.

Get a token from \`register\` or \`login\` and send it as \`Authorization: Bearer …\`. Calls without a security requirement
need none; those for a link in an email take its one-time token as a parameter or in the body.

The moderation console has calls of its own, which are not part of this API.`;

/** The domains of the members' contract. */
const DOMAINS: Readonly<Record<string, string>> = {
  members: "The profile that a member shows, its photos and its place.",
  notifications: "Which notifications a member gets, and the devices that receive them.",
  accounts: "Sign-up, login and its second step, passwords, sessions, the email address and settings.",
  billing: "Credits, packages, the membership and withdrawals from purchases.",
  crushes: "Crushes that are sent and received, and the matches that come of them.",
  discovery: "Members to browse, the set of the day, search preferences and passes.",
  chat: "Conversations of matched members: messages, images, reactions and read receipts.",
  training: "Training weeks, workout dates and trusted contacts.",
  moderation: "Unmatching, blocking, reports, notices, appeals and verification.",
  site: "The contact form and the newsletter.",
  "member-data": "The download of a member's data, and the end of an account.",
};

/** The parts of an operation that are read or changed here. */
interface Operation {
  readonly parameters?: readonly { readonly in: string }[];
  readonly security?: readonly unknown[];
  responses: Record<string, object>;
}

interface ApiDocument {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components?: { readonly schemas?: object; readonly responses?: object };
}

const retryAfter = {
  "Retry-After": { description: "Seconds until a retry can succeed.", schema: { type: "integer" } },
};
const errorReply = (description: string, headers?: object) => ({
  description,
  ...(headers && { headers }),
  content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
});

/** By the status under which operations refer to them. Each name occurs in types that are generated from the document. */
const ERROR_REPLIES = {
  "400": ["Invalid", errorReply("The request cannot be read or does not fit the schema; `errors` says which fields.")],
  "401": ["Unauthorized", errorReply("The token is missing or its session has ended.")],
  "404": ["NotFound", errorReply("Nothing with this id or token exists that the caller may know of.")],
  "413": ["TooLarge", errorReply("The body, or a file in it, is too large.")],
  "415": ["UnsupportedType", errorReply("The body has a content type or an encoding that the call does not take.")],
  "429": ["TooMany", errorReply("Too many requests, or a limit of the member; `code` says which.", retryAfter)],
  "4XX": ["Refused", errorReply("Another refusal, such as 402, 403 or 409. `code` says which.")],
  "500": ["Failed", errorReply("An unexpected error. It is logged, and its details are not sent.")],
  "503": [
    "Unavailable",
    errorReply("The server is overloaded, or a service that the call needs cannot be reached.", retryAfter),
  ],
} as const;

type ErrorStatus = keyof typeof ERROR_REPLIES;

/** What `error-handler.ts` and the hooks before a handler answer, by the parts of a call. Use cases add to "4XX". */
function errorsOf(method: string, { parameters = [], security = [] }: Operation): readonly ErrorStatus[] {
  const has = (part: string) => parameters.some((parameter) => parameter.in === part);
  const mayHaveBody = method !== "get";
  return [
    ...(mayHaveBody || has("query") ? (["400"] as const) : []),
    ...(security.length > 0 ? (["401"] as const) : []),
    ...(has("path") ? (["404"] as const) : []),
    ...(mayHaveBody ? (["413", "415"] as const) : []),
    "429",
    "4XX",
    "500",
    "503",
  ];
}

function describeReplies(method: string, operation: Operation): void {
  const succeeded = Object.entries(operation.responses).filter(([status]) => status.startsWith("2"));
  const errors = errorsOf(method, operation).map((status) => {
    const [name] = ERROR_REPLIES[status];
    return [status, { $ref: `#/components/responses/${name}` }] as const;
  });
  operation.responses = Object.fromEntries([
    ...succeeded.map(([status, reply]) => [status, { ...reply, description: "The call succeeded." }] as const),
    ...errors,
  ]);
}

/** Fastify has no schema of a form, because the files are read as a stream. */
function describeForm({ file, filesMax = 1, fields }: Form): object {
  const texts = fields && z.toJSONSchema(fields, { io: "input" });
  const bytes = { type: "string", format: "binary" };
  return {
    type: "object",
    properties: {
      ...texts?.properties,
      [file]: filesMax > 1 ? { type: "array", items: bytes, maxItems: filesMax } : bytes,
    },
    required: [...(texts?.required ?? []), file],
  };
}

/** All operations refer to the same replies to errors, which would else be written out for each of them. */
function shareErrors(document: ApiDocument): void {
  for (const path of Object.values(document.paths ?? {}))
    for (const [method, operation] of Object.entries(path)) describeReplies(method, operation);
  document.components = {
    ...document.components,
    schemas: {
      ...document.components?.schemas,
      Error: { ...z.toJSONSchema(errorResponse), description: "The body of every error." },
    },
    responses: Object.fromEntries(Object.values(ERROR_REPLIES)),
  };
}

/**
 * Must be registered before the routes. Not in production: Swagger UI would run on the origin whose storage holds
 * members' tokens.
 */
export async function registerOpenApi(
  app: FastifyInstance,
  { production, publicUrl }: Pick<Config, "production" | "publicUrl">,
): Promise<void> {
  if (production) return;
  const { members } = await readContract();
  const declared = new Map(members.map((one) => [`${one.endpoint.method} ${one.endpoint.path}`, one]));
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: "Spotter", description: DESCRIPTION, version: "1", license: { name: "MIT", identifier: "MIT" } },
      // Without a public URL the document is of the origin that serves it.
      servers: [{ url: publicUrl ?? "/" }],
      tags: Object.entries(DOMAINS).map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes: {
          token: { type: "http", scheme: "bearer", description: "The token of a session, from `register` or `login`." },
        },
      },
    },
    transform: (route) => {
      const { schema, url } = jsonSchemaTransform(route);
      const found = declared.get(`${String(route.route.method)} ${url}`);
      if (!found) return { schema, url };
      const { name, domain, endpoint } = found;
      const form = endpoint.multipart && { body: describeForm(endpoint.multipart) };
      return { schema: { ...schema, ...form, operationId: name, tags: [domain] }, url };
    },
    transformObject: (generated) => {
      if (!("openapiObject" in generated)) throw new Error("the API document is no OpenAPI document");
      shareErrors(generated.openapiObject as ApiDocument);
      return generated.openapiObject;
    },
  });
  await app.register(swaggerUi, {
    routePrefix: "/api/docs",
    // Swagger UI uses inline styles and data URLs.
    staticCSP: {
      "default-src": "'self'",
      "style-src": ["'self'", "'unsafe-inline'"],
      "img-src": ["'self'", "data:"],
      "object-src": "'none'",
      "base-uri": "'none'",
      "frame-ancestors": "'none'",
    },
    uiConfig: { deepLinking: true },
    theme: { title: "Spotter API" },
    logo: { type: "image/svg+xml", content: readFileSync(SYMBOL), href: "/" },
  });
}
