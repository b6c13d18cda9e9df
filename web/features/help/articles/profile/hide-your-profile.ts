import type { ArticleSource } from "#web/features/help/article.ts";

export const hideYourProfile: ArticleSource = {
  id: "hide-your-profile",
  categoryId: "profile",
  title: "Take a break: hide your profile",
  description: "Disappear from Browse without losing your matches, and come back when you like.",
  keywords: ["pause", "invisible", "deactivate", "snooze", "hidden", "incognito", "privacy", "disappear"],
  lead: "Met somebody, moving house, or simply tired? You can hide your profile and keep everything you have.",
  blocks: [
    {
      kind: "steps",
      title: "Hiding and coming back",
      steps: [
        { title: "Open Settings", text: "Go to [Settings](/settings) and choose Privacy." },
        { title: "Switch on Hide my profile", text: "Nobody new finds you in Browse from then on. Nobody is told." },
        {
          title: "Choose an end, if you like",
          text: "A week, a month, or any day within six months: on that day your profile is shown again by itself. Browse and your profile say until when, with a button to resume at once.",
        },
        {
          title: "Switch it off again",
          text: "You are back in Browse as you were, with the same profile, crushes and matches.",
        },
      ],
    },
    {
      kind: "features",
      title: "While you are hidden",
      features: [
        {
          title: "Strangers do not find you",
          text: "You are not in Browse, and a saved address of your profile leads nowhere for them.",
        },
        {
          title: "Your matches stay",
          text: "You can go on talking, and they can still see your profile. Nobody learns that you are hidden, or why.",
        },
        {
          title: "It is quiet",
          text: "You get no notifications and no mail about crushes, matches or messages until you are back. Only Back safe? comes after a date that you share.",
        },
        {
          title: "Crushes stay",
          text: "Those who sent you one and those you sent one to can still see you, and answer.",
        },
        {
          title: "You can look around",
          text: "Browse works for you as before. Whoever gets a crush from you can see you from then on.",
        },
      ],
    },
    {
      kind: "section",
      title: "Hiding, or deleting?",
      paragraphs: [
        "Hiding keeps everything, and can be undone with one tap. [Deleting your account](/help/delete-your-account) removes everything for good. If you are not sure, hide first and sleep on it.",
        "A membership goes on while you are hidden. If you take a longer break, you may want to [cancel it](/help/unlimited-membership).",
      ],
    },
    {
      kind: "tips",
      tips: [
        "Want to be out of sight of one person only? [Blocking](/help/block-someone) does that, and you stay visible to everybody else.",
        "Somebody with whom you have [ended a match](/help/unmatch-someone) does not see your profile, hidden or not.",
      ],
    },
  ],
};
