import type { ArticleSource } from "#web/features/help/article.ts";

export const logInAndReset: ArticleSource = {
  id: "log-in-and-reset",
  categoryId: "account",
  title: "Log in, or get a new password",
  description: "What to do when you cannot get in, and how long a reset link works.",
  keywords: [
    "login",
    "sign in",
    "signin",
    "forgot",
    "forgotten",
    "password",
    "locked out",
    "reset",
    "link expired",
    "cannot log in",
  ],
  lead: "You log in with your email address and your password. If the password is gone, a link by email lets you choose a new one.",
  blocks: [
    {
      kind: "steps",
      title: "A new password",
      steps: [
        {
          title: "Ask for a link",
          text: "Open [Login](/?login=true) and tap Forgot your password? Enter the email address you joined with.",
        },
        {
          title: "Open the mail",
          text: "The link works for 1 hour. If nothing comes, look into your spam folder, and check that the address is the right one.",
        },
        {
          title: "Choose a new password",
          text: "At least 8 characters, typed twice. You are logged in right after it. If you have a passkey or an authenticator app, we ask for that as well.",
        },
      ],
    },
    {
      kind: "section",
      title: "When it does not work",
      paragraphs: [
        "Invalid or Expired Link means that the hour is over, that the link was used already, or that part of it was lost on the way. Ask for a new one.",
        "For your safety we answer the same whether an address has an account or not. So if you have several addresses, try each.",
        "Is your phone gone, with your passkey or your app? Use one of your [recovery codes](/help/passkeys-and-codes).",
        "If it says that your account is suspended, look for our email: it says why, and has a link to object. More in [When we restrict your account](/help/when-we-restrict-your-account).",
        "After some wrong passwords in a row the next try takes a moment longer, because your browser has to solve a small task first. After very many in an hour, the right one only brings a link by email that lets you in. A new password by email works meanwhile.",
      ],
    },
    {
      kind: "features",
      title: "Good to know",
      features: [
        { title: "Everywhere at once", text: "A new password logs out all of your devices but the one you are on." },
        { title: "Thirty days", text: "A device that has not opened Spotter for 30 days is logged out by itself." },
        { title: "Capital letters", text: "They matter in your password, and not in your email address." },
      ],
    },
    {
      kind: "safety",
      tips: [
        "We never ask for your password by mail or message. If somebody does, it is not us.",
        "Got a reset mail that you did not ask for? You can ignore it. Without the link nothing changes.",
      ],
    },
  ],
};
