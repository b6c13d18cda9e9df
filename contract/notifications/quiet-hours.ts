import * as z from "zod/mini";
import { timeZone } from "#contract/time-zones.ts";

const hour = z.int().check(z.minimum(0), z.maximum(23));

/**
 * In the member's time zone. Nothing is pushed or emailed then except emails about the account. They may span midnight.
 */
export const quietHours = z
  .object({
    from: hour,
    /** Not included. */
    until: hour,
    timeZone,
  })
  .check(
    z.refine(({ from, until }) => from !== until, {
      path: ["until"],
      message: "Quiet hours must end at another hour than they begin.",
    }),
  );
export type QuietHours = z.output<typeof quietHours>;
