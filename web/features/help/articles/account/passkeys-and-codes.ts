import type { ArticleSource } from "#web/features/help/article.ts";

export const passkeysAndCodes: ArticleSource = {
  id: "passkeys-and-codes",
  categoryId: "account",
  title: "Passkeys and codes for your login",
  description: "Log in with your fingerprint or face, or add a code to your password.",
  keywords: [
    "passkey",
    "two-factor",
    "2fa",
    "mfa",
    "totp",
    "authenticator",
    "security",
    "recovery code",
    "fingerprint",
    "face",
    "lost phone",
    "hacked",
  ],
  lead: "A password can be guessed, or told to the wrong person. A passkey or an authenticator app keeps your account yours, even then. You find both in Settings, under Account.",
  blocks: [
    {
      kind: "steps",
      title: "A passkey",
      steps: [
        { title: "Open Settings", text: "Go to [Settings](/settings/account), Account, and tap Add a Passkey." },
        {
          title: "Follow your device",
          text: "It asks for your fingerprint, your face or the code of your screen. These never reach us.",
        },
        { title: "Log in with it", text: "From now on, Log in with a passkey needs no email and no password." },
      ],
    },
    {
      kind: "steps",
      title: "An authenticator app",
      steps: [
        { title: "Open Settings", text: "Go to [Settings](/settings/account), Account, and tap Set Up an App." },
        { title: "Scan the code", text: "With any authenticator app. On the same phone, copy the key instead." },
        { title: "Enter the six digits", text: "After your password we ask for new ones each time you log in." },
      ],
    },
    {
      kind: "section",
      title: "Recovery codes",
      paragraphs: [
        "With the first of the two you get ten recovery codes. Each lets you in once after your password, when your phone is lost or broken. Keep them where your phone is not: on paper, or in a password manager.",
        "We show them only once. In Settings you can make new ones at any time; the old ones stop working then.",
        "Everything gone, codes too? Write to us with Contact Support, from the email address of your account. It takes a few days, because we have to be sure that it is you.",
      ],
    },
    {
      kind: "features",
      title: "Good to know",
      features: [
        {
          title: "Asked again",
          text: "Before you delete your account, download your data, change your email or password, or add or remove what is here.",
        },
        {
          title: "By mail",
          text: "We write to you when a passkey or an app is added or removed, and when recovery codes are made or one is used.",
        },
        { title: "Your other devices", text: "They stay logged in. You can log them out in Settings, Privacy." },
        { title: "Several passkeys", text: "Up to ten, for example one for your phone and one for your laptop." },
      ],
    },
    {
      kind: "safety",
      tips: [
        "We never ask for a code by mail, message or phone. Whoever does wants your account.",
        "Got a mail about a login or a passkey that was not you? Choose a new password at once, then look at your passkeys.",
      ],
    },
  ],
};
