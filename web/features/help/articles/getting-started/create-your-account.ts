import { FREE_CRUSHES, PASSWORD_MIN, USERNAME_MAX, USERNAME_MIN } from "#contract/limits.ts";
import type { ArticleSource } from "#web/features/help/article.ts";

export const createYourAccount: ArticleSource = {
  id: "create-your-account",
  categoryId: "getting-started",
  title: "Create your account",
  description: "Three short steps to join, and what each of them asks for.",
  keywords: ["sign up", "signup", "register", "join", "age", "18", "verify", "confirm"],
  lead: "Joining takes about a minute: an email address, a username and your date of birth. Spotter is for adults, so you have to be 18 or older.",
  blocks: [
    {
      kind: "steps",
      title: "Joining",
      steps: [
        {
          title: "Email and password",
          text: `Open [the signup form](/?signup=true). Use an address you can read now, and a password of at least ${PASSWORD_MIN} characters. Long and unusual beats short and clever.`,
        },
        {
          title: "Username",
          text: `Between ${USERNAME_MIN} and ${USERNAME_MAX} characters. This is the name that others see, and it cannot be changed later. While you type, we say whether it is free. Three suggestions are there if nothing comes to mind.`,
        },
        {
          title: "Date of birth",
          text: "Others see your age and never the date itself. Agree to the terms, tap Start Crushing, and you are in.",
        },
        {
          title: "Confirm your email",
          text: "We send you a link. Confirm it to get mail when something happens, such as a new match. Your login works before that, too. From your second day on, crushes and messages need it.",
        },
      ],
    },
    {
      kind: "benefits",
      title: "What you have from the first minute",
      benefits: [
        {
          title: `${FREE_CRUSHES} free crushes`,
          text: "A welcome from us. They are in your wallet at once, and they do not run out with time.",
        },
        {
          title: "A profile of your own",
          text: "It opens right after signup with four questions: who you are and who you want to see, where you live, a photo, your interests. Each is saved at once, and you can skip any.",
        },
        { title: "Browse", text: "Look around as soon as you like, whether your profile is finished or not." },
      ],
    },
    {
      kind: "section",
      title: "When something is in the way",
      paragraphs: [
        "If the form says that your email already has an account, you have joined before: log in, or ask for [a new password](/help/log-in-and-reset).",
        "If a username is taken, another member has it, or one that looks like it. Capital letters make no difference, so add something of your own, or take one of the free names we offer.",
        "No confirmation mail? Look into your spam folder first. The line at the top of your screens has a Resend button.",
      ],
    },
    {
      kind: "safety",
      tips: [
        "Leave your full name, your employer and your street out of your username. Those are yours to tell, later, to somebody you trust.",
      ],
    },
  ],
};
