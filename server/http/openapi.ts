import { readFileSync } from "node:fs";
import { join } from "node:path";
import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import { jsonSchemaTransform } from "fastify-type-provider-zod";
import { errorResponse } from "#contract/errors.ts";
import type { Config } from "#server/config.ts";

const SYMBOL = join(import.meta.dirname, "../../web/public/symbol.svg");

/**
 * Describes every call at `/api/docs`, and as OpenAPI at `/api/docs/json`, from the same schemas that check it. To be
 * registered before the routes. In production both are 404: Swagger UI would run on the origin whose storage holds the
 * members' tokens.
 */
export async function describeApi(app: FastifyInstance, { production }: Pick<Config, "production">): Promise<void> {
  if (production) return;
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Spotter",
        description:
          "Every reply is JSON with `success`. A refusal has `message`, a stable `code`, and `errors` by field.",
        version: "1",
      },
      components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
    },
    transform: jsonSchemaTransform,
  });
  await app.register(swaggerUi, {
    routePrefix: "/api/docs",
    // Its own scripts from its own files; it writes styles and pictures into the page.
    staticCSP: {
      "default-src": "'self'",
      "style-src": ["'self'", "'unsafe-inline'"],
      "img-src": ["'self'", "data:"],
      "object-src": "'none'",
      "base-uri": "'none'",
      "frame-ancestors": "'none'",
    },
    uiConfig: { deepLinking: true },
    theme: { title: "Spotter: the calls" },
    logo: { type: "image/svg+xml", content: readFileSync(SYMBOL), href: "/" },
  });
}

/** What every refusal looks like, as one entry beside a call's own reply. */
export const refusals = { "4xx": errorResponse, "5xx": errorResponse } as const;
