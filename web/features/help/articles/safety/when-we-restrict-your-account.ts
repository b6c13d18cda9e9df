import { APPEAL_MAX, APPEAL_MONTHS } from "#contract/limits.ts";
import type { ArticleSource } from "#web/features/help/article.ts";

export const whenWeRestrictYourAccount: ArticleSource = {
  id: "when-we-restrict-your-account",
  categoryId: "safety",
  title: "When we restrict your account",
  description: "What we can decide about an account, how you learn why, and how to object.",
  keywords: ["appeal", "ban", "banned", "blocked", "muted", "unban", "complaint", "mistake", "unfair", "shadowban"],
  lead: "Now and then we have to limit what an account can do. You always learn that, why, and what you can do about it.",
  blocks: [
    {
      kind: "features",
      title: "What we can decide",
      features: [
        { title: "A word", text: "We ask you to change something. Nothing else happens." },
        { title: "A photo is removed", text: "The others stay, and you can add another one." },
        {
          title: "Not shown in Browse",
          text: "Nobody new finds you. Your matches and crushes still see you and can write to you.",
        },
        {
          title: "No sending for some days",
          text: "No messages, pictures and crushes for 1, 3, 7 or 30 days. You can read everything that comes.",
        },
        { title: "A suspension", text: "For a while or without an end. You cannot log in, and nobody sees you." },
        { title: "The end of the account", text: "For what is serious, or goes on in spite of all that." },
      ],
    },
    {
      kind: "section",
      title: "How you learn it",
      paragraphs: [
        "By email, at once: what we decided, what we found, which rule it is about, how long it lasts, and who decided. Who reported you is never in it. While it lasts, the app says so where it matters, with a link to the reasons.",
        "People decide. There is one exception: a new account of somebody whose suspension or restriction still applies gets the same by itself, and for a suspension the email says that. Nobody is hidden in silence here.",
      ],
    },
    {
      kind: "section",
      title: "Your membership",
      paragraphs: [
        "Nothing is charged while you are suspended. A membership that would renew during a suspension is not charged again, and goes on only if the suspension is lifted before its month is over. If we end your account, it ends at once.",
        "The email has a link to cancel it yourself, without logging in. Then it ends in any case.",
      ],
    },
    {
      kind: "steps",
      title: "How to object",
      steps: [
        {
          title: "Open the link in the email",
          text: "Object to this decision. It works without logging in, so that you can use it when you are suspended, too.",
        },
        {
          title: "Tell us why it is a mistake",
          text: `In your own words, up to ${APPEAL_MAX.toLocaleString("en-US")} characters. You can do it once, within ${APPEAL_MONTHS} months.`,
        },
        {
          title: "Wait for the answer",
          text: "As a rule another person looks at it than the one who decided, unless nobody else is at work that week, or somebody was in danger. You get an email, usually within a day. Until then our decision applies.",
        },
        {
          title: "If you were right",
          text: "We take it back, and your account is as it was before. Only a membership that ended with the account is not back: we refund what was left of its month. Nor is a photo, if your profile has six again or we do not have it any more; the email says so. The same link shows the outcome.",
        },
      ],
    },
    {
      kind: "tips",
      tips: [
        "The email is gone? While you are restricted the app has the link. If you are suspended, [write to us](/contact) from the address of your account.",
        "Read the [community guidelines](/community-guidelines) once more before you write. What you think about the rule helps us less than what happened.",
        "A second account does not help: with the same email address or card, a suspension or restriction comes along, or a person looks at it.",
      ],
    },
  ],
};
