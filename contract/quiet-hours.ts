import * as z from "zod/mini";
import { lengthLimit } from "#contract/form-fields.ts";

/** Whether a text is an IANA name, such as 'Europe/Berlin'. An offset is none: it would ignore daylight saving time. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

const hour = z.int().check(z.minimum(0), z.maximum(23));

/**
 * The hours of each day, in the member's time zone, in which nothing is pushed or emailed except emails about the
 * account. They may span midnight.
 */
export const quietHours = z
  .object({
    from: hour,
    /** Not included. */
    until: hour,
    timeZone: z.string().check(lengthLimit(64), z.refine(isTimeZone, "That is no time zone.")),
  })
  .check(
    z.refine(({ from, until }) => from !== until, {
      path: ["until"],
      message: "Quiet hours must end at another hour than they begin.",
    }),
  );
export type QuietHours = z.output<typeof quietHours>;
