import { BIO_MAX } from "#contract/limits.ts";
import type { ArticleSource } from "#web/features/help/article.ts";

export const writeYourBio: ArticleSource = {
  id: "write-your-bio",
  categoryId: "profile",
  title: "Write a bio that sounds like you",
  description: "A few lines that make people want to answer, and what to leave out.",
  keywords: ["about me", "description", "text", "introduction", "example", "what to write"],
  lead: `You have ${BIO_MAX} characters. Use half of them. People read bios between two sets.`,
  blocks: [
    {
      kind: "steps",
      title: "Three sentences are enough",
      steps: [
        { title: "What you do", text: "How you move, and when. 'Lifting before work, bicycle on Sundays.'" },
        {
          title: "Who you are besides",
          text: "One thing that has nothing to do with training. 'I restore old radios, badly.'",
        },
        {
          title: "What you hope for",
          text: "A partner for Tuesdays, something long, or you do not know yet. Say it kindly and say it plainly.",
        },
      ],
    },
    {
      kind: "section",
      title: "Show it, do not claim it",
      paragraphs: [
        "'I am funny' is a claim. A line that makes somebody smile is the proof. 'I love adventures' could be anybody, while 'I once got lost on a marked trail' could only be you.",
        "Write about what you like rather than what you cannot stand. A list of what others must not be tells them mostly that you are tired.",
      ],
    },
    {
      kind: "features",
      title: "Leave out",
      features: [
        { title: "Numbers to reach you", text: "Phone, email and other profiles. Whoever wants to collect them will." },
        { title: "Your daily route", text: "Which gym at which hour is for people you have met." },
        {
          title: "Demands",
          text: "Height, looks and weights of others. Use [your preferences](/help/set-your-preferences) for what matters to you.",
        },
      ],
    },
    {
      kind: "tips",
      tips: [
        "Stuck? Answer [a prompt](/help/prompts-worth-answering) first. Half of your bio is often in it.",
        "Ask a friend to read it. If they say 'that is so you', save it on [your profile](/profile).",
      ],
    },
  ],
};
