import { AGE_CHANGES_A_YEAR, COMPLETION_MIN, GENDER_CHANGES_A_YEAR, INTERESTS_MIN } from "#contract/limits.ts";
import type { ArticleSource } from "#web/features/help/article.ts";

export const buildYourProfile: ArticleSource = {
  id: "build-your-profile",
  categoryId: "profile",
  title: "Build your profile",
  description: "The six things that count, when you go on show, and how to see what others see.",
  keywords: [
    "complete",
    "completion",
    "percent",
    "percentage",
    "60",
    "edit",
    "save",
    "visible",
    "not shown",
    "preview",
    "change age",
    "change gender",
    "birthday",
  ],
  lead: `Your profile is how others meet you first. At ${COMPLETION_MIN}% it goes on show in Browse, and four of six parts are enough for that.`,
  blocks: [
    {
      kind: "features",
      title: "The six parts that count",
      features: [
        { title: "Age", text: "It starts from your date of birth, and goes up on your birthday." },
        { title: "Bio", text: "A few lines about you. [How to write them](/help/write-your-bio)." },
        { title: "Location", text: "A city or a ZIP code, or where your device is." },
        { title: "A photo", text: "One is enough to count. Up to six tell more." },
        { title: `${INTERESTS_MIN} interests`, text: "Or more. They help to decide whom you meet first." },
        { title: "A prompt", text: "One that you have answered." },
      ],
    },
    {
      kind: "steps",
      title: "From empty to on show",
      steps: [
        {
          title: "Open your profile",
          text: "[Profile](/profile) in the menu. The bar at the top says how far you are.",
        },
        {
          title: "Answer the four questions",
          text: `While your profile is below ${COMPLETION_MIN}%, they are above everything else, one at a time. Each answer is saved at once. What you skip is in the form below.`,
        },
        {
          title: "Begin with a photo",
          text: "It is what people look at first. [Photos](/help/add-and-arrange-photos) are kept as soon as they are up.",
        },
        {
          title: "Fill in the rest",
          text: "Gender does not count, but without it members who chose Men or Women do not see you, and Browse reminds you of that. What you look for, height and body type help the right people find you.",
        },
        { title: "Preview Profile", text: "Shows you exactly what others will see." },
        {
          title: "Save Profile",
          text: `Works from ${COMPLETION_MIN}% on. If you leave before saving, we ask first, and keep what you typed on this device until you log out.`,
        },
      ],
    },
    {
      kind: "section",
      title: "Not on show yet?",
      paragraphs: [
        `Below ${COMPLETION_MIN}% you are not in Browse. You can still look around, send crushes and write to your matches.`,
        `Your username is the one thing that stays: it cannot be changed. Your age can change ${AGE_CHANGES_A_YEAR} times a year and your gender ${GENDER_CHANGES_A_YEAR} times, your place up to 20 times a day, everything else as often as you like.`,
        "A change of age or gender is on your profile at once, and counts for who sees you a day later. Until then you can take it back. The first choice counts right away.",
      ],
    },
    {
      kind: "safety",
      tips: [
        "Email address, date of birth and your exact place are never shown to other members. Keep phone numbers and street names out of your texts, too.",
      ],
    },
  ],
};
