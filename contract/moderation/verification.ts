import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { POSE_KEYS, REFUSAL_KEYS } from "#contract/moderation/selfies.ts";
import { id, ok, time } from "#contract/schemas.ts";

const selfieRequest = z.discriminatedUnion("state", [
  z.object({ state: z.literal("started"), id, pose: z.enum(POSE_KEYS), until: time }),
  z.object({ state: z.literal("submitted"), id, at: time }),
  z.object({ state: z.literal("refused"), id, reason: z.enum(REFUSAL_KEYS), at: time }),
]);
export type SelfieRequest = z.output<typeof selfieRequest>;

const verificationState = z.object({
  success: ok,
  isVerified: z.boolean(),
  /** An operator has asked for a selfie: the member is not listed until it is approved. */
  isRequired: z.boolean(),
  hasMainPhoto: z.boolean(),
  /** Null without one that still matters. */
  request: z.nullable(selfieRequest),
  triesLeft: z.int(),
  /** Null while tries are left. */
  moreTriesAt: z.nullable(time),
});
export type VerificationState = z.output<typeof verificationState>;

export const getVerification = endpoint({
  method: "GET",
  path: "/api/verification",
  summary: "Get whether the current member is verified, and the state of their selfie",
  access: "member",
  reply: verificationState,
});

export const startVerification = endpoint({
  method: "POST",
  path: "/api/verification",
  summary: "Get a random pose for a selfie. A pose that was given before and is still valid stays the same",
  access: "member",
  reply: verificationState,
});

export const selfieFields = z.object({
  requestId: id,
  isLive: z.enum(["true", "false"]),
});

export const sendSelfie = endpoint({
  method: "POST",
  path: "/api/verification/selfie",
  summary: "Send the selfie (form fields `image`, `requestId`, `isLive`). Idempotent per `requestId`",
  access: "member",
  multipart: { file: "image", fields: selfieFields },
  reply: verificationState,
});
