import { REPORT_REASONS } from "#contract/catalog.ts";
import { REPORT_DETAILS_MAX, RETENTION_DAYS } from "#contract/limits.ts";
import type { ArticleSource } from "#web/features/help/article.ts";

export const reportSomeone: ArticleSource = {
  id: "report-someone",
  categoryId: "safety",
  title: "Report someone",
  description: "Tell us about a member, what we keep with it, and what happens then.",
  keywords: ["abuse", "harassment", "fake", "spam", "scam", "complaint", "flag", "inappropriate", "underage", "threat"],
  lead: "If a member makes you uneasy, tell us. It goes to the people who run Spotter. Nobody is told who sent it.",
  blocks: [
    {
      kind: "steps",
      title: "Reporting",
      steps: [
        {
          title: "Open the menu",
          text: "The three dots, in a conversation or on a profile. Choose Report. For one message, hold it or right-click it.",
        },
        {
          title: "Choose a reason",
          text: `There are ${REPORT_REASONS.length}, from fake profiles to danger. If none fits, take Something else.`,
        },
        {
          title: "Add what happened, if you like",
          text: `Up to ${REPORT_DETAILS_MAX.toLocaleString("en-US")} characters. Dates and places outside Spotter help us most.`,
        },
        {
          title: "Send Report",
          text: "Also block is ticked already, so that you do not meet again. Take the tick away if you want to keep contact.",
        },
      ],
    },
    {
      kind: "features",
      title: "What is kept with it",
      features: [
        { title: "Their profile", text: "As it was at that moment." },
        { title: "What was said", text: "The latest messages between you, and the pictures they sent." },
        { title: "Copies", text: "Deleting a message or a photo afterwards does not take it out of the report." },
        {
          title: "What was deleted before",
          text: `Messages, photos and profile texts that were deleted or replaced in the last ${RETENTION_DAYS} days are part of it, and marked.`,
        },
        {
          title: "No more than that",
          text: "No email address, no date of birth, no place finer than the profile shows.",
        },
      ],
    },
    {
      kind: "section",
      title: "When the conversation is gone",
      paragraphs: [
        `Somebody unmatched you, blocked you or left Spotter, or you did? For ${RETENTION_DAYS} days you can still report them: open [Settings](/settings/privacy), Privacy, and look for People you talked to.`,
        "The list has everybody with whom there was a crush or a match, by name and with the day of your last contact. It does not say how contact ended, or by whom.",
      ],
    },
    {
      kind: "section",
      title: "What happens then",
      paragraphs: [
        "Your report gets a number, such as R-7K2M9Q. If your email address is confirmed, we also write that we have it, and again when it is decided. In [Settings](/settings/privacy), Privacy, Your reports has all that you sent, and where they are.",
        "A person decides about it, usually within a day, and sooner if somebody is in danger. They hold it against our [community guidelines](/community-guidelines). We may do nothing, ask the member to change something, [restrict their account](/help/when-we-restrict-your-account), or end it.",
        "You learn whether we acted. Where we close many at once that look unfounded, without a closer look, you learn that. What exactly we decided stays between us and them, because that, too, is about somebody's privacy. If you have more to add, use Contact Support on this page, with the number.",
      ],
    },
    {
      kind: "safety",
      tips: [
        "If someone is in danger now, call 911, or 112 in Europe, first. We cannot send help.",
        "Report as soon as you notice something. The member does not learn who told us, and you may be the one who spares the next person.",
        "If somebody seems to be under 18, report it. You do not have to be sure.",
      ],
    },
  ],
};
