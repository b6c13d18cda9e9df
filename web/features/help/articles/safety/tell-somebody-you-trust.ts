import type { ArticleSource } from "#web/features/help/article.ts";

export const tellSomebodyYouTrust: ArticleSource = {
  id: "tell-somebody-you-trust",
  categoryId: "safety",
  title: "Tell somebody you trust",
  description: "Share a workout date with a friend, and have them told if you do not say that you are back.",
  keywords: [
    "trusted contact",
    "share",
    "date",
    "friend",
    "back safe",
    "emergency",
    "location",
    "alone",
    "check in",
    "safety",
  ],
  lead: "Somebody who cares about you can know when, where and with whom you train. You decide for each date, and they need no account.",
  blocks: [
    {
      kind: "steps",
      title: "Share a date",
      steps: [
        {
          title: "Ask them first",
          text: "Add them when you share a date, or in [Settings, under Privacy](/settings/privacy#trusted-contacts). Say how they know you. Your own email has to be confirmed, and nothing happens until they say yes. You can send our question once more, and have three trusted contacts.",
        },
        {
          title: "Plan a workout",
          text: "Once [a date](/help/plan-a-workout-date) is agreed, tap Share this date on its card, and choose who. Somebody who has not answered yet gets it once they say yes.",
        },
        {
          title: "They get a page",
          text: "With both names, the main photo of your match, the sport, the time and the place. It changes when the plan does, says so once you are back, and ends 24 hours after the date. There is no live location.",
        },
      ],
    },
    {
      kind: "features",
      title: "Back safe?",
      features: [
        {
          title: "From the end of the date",
          text: "A line on every screen asks whether you are back, until you answer. Later hides it for some minutes and changes nothing else. An hour after the end we also ask on your devices and by email, in quiet hours, too.",
        },
        {
          title: "If you do not answer",
          text: "After another hour we write to your contact, once: that you have not said that you are back, and with whom, when and where you trained. Ask in an hour, on the card and in your privacy settings, gives you that time, three times at most. Tell them writes at once.",
        },
        {
          title: "If you forgot",
          text: "Say that you are back, and we write that to them, too.",
        },
        {
          title: "If you do not want it",
          text: "Untick the box when you share the date. They get the page, and nobody asks.",
        },
      ],
    },
    {
      kind: "section",
      title: "Who can see and stop what",
      paragraphs: [
        "We do not tell your match that you share a date, or with whom. Once it has begun, nothing that they do keeps the question from you, neither calling it off nor a block. Your match may share the date with somebody, too.",
        "You can stop sharing on the card, or remove a contact, at any time. They are not told. Your contact can end it by a link in each of our emails. If they say no, you cannot ask them again for a year, also not from a new account with the same email address.",
      ],
    },
    {
      kind: "safety",
      tips: [
        "Spotter is not an emergency service. If you are in danger, call 911, 112 in Europe, or the emergency number of the country you are in.",
        "Emails can be late, and phones die. Agree with your contact on what they do if they do not hear from you.",
        "More in [Meet safely](/help/meet-safely).",
      ],
    },
  ],
};
