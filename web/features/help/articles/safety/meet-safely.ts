import { RETENTION_DAYS } from "#contract/limits.ts";
import type { ArticleSource } from "#web/features/help/article.ts";

export const meetSafely: ArticleSource = {
  id: "meet-safely",
  categoryId: "safety",
  title: "Meet safely",
  description: "What to do before, during and after a first meeting.",
  keywords: ["first date", "meeting", "meet up", "danger", "emergency", "consent", "alone", "drink"],
  lead: "A first meeting should be fun. A few habits make sure that it is safe, too, and that you can leave whenever it is not.",
  blocks: [
    {
      kind: "steps",
      title: "Before you meet",
      steps: [
        {
          title: "Talk here first",
          text: "Stay in [Messages](/messages) until you have met. Here you can unmatch, block and report. Elsewhere we cannot help.",
        },
        {
          title: "See that it is them",
          text: "A short video call on the day before is a fair request. Whoever always has a reason against it may have a reason.",
        },
        {
          title: "Choose a public place",
          text: "A gym with staff, a cafe, a busy park. Not your home, not theirs, not a trail without people.",
        },
        {
          title: "Tell somebody",
          text: "A friend should know whom you meet, where, and when you will write that all is well. [Share a workout date](/help/tell-somebody-you-trust) from its card: they see when, where and with whom, and we can write to them if you do not say that you are back.",
        },
      ],
    },
    {
      kind: "safety",
      tips: [
        "Come and go by your own means. Do not be picked up at your door the first time.",
        "Keep your bag, your phone and your drink with you. That goes for shaker bottles, too.",
        "Stay as sober as you would be for a heavy lift.",
        "You may leave at any moment, without a reason. 'I am going home now' is a whole sentence.",
        "If you are in danger, call 911, 112 in Europe, or the emergency number of the country you are in. Report to us afterwards.",
      ],
    },
    {
      kind: "section",
      title: "Training together",
      paragraphs: [
        "Keep to weights that you can put down by yourself. Do not let somebody you have just met load a bar above you that you could not handle alone.",
        "Agree before any touch, spotting included. Whoever ignores a no in the gym will not hear it elsewhere.",
      ],
    },
    {
      kind: "section",
      title: "Afterwards",
      paragraphs: [
        "If it went well, say so. If it did not, a kind line is enough. You owe nobody a second meeting.",
        `If something happened that should not have, [report it](/help/report-someone). You can do so for ${RETENTION_DAYS} days after a match has ended, too. What happened is never the fault of the one it happened to.`,
        "More of this is in our [safety tips](/safety).",
      ],
    },
  ],
};
