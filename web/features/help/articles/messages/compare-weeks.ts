import type { ArticleSource } from "#web/features/help/article.ts";

export const compareYourWeeks: ArticleSource = {
  id: "compare-weeks",
  categoryId: "messages",
  title: "Compare weeks",
  description: "Find a time that suits both of you, without showing your whole week.",
  keywords: ["schedule", "calendar", "free", "time", "availability", "overlap", "shared", "when"],
  lead: "When do you both train? If both of you would like to know, Spotter shows a few times that are in both your weeks, and nothing else of them.",
  blocks: [
    {
      kind: "steps",
      title: "How it works",
      steps: [
        {
          title: "Share your week",
          text: "You both need one: [Say when you train](/help/say-when-you-train), and leave 'Share my week' on. If you filled it in before weeks could be compared, we ask for your consent once more there.",
        },
        {
          title: "Open the conversation, and tap Compare weeks",
          text: "On a phone it is the calendar at the top. Then tap I would compare. Your match is not told, unless you do: Tell them writes a line for you, which you can change before you send it.",
        },
        {
          title: "Your match does the same",
          text: "Now both of you see the same times. Tap Plan beside one, and [the workout date](/help/plan-a-workout-date) has its day and time already.",
        },
      ],
    },
    {
      kind: "features",
      title: "What is shown, and what is not",
      features: [
        {
          title: "At most five times",
          text: "Parts of a day that are in both your weeks. Not how many more there are, and nothing that only one of you has.",
        },
        {
          title: "The same for seven days",
          text: "Whatever either of you changes. So nobody reads a week by asking again and again. After that you can both ask anew.",
        },
        {
          title: "No time in common",
          text: "That is an answer, too. Weeks bend: ask.",
        },
      ],
    },
    {
      kind: "section",
      title: "Taking it back",
      paragraphs: [
        "Until both of you have said so, you can take it back. If one of you stops sharing or deletes their week, or the match ends, what was shown is gone at once for both.",
      ],
    },
  ],
};
