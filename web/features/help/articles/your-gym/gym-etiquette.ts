import type { ArticleSource } from "#web/features/help/article.ts";

export const gymEtiquette: ArticleSource = {
  id: "gym-etiquette",
  categoryId: "your-gym",
  title: "Gym etiquette for two",
  description: "The small habits that make you somebody people like to train beside.",
  keywords: ["manners", "rules", "behaviour", "behavior", "respect", "consent", "filming"],
  lead: "How somebody treats a shared space says a lot about them. These habits cost nothing, and they are noticed.",
  blocks: [
    {
      kind: "features",
      title: "On the floor",
      features: [
        { title: "Put it back", text: "Plates on the tree, dumbbells in their place, the bench where it was." },
        { title: "Wipe it down", text: "Before, if you like, and after, always. Bring two towels and lend one." },
        {
          title: "Share the rack",
          text: "Let others work in between your sets. Two people rest longer than they think.",
        },
        { title: "Keep it down", text: "Talk as you would in a cafe. A set is not the moment for a question." },
      ],
    },
    {
      kind: "section",
      title: "Toward your partner",
      paragraphs: [
        "Ask before you touch, even to correct a grip or to spot. 'May I?' takes a second. When the answer is no, use words instead.",
        "Praise effort, not bodies. 'That was a strong third set' is always welcome. A remark about how somebody looks in their leggings is not, unless you are both long past that point.",
        "Let them have a bad day. Not every session has to be beaten by the next.",
      ],
    },
    {
      kind: "section",
      title: "Toward everybody else",
      paragraphs: [
        "Somebody you know from Spotter may train at your gym. Let them train. A nod is enough, and a message later is kinder than a talk between sets.",
        "If you recognise a member who has not matched with you, leave it at that. Spotter is where they chose to be approached. The squat rack is not.",
      ],
    },
    {
      kind: "safety",
      tips: [
        "Never film or photograph others without asking, and never post a picture with a stranger in the mirror.",
        "If a member follows you around at the gym or makes you uneasy there, talk to the staff, and [report them](/help/report-someone) to us as well.",
      ],
    },
  ],
};
