import type { ArticleSource } from "#web/features/help/article.ts";

export const yourFirstSessionTogether: ArticleSource = {
  id: "your-first-session-together",
  categoryId: "your-gym",
  title: "Your first session together",
  description: "Plan a first workout with a match that is easy, short and good for both.",
  keywords: ["first date", "meet", "meeting", "plan", "workout date", "together"],
  lead: "A first session is the easiest first date there is: you know what to do with your hands. Keep it light, keep it public, and leave while it is still fun.",
  blocks: [
    {
      kind: "steps",
      title: "A plan that works",
      steps: [
        {
          title: "Pick something you can both do",
          text: "A climb, a swim, a class, a walk up a hill. Ask what they like, and let the less experienced of you choose.",
        },
        {
          title: "Pick a public place",
          text: "Many gyms sell day passes. Ask at the desk beforehand, so that nobody stands outside.",
        },
        {
          title: "Make it an hour",
          text: "Forty minutes of training and a coffee. A short first meeting can always become a longer second one.",
        },
        {
          title: "Agree on a plan B",
          text: "It rains, the rack is taken, somebody is sore. Say in advance what you would do then.",
        },
        {
          title: "Write the next day",
          text: "One line is enough. If you want to meet again, say so. If not, say thank you.",
        },
      ],
    },
    {
      kind: "features",
      title: "Good first sessions",
      features: [
        { title: "A beginners' class", text: "Somebody else leads, and you can laugh together." },
        { title: "Bouldering", text: "Short efforts, long breaks, much to talk about." },
        { title: "An easy run", text: "Slow enough for whole sentences. Pick a loop that passes a cafe." },
        { title: "One machine, many sets", text: "Taking turns is a conversation by itself." },
      ],
    },
    {
      kind: "tips",
      tips: [
        "Train at two thirds of what you can do. You are there to meet somebody, and nobody talks well on a maximum.",
        "Do not coach unless you are asked. 'Would you like a tip?' is a question, and no is an answer.",
      ],
    },
    {
      kind: "safety",
      tips: [
        "Tell a friend where you are going, with whom, and when you will be back.",
        "Come and go by your own means, so that you can leave whenever you like. [Meet safely](/help/meet-safely) has the whole list.",
      ],
    },
  ],
};
