import { POSE_MINUTES, SELFIE_KEPT_DAYS, SELFIES_A_DAY } from "#contract/limits.ts";
import type { ArticleSource } from "#web/features/help/article.ts";

export const getVerified: ArticleSource = {
  id: "get-verified",
  categoryId: "profile",
  title: "Get verified",
  description: "Show with a live selfie that you are the person in your photos, and what the badge means.",
  keywords: [
    "badge",
    "verified",
    "verification",
    "selfie",
    "camera",
    "real",
    "fake",
    "catfish",
    "blue tick",
    "checkmark",
    "photo check",
    "face",
    "biometric",
  ],
  lead: "A badge on your card and your profile says that you are the person in your main photo. It is free, takes a minute, and is up to you.",
  blocks: [
    {
      kind: "steps",
      title: "How to get the badge",
      steps: [
        { title: "Have a main photo with your face", text: "Your selfie is compared with it." },
        { title: "Open Get verified", text: "It is in [Settings, Account](/settings/account)." },
        {
          title: "Take the selfie in the pose that we give you",
          text: `It is chosen at random, and you have ${POSE_MINUTES} minutes. The picture has to come from your camera, there and then.`,
        },
        {
          title: "Go on with your day",
          text: "A person looks at it, usually within a day, and we email you.",
        },
      ],
    },
    {
      kind: "features",
      title: "What happens to the selfie",
      features: [
        {
          title: "People look, computers do not",
          text: "No software measures your face, and no template of it is made.",
        },
        {
          title: "It is deleted",
          text: `As soon as it is decided, and after ${SELFIE_KEPT_DAYS} days at the latest. It goes with your account, too.`,
        },
        { title: "No member sees it", text: "It never becomes one of your photos." },
        {
          title: "You can have a copy",
          text: "While we have it, it is in [Download my data](/help/download-your-data).",
        },
      ],
    },
    {
      kind: "section",
      title: "What the badge says, and what not",
      paragraphs: [
        "It says that a person at Spotter saw the same face in a live selfie and in the main photo. It does not say how old somebody is, whether what they write is true, or how they behave. [Meet safely](/help/meet-safely) all the same.",
        "It belongs to the main photo. If another photo becomes the main one, or the main one is removed, the badge goes at once, and you can verify again. The order of the other photos does not matter.",
        "In the [filters](/help/set-your-preferences) you can choose to see verified members only.",
      ],
    },
    {
      kind: "section",
      title: "If it does not work",
      paragraphs: [
        "No camera? Allow it for this page in your browser: by the lock or the camera beside the address. On a phone, the settings of the browser app may have a switch, too. Another app that uses the camera has to be closed.",
        `Not approved? The page says why, and you get another pose. You have ${SELFIES_A_DAY} tries a day.`,
        "If somebody tells us that a profile is not who it shows, we may ask for a selfie. Until it is approved, that profile is not shown in Browse. We email you why, and how to object.",
      ],
    },
    {
      kind: "safety",
      tips: [
        "We never ask you to send a selfie, an ID or a code by chat or mail. A selfie is taken on the page Get verified and nowhere else. Whoever asks otherwise is not from Spotter: report them.",
      ],
    },
  ],
};
