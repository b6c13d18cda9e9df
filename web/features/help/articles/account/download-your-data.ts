import { RETENTION_DAYS } from "#contract/limits.ts";
import type { ArticleSource } from "#web/features/help/article.ts";

export const downloadYourData: ArticleSource = {
  id: "download-your-data",
  categoryId: "account",
  title: "See your devices and download your data",
  description: "Where you are logged in, how to log out from afar, and a copy of everything.",
  keywords: [
    "export",
    "zip",
    "gdpr",
    "privacy",
    "copy",
    "json",
    "sessions",
    "devices",
    "logged in",
    "log out",
    "logout",
    "sign out",
    "lost phone",
    "stolen",
  ],
  lead: "Your account is yours to look into. Under Privacy in Settings you see where you are logged in, and you can take a copy of what we hold about you.",
  blocks: [
    {
      kind: "steps",
      title: "Log out a device",
      steps: [
        { title: "Open Settings", text: "Go to [Settings](/settings) and choose Privacy." },
        {
          title: "Look through the list",
          text: "Each device where you are logged in has a line. The one you are on is marked, and so are new ones.",
        },
        { title: "Log out there", text: "It takes effect within seconds, even if Spotter is open on that device." },
      ],
    },
    {
      kind: "steps",
      title: "Download your data",
      steps: [
        { title: "Open Settings", text: "Again [Settings](/settings), Privacy." },
        { title: "Download my data", text: "After your password you get a ZIP file." },
        {
          title: "Open it",
          text: `Your texts and lists are in JSON files that every text editor opens, and your photos are pictures as usual. Messages, photos and texts of your profile that you deleted or replaced in the last ${RETENTION_DAYS} days are in a folder of their own.`,
        },
      ],
    },
    {
      kind: "benefits",
      title: "What this is good for",
      benefits: [
        {
          title: "A lost phone",
          text: "Log it out from any other device. Then [change your password](/help/change-email-or-password).",
        },
        { title: "A shared computer", text: "Forgot to log out at the library? Do it from home." },
        {
          title: "A copy before you leave",
          text: "Deleting your account is final. What you have downloaded stays yours.",
        },
      ],
    },
    {
      kind: "safety",
      tips: [
        "The file holds your conversations. Keep it where others do not get at it, and delete it when you are done with it.",
        "We mail you when somebody logs in on a new device, if your email is confirmed. It was not you? Log that device out, and change your password.",
      ],
    },
  ],
};
