import { LEVEL_LABELS } from "#contract/catalog.ts";
import { COARSE_PARTS_MAX, LEVELED_SPORTS_MAX } from "#contract/limits.ts";
import type { ArticleSource } from "#web/features/help/article.ts";

export const sayWhenYouTrain: ArticleSource = {
  id: "say-when-you-train",
  categoryId: "profile",
  title: "Say when you train",
  description: "Fill in your week and your levels, and what others see of them.",
  keywords: ["my week", "training week", "schedule", "times", "calendar", "level", "pace", "health data", "consent"],
  lead: "Say once when you train and how, and people whose week fits yours come first. You need not: everything else works without it.",
  blocks: [
    {
      kind: "steps",
      title: "Filling it in",
      steps: [
        {
          title: "Open My Week",
          text: "It is in [your profile](/profile#my-week), below your prompts.",
        },
        {
          title: "Mark your times",
          text: "Tap a part of a day, or drag over several. With a keyboard, arrow keys move, Space marks, and Shift with an arrow key marks on. Mornings, After work and Weekends fill in the usual ones.",
        },
        {
          title: "Add your sports",
          text: `Up to ${LEVELED_SPORTS_MAX}, each with a level from '${LEVEL_LABELS[0]}' to '${LEVEL_LABELS.at(-1)}'. Below it stands what that means in numbers, such as the pace of an easy run.`,
        },
        {
          title: "Agree, and save",
          text: "The first time we ask whether we may keep your week. Without your yes, nothing is stored.",
        },
      ],
    },
    {
      kind: "features",
      title: "What others see",
      features: [
        {
          title: "Not your exact times",
          text: "Before a match there are only mornings, daytime and evenings, on weekdays and on weekends.",
        },
        {
          title: "With a match, a few times that you share",
          text: "Only if both of you ask for it in your conversation. [Compare weeks](/help/compare-weeks) says how.",
        },
        {
          title: "Only those who share theirs",
          text: "Both of you have to share your weeks. If you turn sharing off, nothing of yours is used from that moment, and nothing of others is shown to you.",
        },
        {
          title: "From the next day",
          text: "A change counts from the next day. So nobody finds out your times by changing theirs back and forth.",
        },
        {
          title: "Not a week that is always free",
          text: `A week in more than ${COARSE_PARTS_MAX} of the six parts would fit everybody's, so it counts as none. Mark when you usually train, not when you could.`,
        },
      ],
    },
    {
      kind: "section",
      title: "Taking it back",
      paragraphs: [
        "'Delete my week' in the same place erases it at once, together with your consent. 'Share my week' alone keeps it for you and takes it out of matching.",
        "Your week is in [your data download](/help/download-your-data). We never sell it, and it is in no log. [The privacy policy](/privacy) says the rest.",
      ],
    },
    {
      kind: "tips",
      tips: ["Twice a week is a week. What counts is that you are there at the same time, not how often."],
    },
  ],
};
