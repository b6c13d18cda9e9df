import type { ArticleSource } from "#web/features/help/article.ts";

export const afterAWorkoutDate: ArticleSource = {
  id: "after-a-workout-date",
  categoryId: "messages",
  title: "After a workout date",
  description: "Say how it went. Only if both of you trained do you see it, and nobody else ever does.",
  keywords: [
    "trained together",
    "tally",
    "count",
    "no show",
    "did not happen",
    "missed",
    "stood up",
    "feedback",
    "rate",
  ],
  lead: "Once an agreed workout date is over, its card asks each of you how it went. There is no rating, and no number for others to see.",
  blocks: [
    {
      kind: "features",
      title: "Three answers",
      features: [
        {
          title: "Trained together",
          text: "If both of you say so, the card says it, and the top of your conversation counts: 'Trained together × 3'. Only the two of you see that.",
        },
        {
          title: "Didn't happen",
          text: "Things come up. It has no effect on anything, for either of you.",
        },
        {
          title: "Something was wrong",
          text: "Opens [a report](/help/report-someone). The people who run Spotter see who proposed and agreed to what on the card. The other one is not told.",
        },
      ],
    },
    {
      kind: "section",
      title: "Your answer is yours",
      paragraphs: [
        "You can answer and change it for 30 days. Your match learns nothing of it, with one exception: that you both trained. From then on both answers stay.",
        "We send no reminder to answer, and leaving it open is fine.",
        "Your answers are in [your data download](/help/download-your-data), and go with the card or with your account.",
      ],
    },
    {
      kind: "safety",
      tips: [
        "If somebody is in danger, call your local emergency number first. We cannot send help.",
        "You can also [block someone](/help/block-someone) at any time, without a reason.",
      ],
    },
  ],
};
