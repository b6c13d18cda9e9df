import { DISTANCE_MAX, DISTANCE_MIN, FILTER_AGE_MAX, FILTER_AGE_MIN } from "#contract/limits.ts";
import type { ArticleSource } from "#web/features/help/article.ts";

export const setYourPreferences: ArticleSource = {
  id: "set-your-preferences",
  categoryId: "profile",
  title: "Set your match preferences",
  description: "Age, distance, goals, height and interests: what each one does.",
  keywords: [
    "filters",
    "filter",
    "age range",
    "show me",
    "gender",
    "men",
    "women",
    "everyone",
    "height",
    "distance",
    "reset",
    "gay",
    "lesbian",
    "bisexual",
    "straight",
    "queer",
    "nonbinary",
    "orientation",
  ],
  lead: "Match preferences say whom you want to meet. They are on your profile and, as Filters, in Browse. It is one and the same set; Filters also have [the order of the list](/help/find-people).",
  blocks: [
    {
      kind: "features",
      title: "What each one does",
      features: [
        {
          title: "Age range",
          text: `From ${FILTER_AGE_MIN} to ${FILTER_AGE_MAX}, where ${FILTER_AGE_MAX} means that and over. It begins with ten years around your own age. It counts both ways.`,
        },
        {
          title: "Max distance",
          text: `From ${DISTANCE_MIN} to ${DISTANCE_MAX} miles, between the areas that you both live in. [Units](/settings/account) can be kilometers.`,
        },
        {
          title: "Show Me",
          text: "Men, Women or Everyone. As long as none is chosen you see everybody, too. It counts both ways. Your choice may say something about your orientation, so we keep when you agreed to its use; Reset to Defaults takes both back.",
        },
        { title: "Looking For", text: "Several goals mean any of them. None means all." },
        { title: "Height range", text: "Optional. Members who have not said how tall they are are shown, too." },
        { title: "Interests", text: "Members with at least one of those you choose." },
        { title: "Verified only", text: "Members with [the badge](/help/get-verified)." },
      ],
    },
    {
      kind: "steps",
      title: "Changing them",
      steps: [
        {
          title: "Open them",
          text: "Match Preferences on [your profile](/profile), or the Filters button in [Browse](/browse).",
        },
        { title: "Move, tap, choose", text: "Nothing changes until you save." },
        {
          title: "Save Preferences",
          text: "In Browse the button says how many people it will show. Browse starts anew with those who fit. Reset to Defaults brings back how it was in the beginning.",
        },
      ],
    },
    {
      kind: "section",
      title: "What 'both ways' means",
      paragraphs: [
        "If you are 34 and somebody looks for people up to 30, neither of you sees the other in Browse, whatever your own range says. The same goes for gender. So nobody spends a crush where it could not be answered.",
        "A new age or gender counts a day after you save it. So nobody can find out what you have chosen by changing theirs back and forth.",
        "Preferences are yours alone. Others cannot see what you have chosen.",
      ],
    },
    {
      kind: "tips",
      tips: ["Each filter takes people away. Start wide, and narrow it only when there are more than you can look at."],
    },
  ],
};
