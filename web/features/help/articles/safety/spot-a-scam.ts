import type { ArticleSource } from "#web/features/help/article.ts";

export const spotAScam: ArticleSource = {
  id: "spot-a-scam",
  categoryId: "safety",
  title: "Spot a scam",
  description: "The patterns that false profiles share, and what to do when you meet one.",
  keywords: [
    "fraud",
    "fake profile",
    "catfish",
    "money",
    "crypto",
    "investment",
    "gift card",
    "phishing",
    "link",
    "bot",
  ],
  lead: "A scammer wants your money, your data or your pictures, and takes time to get them. They all use much the same script, so it can be learned.",
  blocks: [
    {
      kind: "features",
      title: "Signs",
      features: [
        { title: "It goes very fast", text: "Great love after three days, and plans for a life together." },
        { title: "Away from here", text: "They want to move to another app before you have said ten sentences." },
        { title: "Never on camera", text: "The phone is broken, the network is bad, the job is secret." },
        { title: "Money", text: "An emergency, a ticket, a gift card, or a sure tip for an investment." },
        { title: "A link", text: "A page where you should log in, pay or prove your age." },
        { title: "A threat", text: "They have a picture of you, and want something for not showing it." },
      ],
    },
    {
      kind: "safety",
      tips: [
        "Never send money, gift cards or account numbers to somebody you have not met. Not even a little, not even as a loan.",
        "Never share a code that was sent to you, or your password. Nobody at Spotter will ever ask for it.",
        "Buy crushes only in [your wallet](/profile#crushes). No member can sell or give you any.",
        "Do not pay somebody who threatens you. Keep what they wrote, report them, and go to the police.",
      ],
    },
    {
      kind: "steps",
      title: "What to do",
      steps: [
        { title: "Stop answering", text: "You do not have to be polite to a script." },
        {
          title: "Report",
          text: "Choose Spam or a scam. The messages are [kept with your report](/help/report-someone), so there is nothing else you need to save for us.",
        },
        { title: "Block", text: "It is ticked in the same form." },
        {
          title: "Secure what you gave away",
          text: "Call your bank if money is gone. [Change your password](/help/change-email-or-password) if you have typed it elsewhere.",
        },
      ],
    },
    {
      kind: "section",
      title: "If it happened to you",
      paragraphs: [
        "You are neither foolish nor alone. People who do this do it for a living. Tell somebody you trust, tell the police, and tell us, so that it ends with you.",
        "If we end an account for fraud, we email everyone who wrote with it. That mail never asks for money, a code or your password.",
      ],
    },
  ],
};
