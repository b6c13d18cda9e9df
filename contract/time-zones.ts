import * as z from "zod/mini";
import { lengthLimit } from "#contract/form-fields.ts";
import { createTimeFormat } from "#contract/format.ts";

/** IANA names, such as 'Europe/Berlin'. An offset is none: it would ignore daylight saving time. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return createTimeFormat({ timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** An IANA name, such as 'Europe/Berlin'. */
export const timeZone = z.string().check(lengthLimit(64), z.refine(isTimeZone, "That is no time zone."));
