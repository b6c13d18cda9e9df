import { randomBytes, randomUUID } from "node:crypto";
import { v7 } from "uuid";

/** A random id (version 4), for what must not tell when it was made. */
export const newId = (): string => randomUUID();

/** An id that sorts by time (version 7), for what shows its time anyway. */
export const newTimeId = (): string => v7();

/** The name of a picture's files: 128 random bits in hexadecimal, so that it cannot be guessed. */
export const newPhotoKey = (): string => randomBytes(16).toString("hex");
