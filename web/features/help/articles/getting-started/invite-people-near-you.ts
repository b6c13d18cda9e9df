import { SMALL_PLACE_BELOW } from "#contract/limits.ts";
import type { ArticleSource } from "#web/features/help/article.ts";

export const invitePeopleNearYou: ArticleSource = {
  id: "invite-people-near-you",
  categoryId: "getting-started",
  title: "Invite people near you",
  description: "A link for friends and a poster for your gym, without your name on either.",
  keywords: [
    "invite",
    "invitation",
    "friends",
    "referral",
    "share",
    "link",
    "poster",
    "print",
    "flyer",
    "QR code",
    "story",
  ],
  lead: "The more people train near you, the better your matches. [Invite people](/invite) has a link to send and a poster to hang up.",
  blocks: [
    {
      kind: "steps",
      title: "Send the link",
      steps: [
        {
          title: "Open Invite people",
          text: `It is in [Settings](/settings/account) under Account. Where fewer than ${SMALL_PLACE_BELOW} people fit, Browse has it at its end, too.`,
        },
        {
          title: "Copy the link, or share it",
          text: "Share opens your phone's own sheet, so it goes to whichever app you like. We see neither whom you send it to nor your contacts.",
        },
      ],
    },
    {
      kind: "steps",
      title: "Hang up a poster",
      steps: [
        {
          title: "Choose paper or phone",
          text: "Paper fits A4 and Letter. The one for phones has the shape of a story.",
        },
        {
          title: "Choose what it says",
          text: "Add your gym's name if you like. On paper there is a line to write it on otherwise.",
        },
        {
          title: "Print, save or share it",
          text: "Print makes one page with nothing but the poster. Its code opens Spotter's start page in any camera app. Ask at the desk before you hang it up.",
        },
      ],
    },
    {
      kind: "section",
      title: "What the link says about you",
      paragraphs: [
        "Nothing. It is the same for every member, so nobody who opens it learns who sent it, and neither do we. There is no reward for inviting, so there is nothing to keep count of for you.",
        "We count how many people join on the page that the link opens: one number for all of Spotter, kept without names.",
        "The poster is drawn in your browser. Your gym's name is not sent to us and is gone when you leave the page.",
      ],
    },
    {
      kind: "tips",
      tips: [
        "A poster works best where people wait: at the desk, by the water, on the board for classes.",
        "While you wait for others, turn on Tell me when someone new fits in [Settings](/settings/notifications).",
      ],
    },
  ],
};
