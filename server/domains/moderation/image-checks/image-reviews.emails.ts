import { greet } from "#server/domains/accounts/accounts.emails.ts";
import type { Email } from "#server/platform/email/email-layout.ts";

export const photoHeldEmail = (name: string | undefined, site: string): Email => ({
  subject: "One of your photos is in review",
  preview: "Only you see it until a person has looked at it.",
  heading: "One of your photos is in review",
  paragraphs: [
    greet(name, "A program found that one of your photos looks like a picture that may not be on Spotter."),
    "Only you see the photo until a person has looked at it, usually within a day. Programs make mistakes: if it is fine, it is shown again, and you have nothing to do. Your profile says which one it is.",
  ],
  button: { label: "Your photos", url: `${site}/profile` },
  secondaryLink: { label: "Contact us", url: `${site}/contact` },
  reason: "You get this because of your Spotter account.",
});
