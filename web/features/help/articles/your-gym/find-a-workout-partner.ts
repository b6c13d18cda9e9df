import type { ArticleSource } from "#web/features/help/article.ts";

export const findAWorkoutPartner: ArticleSource = {
  id: "find-a-workout-partner",
  categoryId: "your-gym",
  title: "Find a workout partner",
  description: "Use Spotter to find somebody to train with, whatever else may come of it.",
  keywords: ["gym buddy", "spotter", "training partner", "friends", "platonic", "looking for"],
  lead: "Not everything has to be a date. Say that you are looking for company at the rack, and you meet people who are looking for the same.",
  blocks: [
    {
      kind: "steps",
      title: "Set yourself up for it",
      steps: [
        {
          title: "Say so",
          text: "On [your profile](/profile), set Looking for to Workout partner or New gym buddies.",
        },
        {
          title: "Look for the same",
          text: "In the filters of [Browse](/browse), tap the same goals under Looking For. Press Show people, and the list starts anew.",
        },
        {
          title: "Keep it close",
          text: "Bring the distance down. A partner twenty minutes away is one you will really train with.",
        },
        {
          title: "Name your days",
          text: "Use your bio or a prompt: 'Tuesdays and Thursdays, six in the morning, always legs.' The right person will recognise themselves.",
        },
      ],
    },
    {
      kind: "benefits",
      title: "Why two train better",
      benefits: [
        { title: "Somebody to spot you", text: "The last repetition is safer with hands near the bar." },
        { title: "Somebody who waits", text: "It is harder to skip a morning when another person is standing there." },
        { title: "Somebody who sees", text: "A partner notices the rounded back that you cannot." },
      ],
    },
    {
      kind: "section",
      title: "Be plain about what you want",
      paragraphs: [
        "If you are here for training alone, say so early and in a friendly way. If you feel that there could be more, say that, too, and take no for an answer. Both are fine. Guessing is not.",
        "You do not have to lift the same weights. You have to want to come at the same hour, and to leave at the same one.",
      ],
    },
    {
      kind: "safety",
      tips: [
        "Meet at a gym with staff and other people in it, not in a private basement gym the first time.",
        "Spotting is a matter of trust. Agree on the lift, the number and the word for help before the bar leaves the rack.",
      ],
    },
  ],
};
