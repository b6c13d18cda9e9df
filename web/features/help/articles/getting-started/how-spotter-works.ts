import type { ArticleSource } from "#web/features/help/article.ts";

export const howSpotterWorks: ArticleSource = {
  id: "how-spotter-works",
  categoryId: "getting-started",
  title: "How Spotter works",
  description: "Profile, crush, match, chat: the whole of Spotter in two minutes.",
  keywords: ["introduction", "overview", "tour", "start", "beginner", "guide", "about"],
  lead: "Spotter introduces people who train to people who train. You show who you are, say who you like with a crush, and talk to those who like you back. That is all of it.",
  blocks: [
    {
      kind: "steps",
      title: "From signup to a first set together",
      steps: [
        {
          title: "Build your profile",
          text: "Photos, a few lines about you, interests and a prompt. At 60% it goes on show in Browse. [Building your profile](/help/build-your-profile) says what counts.",
        },
        {
          title: "Look around",
          text: "[Browse](/browse) shows members who fit your preferences and whose preferences you fit, too. Those who fit you best come first.",
        },
        {
          title: "Send a crush",
          text: "One tap says that you would like to meet. It costs one crush from your balance, and the cost is on the button before you tap.",
        },
        {
          title: "Match and talk",
          text: "When the other person sends one back it is a match, and a conversation opens for the two of you. Nobody else can write to you.",
        },
      ],
    },
    {
      kind: "features",
      title: "Where things are",
      features: [
        { title: "Browse", text: "New people, and the filters that choose who they are." },
        { title: "My Crushes", text: "Who sent you a crush, whom you are waiting for, and all of your matches." },
        { title: "Messages", text: "Your conversations, with new matches at the top." },
        { title: "Profile", text: "What others see of you, your match preferences and your crush wallet." },
      ],
    },
    {
      kind: "tips",
      tips: [
        "Seeing who has sent you a crush is free. So is receiving one, and so is every text you write to a match.",
        "Profiles marked Demo are drawn by us to show what Spotter looks like. They are not people.",
      ],
    },
  ],
};
