import { createHash, randomBytes } from "node:crypto";

/** Days after which a login that is not used ends. */
export const SESSION_DAYS = 30;

/** Addresses that differ in case only are one. */
export const emailKey = (email: string): string => email.normalize("NFKC").toLowerCase();

/** Whether a member of that standing may log in, and hear from us. */
export const mayLogIn = (standing: string): boolean => standing === "active" || standing === "hidden";

/** A fresh token of 256 random bits. It is kept nowhere; its hash is. */
export const newToken = (): string => randomBytes(32).toString("base64url");

export const hashToken = (token: string): Buffer => createHash("sha256").update(token).digest();
