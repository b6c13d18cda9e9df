import { randomBytes, randomUUID } from "node:crypto";
import { v5, v7 } from "uuid";

/** UUID version 4, for ids that must not reveal their time of creation. */
export const newId = (): string => randomUUID();

/** UUID version 7, sorts by time. */
export const newTimeOrderedId = (): string => v7();

/** The same each time, for example for a job that continues another. */
export const derivedId = (id: string, purpose: string): string => v5(purpose, id);

/** 128 random bits, so that file names cannot be guessed. */
export const newImageKey = (): string => randomBytes(16).toString("hex");

/** The smallest possible `newTimeOrderedId` of a time, for range queries. */
export function firstTimeId(at: Date): string {
  const ms = Math.max(0, at.getTime()).toString(16).padStart(12, "0");
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7000-8000-000000000000`;
}
