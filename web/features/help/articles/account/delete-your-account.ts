import { RETENTION_DAYS } from "#contract/limits.ts";
import type { ArticleSource } from "#web/features/help/article.ts";

export const deleteYourAccount: ArticleSource = {
  id: "delete-your-account",
  categoryId: "account",
  title: "Delete your account",
  description: "How to leave for good, what goes at once, and the little that stays.",
  keywords: ["close", "remove", "leave", "quit", "erase", "deactivate", "goodbye", "gdpr", "right to be forgotten"],
  lead: "You can leave whenever you like, without writing to us. It is final, so here is what happens.",
  blocks: [
    {
      kind: "steps",
      title: "Deleting",
      steps: [
        {
          title: "Take a copy, if you want one",
          text: "[Download your data](/help/download-your-data) first. Later there is nothing left to download.",
        },
        { title: "Open Settings", text: "Go to [Settings](/settings), Account, and tap Delete Account." },
        { title: "Enter your password", text: "So that nobody else can do it for you." },
        { title: "Confirm", text: "You are logged out everywhere." },
      ],
    },
    {
      kind: "features",
      title: "What goes at once",
      features: [
        { title: "Your profile and photos", text: "From Browse, from all lists, and from everybody's sight." },
        {
          title: "What you wrote and sent",
          text: "Your texts and pictures disappear from your matches' conversations, too.",
        },
        {
          title: "Your crushes",
          text: "Those you have left are gone. They cannot be paid out or given to somebody. If you bought them in the EU or EEA within 14 days, [withdraw](/settings/billing) first: afterwards you have to write to us.",
        },
        {
          title: "Your membership",
          text: "It ends at once and is not charged again. What is left of its month is not paid back.",
        },
      ],
    },
    {
      kind: "section",
      title: "What stays",
      paragraphs: [
        "Your matches keep their own messages. Where your name was they read Deleted member.",
        "Crushes that you had not answered are given back to those who sent them.",
        `For ${RETENTION_DAYS} days somebody you had contact with can still report you, and finds your username for that. Until then we keep your profile, your photos, and what you sent or deleted in the ${RETENTION_DAYS} days before, where only such a report can read it. Then it is gone for good.`,
        "Records of payments stay, without your name, because the law asks for them. Reports by you or about you are kept for a year, so that nobody can delete what they did.",
        "The newsletter, if you asked for it, goes by address and not by account. The link at the end of each one stops it.",
        "Your email address is free again at once. You may join with it as a new member. Free crushes come once a year for each confirmed address. Blocks apply to a new account with the same address, and a suspension or restriction once you confirm it.",
        "For that we keep a code of your address for a year if it had its free crushes, and one of your address and your card for 30 days, or for up to two years where there was a block, a report, a restriction, a suspension or a disputed payment. Nobody can read either from it. [What we keep, and for how long](/privacy#how-long).",
      ],
    },
    {
      kind: "tips",
      tips: [
        "Only need a rest? [Hide your profile](/help/hide-your-profile) instead. It takes one tap, and one tap to come back.",
      ],
    },
  ],
};
