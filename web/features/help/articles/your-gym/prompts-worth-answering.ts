import { PROMPTS } from "#contract/catalog.ts";
import { PROMPT_ANSWER_MAX, PROMPTS_MAX } from "#contract/limits.ts";
import type { ArticleSource } from "#web/features/help/article.ts";

export const promptsWorthAnswering: ArticleSource = {
  id: "prompts-worth-answering",
  categoryId: "your-gym",
  title: "Prompts worth answering",
  description: "Pick the prompts that fit you, and write answers people can reply to.",
  keywords: ["questions", "icebreaker", "conversation starter", "get to know me", "answers"],
  lead: `Prompts are half sentences that you finish in your own words. There are ${PROMPTS.length} of them, and your profile has room for ${PROMPTS_MAX}.`,
  blocks: [
    {
      kind: "section",
      title: "What makes an answer good",
      paragraphs: [
        "A good answer gives the other person something to hold on to. 'Staying fit' ends a conversation. 'Ten clean pull-ups by spring, I am at six' begins one.",
        `You have ${PROMPT_ANSWER_MAX} characters, about two sentences. Write it as you would say it across the rack.`,
      ],
    },
    {
      kind: "features",
      title: "Which one fits you",
      features: [
        { title: "You have a goal", text: "My fitness goals are... Be concrete, and say where you are today." },
        {
          title: "You are looking for a partner",
          text: "My ideal workout partner would... Say what you would do for them, too.",
        },
        { title: "You like to laugh", text: "My gym pet peeve is... Tease the habit, never the people." },
        {
          title: "You are more than the gym",
          text: "After the gym, you'll find me... The one for everything besides training.",
        },
      ],
    },
    {
      kind: "steps",
      title: "Adding one",
      steps: [
        { title: "Open your profile", text: "Scroll to Get to know me on [your profile](/profile)." },
        { title: "Choose a prompt", text: "Each can be answered once. A field for your words opens under it." },
        {
          title: "Write, preview, save",
          text: "Preview Profile shows how it looks to others. A prompt without an answer is not saved.",
        },
      ],
    },
    {
      kind: "tips",
      tips: [
        "Read your answer out loud. If you would not say it to somebody's face, write it again.",
        "One honest prompt does more than three that sound like a slogan.",
      ],
    },
  ],
};
