import type { ArticleSource } from "#web/features/help/article.ts";

export const changeEmailOrPassword: ArticleSource = {
  id: "change-email-or-password",
  categoryId: "account",
  title: "Change your email or password",
  description: "Both need your current password, and your email needs a confirmation.",
  keywords: ["new email", "address", "update", "edit", "credentials", "security", "confirm"],
  lead: "Both are in Settings, under Account. We ask for your current password each time, so that nobody who finds your phone open can take your account. If you have [a passkey or an authenticator app](/help/passkeys-and-codes), we may ask for that, too.",
  blocks: [
    {
      kind: "steps",
      title: "A new password",
      steps: [
        { title: "Open Settings", text: "Go to [Settings](/settings), Account, and tap Change Password." },
        { title: "Enter both", text: "The current one once, the new one twice. It needs at least 8 characters." },
        { title: "Save", text: "You stay logged in here. All other devices are logged out." },
      ],
    },
    {
      kind: "steps",
      title: "A new email address",
      steps: [
        { title: "Open Settings", text: "Go to [Settings](/settings) and choose Account." },
        { title: "Enter the new address", text: "And your current password." },
        {
          title: "Confirm it",
          text: "Open the link that we send to the new address. Until then you log in with the old one.",
        },
      ],
    },
    {
      kind: "section",
      title: "What stays as it is",
      paragraphs: [
        "Your profile, matches, messages, crushes and membership do not depend on your address. Others never see it.",
        "We write to the old address as well, so that you learn of a change that was not yours. If that happens, [get a new password](/help/log-in-and-reset) at once and tell us with Contact Support.",
      ],
    },
    {
      kind: "tips",
      tips: [
        "A sentence of four or five unrelated words makes a strong password that you can remember. A password manager makes a stronger one.",
        "Your username cannot be changed. It is how others know you.",
      ],
    },
  ],
};
