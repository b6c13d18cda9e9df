import * as z from "zod/mini";
import { hasVisibleText, lengthLimit } from "#contract/form-fields.ts";
import { CONTACT_ANSWER_MAX } from "#contract/limits.ts";
import { findPlaceholder } from "#contract/moderation/acts.ts";
import { staffEndpoint } from "#contract/moderation/staff-endpoint.ts";
import { id, ok } from "#contract/schemas.ts";

const ofCase = z.object({ caseId: id });
/** The version that the caller has seen. Messages that came in since stay open. */
const version = z.int();
const reply = z.object({ success: ok, isClosed: z.boolean() });

export const answerContact = staffEndpoint({
  method: "POST",
  path: "/api/moderation/cases/:caseId/contact/answer",
  summary:
    "Mail an answer to who wrote the contact messages of a case, with a link to write back, and mark them as answered. Repeating it is harmless",
  needs: "act",
  params: ofCase,
  body: z.object({
    version,
    /** Idempotency key: chosen by the caller, the id of the answer. */
    answerId: id,
    words: z.string().check(
      z.trim(),
      z.minLength(1, "Write an answer"),
      lengthLimit(CONTACT_ANSWER_MAX),
      z.refine(hasVisibleText, "Write an answer"),
      z.refine((words) => !findPlaceholder(words), "Replace what is in square brackets"),
    ),
  }),
  reply,
});

export const closeContact = staffEndpoint({
  method: "POST",
  path: "/api/moderation/cases/:caseId/contact/close",
  summary:
    "Close the contact messages of a case without an answer. Their writer gets no email. Repeating it is harmless",
  needs: "act",
  params: ofCase,
  body: z.object({ version }),
  reply,
});
