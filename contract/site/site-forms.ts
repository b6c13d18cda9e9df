import * as z from "zod/mini";
import { email, hasVisibleText, lengthLimit, visibleLine } from "#contract/form-fields.ts";
import { CONTACT_MESSAGE_MAX, CONTACT_MESSAGE_MIN, CONTACT_NAME_MAX } from "#contract/limits.ts";
import { CONTACT_SUBJECTS } from "#contract/site/contact-subjects.ts";

/** It stands beside the address. */
export const senderName = z
  .string("Name is required")
  .check(
    z.trim(),
    z.minLength(1, "Name is required"),
    lengthLimit(CONTACT_NAME_MAX, `Name can have ${CONTACT_NAME_MAX} characters`),
    visibleLine("Name is invalid"),
    z.refine(hasVisibleText, "Name is required"),
  );

const contactMessage = z
  .string("Message is required")
  .check(
    z.trim(),
    z.minLength(1, "Message is required"),
    lengthLimit(CONTACT_MESSAGE_MAX, `Message can have ${CONTACT_MESSAGE_MAX} characters`),
    z.refine(hasVisibleText, "Message is required"),
    z.minLength(CONTACT_MESSAGE_MIN, `Message must be at least ${CONTACT_MESSAGE_MIN} characters`),
  );

export const contactForm = z.object({
  name: senderName,
  email,
  subject: z.enum(CONTACT_SUBJECTS, "Please select a subject"),
  message: contactMessage,
});

/** Who it is from, and what about, is known from the message before. */
export const contactReplyForm = z.object({ message: contactMessage });

export const newsletterForm = z.object({ email });
