import { INTERESTS } from "#contract/catalog.ts";
import { INTERESTS_MAX, INTERESTS_MIN } from "#contract/limits.ts";
import type { ArticleSource } from "#web/features/help/article.ts";

export const chooseYourInterests: ArticleSource = {
  id: "choose-your-interests",
  categoryId: "your-gym",
  title: "Choose interests that say something",
  description: "How many to pick, what they do for you, and which ones to leave out.",
  keywords: ["hobbies", "sports", "training", "activities", "workout", "tags"],
  lead: `There are ${INTERESTS.length} interests to choose from, and you can pick up to ${INTERESTS_MAX}. They are the first thing that two members can have in common.`,
  blocks: [
    {
      kind: "benefits",
      title: "What they do",
      benefits: [
        {
          title: "They put you near the right people",
          text: "In Browse, each interest that you share brings you closer to the top for each other.",
        },
        { title: "They stand on your card", text: "Others see at a glance how many interests they share with you." },
        {
          title: "They break the ice",
          text: "A new conversation names what you both like, so nobody starts from nothing.",
        },
      ],
    },
    {
      kind: "steps",
      title: "Picking them",
      steps: [
        {
          title: "Start with last month",
          text: "Pick what you have really done in the past weeks. That is what you will talk about, and perhaps do together.",
        },
        {
          title: "Add one you would like to begin",
          text: "Rock Climbing as a beginner is an invitation to somebody who climbs.",
        },
        {
          title: "Save your profile",
          text: `Open [your profile](/profile), tap the interests and save. At least ${INTERESTS_MIN} count toward your completion.`,
        },
      ],
    },
    {
      kind: "section",
      title: "Fewer can be more",
      paragraphs: [
        `You may pick ${INTERESTS_MAX}, but you do not have to. Five that are true say more about you than ten that might be. When all ten are taken, take one away to make room.`,
        "You can also look for people by interest: in the filters of [Browse](/browse), several interests mean that any one of them is enough.",
      ],
    },
    {
      kind: "tips",
      tips: [
        "Nutrition, Meal Prep and Meditation are on the list, too. Training is more than the hour at the gym.",
        "Your interests change with the season. So may your profile.",
      ],
    },
  ],
};
