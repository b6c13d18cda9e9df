import { ATTACHMENT_COST } from "#contract/limits.ts";
import type { ArticleSource } from "#web/features/help/article.ts";

export const sendPictures: ArticleSource = {
  id: "send-pictures",
  categoryId: "messages",
  title: "Send a picture",
  description: "Which pictures go through, what they cost, and who can see them.",
  keywords: ["photo", "photos", "image", "images", "upload", "camera", "jpeg", "png", "webp", "heic", "screenshot"],
  lead: `In a conversation you can send pictures as well as text. Each costs ${ATTACHMENT_COST} crush, and nothing for Unlimited Members.`,
  blocks: [
    {
      kind: "steps",
      title: "Sending one",
      steps: [
        {
          title: "Tap the picture button",
          text: "It is beside the text field. On a computer you can also drop a picture into the conversation, or paste it.",
        },
        {
          title: "Look at it once more",
          text: "You see the picture, what it costs and how many crushes you have left.",
        },
        { title: "Send Image", text: "A bar shows how far it is. Cancel before that, and nothing is spent." },
      ],
    },
    {
      kind: "features",
      title: "What goes through",
      features: [
        { title: "JPEG, PNG and WebP", text: "Other kinds are refused, with a word that says so." },
        { title: "Under 5 MB", text: "Most photos from a phone are. If yours is larger, make it smaller first." },
        {
          title: "Paid only when sent",
          text: "If a picture does not go through, its crush is not spent. Trying again does not cost twice.",
        },
        {
          title: "Without hidden data",
          text: "We remove what cameras write into files, such as where a picture was taken.",
        },
      ],
    },
    {
      kind: "section",
      title: "Who can see it",
      paragraphs: [
        "Only the two of you, and a person at Spotter if it is reported, or if the check below holds it for one. The address of a picture works for you and your match alone, and it ends when you unmatch or when one of you blocks the other.",
        "Until they know you a little, they see it covered, and decide themselves [when to look](/help/chat-safely).",
        "Before your match sees it, a program looks at it, which takes a few seconds. Until then they read that a picture is being checked. If it may be explicit, looks like one that we removed, or could not be checked, a person looks at it first, and yours is marked In review. That can happen later, too, when a copy of it was removed elsewhere.",
        "You can [delete a picture](/help/delete-a-message) that you have sent. It then goes from both sides, and the crush it cost does not come back.",
      ],
    },
    {
      kind: "safety",
      tips: [
        "Whoever sees a picture can take a photo of the screen. Send nothing that you would not want to be shown around.",
        "Never send intimate pictures to somebody who asks for them under pressure. [Report them](/help/report-someone) instead.",
      ],
    },
  ],
};
