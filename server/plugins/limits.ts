import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  changePassword,
  forgotPassword,
  login,
  register,
  resetPassword,
  sendVerification,
} from "#contract/accounts.ts";
import { changeEmail } from "#contract/email-change.ts";
import { deleteAccount } from "#contract/leaving.ts";
import { startPush } from "#contract/notifications.ts";
import {
  cancelSubscription,
  confirmCheckout,
  createCheckout,
  createSubscription,
  resumeSubscription,
} from "#contract/payments.ts";
import { sendContactMessage, subscribe } from "#contract/support.ts";
import { AppError } from "#server/errors.ts";

const A_MINUTE = 600;
/** Signing up and logging in hash a password, which is slow on purpose; a payment provider counts what it is asked. */
const SLOW_A_MINUTE = 30;

/** One household or one phone has a whole /64 of IPv6 addresses, so they count as one. */
export function addressKey(ip: string): string {
  if (!ip.includes(":")) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped) return mapped[1] as string;
  const [head = "", tail] = ip.split("::");
  const front = head === "" ? [] : head.split(":");
  const back = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? [] : Array<string>(8 - front.length - back.length).fill("0");
  return [...front, ...zeros, ...back].slice(0, 4).join(":");
}

/** Holds back whoever asks too often, by address. Per process: several share the load anyway. */
export async function limitRates(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, {
    global: true,
    timeWindow: "1 minute",
    max: (request: FastifyRequest) => (isSlow(request) ? SLOW_A_MINUTE : A_MINUTE),
    keyGenerator: (request) => `${isSlow(request) ? "slow " : ""}${addressKey(request.ip)}`,
    errorResponseBuilder: () => new AppError("too_often"),
  });
}

/** The routes that hash a password, send a mail, ask the payment provider or name an address to send to, by their pattern: an address can be spelled in many ways. */
const SLOW = new Set<string>(
  [
    register,
    login,
    forgotPassword,
    resetPassword,
    changePassword,
    changeEmail,
    deleteAccount,
    sendVerification,
    createCheckout,
    createSubscription,
    cancelSubscription,
    resumeSubscription,
    confirmCheckout,
    sendContactMessage,
    subscribe,
    startPush,
  ].map(({ path }) => path),
);

const isSlow = (request: FastifyRequest): boolean => SLOW.has(request.routeOptions.url ?? "");
