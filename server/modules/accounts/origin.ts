import type { FastifyRequest } from "fastify";
import type { Origin } from "#server/modules/accounts/accounts.service.ts";
import { deviceWords } from "#server/modules/accounts/device-words.ts";
import { addressKey } from "#server/plugins/limits.ts";

/** Where a request comes from. */
export const originOf = (request: FastifyRequest): Origin => ({
  address: addressKey(request.ip),
  device: deviceWords(request.headers["user-agent"]),
  cookies: request.headers.cookie,
});
