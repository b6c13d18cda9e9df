import type { ArticleSource } from "#web/features/help/article.ts";

export const newToTraining: ArticleSource = {
  id: "new-to-training",
  categoryId: "your-gym",
  title: "New to training? You belong here",
  description: "How to show that you are starting out, and why that is a good thing to say.",
  keywords: ["beginner", "unfit", "start", "out of shape", "comeback", "injury", "nervous"],
  lead: "Spotter is not a club for the strong. It is for people who like to move, and everybody who does has begun somewhere.",
  blocks: [
    {
      kind: "section",
      title: "Say that you are new",
      paragraphs: [
        "It is tempting to look further along than you are. It also leads to a first session that is no fun for either of you. 'Three weeks in, can do one and a half push-ups' is charming, and it is true.",
        "The same goes for coming back after a break, an illness or a child. People who have done it themselves will recognise you.",
      ],
    },
    {
      kind: "steps",
      title: "A profile for a beginner",
      steps: [
        {
          title: "Photos of you, not of your goal",
          text: "A walk, a bicycle, a pair of muddy shoes. [Good photos](/help/add-and-arrange-photos) show a person.",
        },
        {
          title: "Interests you are curious about",
          text: "Pick what you would like to try. It is a good reason for somebody to write.",
        },
        {
          title: "Leave body type open, if you like",
          text: "You can choose Prefer not to say, or leave it empty: your profile then shows none. It does not count toward your completion.",
        },
        {
          title: "A prompt that invites",
          text: "'My ideal workout partner would show me the machines without laughing.' Somebody would love to.",
        },
      ],
    },
    {
      kind: "benefits",
      title: "What beginners bring",
      benefits: [
        { title: "Curiosity", text: "You ask questions, and most people love to explain what they love." },
        { title: "Progress", text: "The first months are when you notice it most. It is a joy to watch." },
        { title: "Patience", text: "You know what it is like not to know. That makes good company." },
      ],
    },
    {
      kind: "tips",
      tips: [
        "Talk to a doctor before you begin if you have a condition, are pregnant or come back from an injury. We are a dating app, and no article here is medical advice.",
        "Whoever makes fun of you for starting is not your match. [Unmatch](/help/unmatch-someone) and go on.",
      ],
    },
  ],
};
