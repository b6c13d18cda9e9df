import { createHash } from "node:crypto";
import { AppError } from "#server/errors.ts";

/** A number from 0 to 1 that is the same for the same text, so that a job tried again decides alike. */
export function chance(text: string): number {
  let hash = 2166136261;
  for (const character of text) hash = Math.imul(hash ^ character.charCodeAt(0), 16777619);
  return (hash >>> 0) / 4294967296;
}

/** An id that is the same for the same text, so that an act tried again is done once. */
export function idFor(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** On a retry the act may have been done already, or the other member may be gone. */
export function ignoreRefusal(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
}
