import { randomBytes, randomUUID } from "node:crypto";
import { v7 } from "uuid";

/** A random id (version 4), for what must not tell when it was made. */
export const newId = (): string => randomUUID();

/** An id that sorts by time (version 7), for what shows its time anyway. */
export const newTimeId = (): string => v7();

/** The name of a picture's files: 128 random bits in hexadecimal, so that it cannot be guessed. */
export const newPhotoKey = (): string => randomBytes(16).toString("hex");

/** The least id that `newTimeId` could have made at a time, so that ids before it are of earlier times. */
export function firstTimeId(at: Date): string {
  const ms = Math.max(0, at.getTime()).toString(16).padStart(12, "0");
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7000-8000-000000000000`;
}
