import type { ArticleSource } from "#web/features/help/article.ts";

export const planAWorkoutDate: ArticleSource = {
  id: "plan-a-workout-date",
  categoryId: "messages",
  title: "Plan a workout date",
  description: "Propose when, where and how hard, agree on it in one tap, and have it in your calendar.",
  keywords: [
    "date",
    "workout",
    "plan",
    "calendar",
    "ics",
    "reminder",
    "time",
    "place",
    "agree",
    "cancel",
    "reschedule",
  ],
  lead: "A first date can be a workout. Propose one in the chat, and it becomes a card that both of you can answer.",
  blocks: [
    {
      kind: "steps",
      title: "From idea to date",
      steps: [
        {
          title: "Tap Plan a workout",
          text: "It is beside the picture button, or beside a time that [you both have](/help/compare-weeks). Choose a sport, up to three times, a place, how long, and if you like whether you would rather chat, keep steady or go hard.",
        },
        {
          title: "Your match answers",
          text: "Agree, Other time, or Not this time. Other time sends the card back to you with what suits them.",
        },
        {
          title: "It is a date",
          text: "Once one of you agrees, both see it. Add it to your calendar from the card, or from the email that we send.",
        },
      ],
    },
    {
      kind: "features",
      title: "After that",
      features: [
        {
          title: "Something came up",
          text: "Change it, and your match has to agree again, or keeps the time you had. Or call it off: they are told at once, and so is their calendar. Once one of you is on the way, it can only be called off.",
        },
        {
          title: "The evening before",
          text: "We remind both of you, unless you turn Workout reminders off in Settings.",
        },
        {
          title: "On my way",
          text: "One tap, from three hours before the start, so that nobody wonders.",
        },
        {
          title: "Afterwards",
          text: "The card asks how it went. [Your answer is private](/help/after-a-workout-date).",
        },
        {
          title: "Not too many at once",
          text: "The two of you can have three dates open. Answer one, and there is room for the next.",
        },
      ],
    },
    {
      kind: "section",
      title: "What the calendar shows",
      paragraphs: [
        "The sport, the time and the place, with an alarm two hours before, and nobody's name: calendars are shared with families and colleagues. Times are those of the place, also when the clocks change in between.",
        "If you unmatch or one of you blocks the other, the date is called off, and the card goes with the conversation.",
      ],
    },
    {
      kind: "safety",
      tips: [
        "Meet where others train, and in daylight if it is outdoors. Homes can wait.",
        "[Tell somebody you trust](/help/tell-somebody-you-trust) where you will be, from the card. More in [Meet safely](/help/meet-safely).",
      ],
    },
  ],
};
