import type { ArticleSource } from "#web/features/help/article.ts";

export const lightOrDark: ArticleSource = {
  id: "light-or-dark",
  categoryId: "account",
  title: "Dark mode, light mode, movement and units",
  description: "Choose how Spotter looks on this device, and whether it counts in kilometers or miles.",
  keywords: [
    "dark",
    "night mode",
    "theme",
    "appearance",
    "colors",
    "colours",
    "bright",
    "contrast",
    "font size",
    "zoom",
    "units",
    "metric",
    "kilometers",
    "miles",
    "centimeters",
    "feet",
  ],
  lead: "Spotter comes in light and in dark. At first it looks as your phone or computer does, and changes with it.",
  blocks: [
    {
      kind: "steps",
      title: "Choosing for yourself",
      steps: [
        { title: "Open Settings", text: "Go to [Settings](/settings/account) and choose Account." },
        {
          title: "Pick one under Appearance",
          text: "System follows your device. Light and Dark stay as they are, by day and by night.",
        },
        { title: "That is all", text: "It takes effect at once, and there is nothing to save." },
      ],
    },
    {
      kind: "section",
      title: "On each device by itself",
      paragraphs: [
        "The choice belongs to the browser that you made it in. Your phone can be dark while your computer stays light, and nobody else sees what you chose.",
        "Photos and the drawings of members look the same in both. Only what is around them changes.",
      ],
    },
    {
      kind: "section",
      title: "Kilometers or miles",
      paragraphs: [
        "Distances and heights are in the units of your browser's language. Under Units, in the same place, you can choose Metric (kilometers, centimeters) or US (miles, feet) for this device. Nothing else changes: what others see of your place stays a band.",
      ],
    },
    {
      kind: "features",
      title: "What follows your device",
      features: [
        {
          title: "Less movement",
          text: "Is Reduce motion switched on in your device's settings? Then nothing slides or jumps here, either.",
        },
        {
          title: "Larger text",
          text: "Zoom as you do on any page, up to 400%. Everything stays readable and in reach.",
        },
        { title: "High contrast", text: "Where your system has colors of its own, Spotter takes them." },
      ],
    },
    {
      kind: "tips",
      tips: [
        "Does it stay light although your phone is dark? Look whether Light is chosen here, and set it back to System.",
      ],
    },
  ],
};
