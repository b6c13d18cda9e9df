import type { FastifyRequest } from "fastify";
import { addressKey } from "#server/http/rate-limit.ts";
import type { Origin } from "#server/modules/accounts/accounts.service.ts";
import { deviceWords } from "#server/modules/accounts/device-words.ts";

/** Where a request comes from. */
export const originOf = (request: FastifyRequest): Origin => ({
  address: addressKey(request.ip),
  device: deviceWords(request.headers["user-agent"]),
  cookies: request.headers.cookie,
});
