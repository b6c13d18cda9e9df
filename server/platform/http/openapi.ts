import { readFileSync } from "node:fs";
import { join } from "node:path";
import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import { jsonSchemaTransform } from "fastify-type-provider-zod";
import { errorResponse } from "#contract/errors.ts";
import type { Config } from "#server/config.ts";

const SYMBOL = join(import.meta.dirname, "../../../web/public/symbol.svg");

/**
 * Must be registered before the routes. Not in production: Swagger UI would run on the origin whose storage holds
 * members' tokens.
 */
export async function registerOpenApi(app: FastifyInstance, { production }: Pick<Config, "production">): Promise<void> {
  if (production) return;
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Spotter",
        description:
          "Every response is JSON with `success`. An error has a `message`, a stable `code`, and `errors` by field.",
        version: "1",
      },
      components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
    },
    transform: jsonSchemaTransform,
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

export const errorReplies = { "4xx": errorResponse, "5xx": errorResponse } as const;
