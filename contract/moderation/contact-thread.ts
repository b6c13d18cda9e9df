import * as z from "zod/mini";
import { id, time } from "#contract/schemas.ts";

const sender = z.object({ name: z.string(), email: z.string() });

/** Words of the writer, or an answer to them. */
const entry = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("message"),
    _id: id,
    at: time,
    text: z.string(),
    subject: z.string(),
    /** As the writer gave it. Only for who has claimed the case: it is needed for the answer. */
    sender: z.nullable(sender),
    /** By the link of an answer, which proves no login. */
    isByLink: z.boolean(),
    isOpen: z.boolean(),
  }),
  z.object({
    kind: z.literal("answer"),
    _id: id,
    at: time,
    text: z.string(),
    by: z.string(),
    isMailed: z.boolean(),
  }),
]);

export const contactThread = z.object({
  /** As the writer knows it. */
  number: z.string(),
  /** Whom an answer is mailed to. Null as `sender`, and if nothing is open. */
  answerTo: z.nullable(sender),
  /** The latest ones, in their order. */
  entries: z.array(entry),
});
export type ContactThread = z.output<typeof contactThread>;
