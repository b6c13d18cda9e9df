import { RETENTION_DAYS } from "#contract/limits.ts";
import type { ArticleSource } from "#web/features/help/article.ts";

export const unmatchSomeone: ArticleSource = {
  id: "unmatch-someone",
  categoryId: "safety",
  title: "Unmatch someone",
  description: "End a match quietly, and how that differs from blocking and reporting.",
  keywords: ["end", "break up", "remove match", "delete conversation", "delete chat", "ghost", "leave"],
  lead: "Not every match becomes more. Unmatching ends one for both of you, without a notice and without a reason.",
  blocks: [
    {
      kind: "steps",
      title: "Unmatching",
      steps: [
        { title: "Open the conversation", text: "In [Messages](/messages), or the profile of your match." },
        { title: "Open the menu", text: "The three dots. Choose Unmatch." },
        { title: "Confirm", text: "The conversation leaves both lists. It cannot be brought back." },
      ],
    },
    {
      kind: "features",
      title: "Which one do I need?",
      features: [
        {
          title: "Unmatch",
          text: "You have nothing more to say to each other. On Spotter you do not see each other's profile any more.",
        },
        {
          title: "Block",
          text: "You do not want to be found by this person, whether you had contact or not. [What blocking does](/help/block-someone).",
        },
        { title: "Report", text: "They broke the rules, or made you uneasy. [How to report](/help/report-someone)." },
      ],
    },
    {
      kind: "section",
      title: "What happens to the rest",
      paragraphs: [
        "You cannot match again with the same person, so neither of you can send the other another crush. The crush you once sent is spent.",
        "If the other person had the conversation open, it tells them that it has ended. It does not say who ended it or why.",
        `You can still report somebody for ${RETENTION_DAYS} days after a match has ended: in [Settings](/settings/privacy), under People you talked to, or where a conversation you had open says that it has ended.`,
      ],
    },
    {
      kind: "tips",
      tips: [
        "A line before you go is kind, if the conversation was: 'I do not feel it, all the best to you.' If it was not kind, you owe nothing.",
      ],
    },
  ],
};
