import type { ArticleSource } from "#web/features/help/article.ts";

export const setYourLocation: ArticleSource = {
  id: "set-your-location",
  categoryId: "profile",
  title: "Set your location",
  description: "Type a place or use your device, travel, and mend a place we did not find.",
  keywords: ["city", "zip", "postcode", "gps", "geolocation", "move", "travel", "distance", "where"],
  lead: "Your location decides who is near you. You can type it, or let your device find it. Either way, others see a name and a rough distance.",
  blocks: [
    {
      kind: "steps",
      title: "Typing it",
      steps: [
        { title: "Write a city or a ZIP code", text: "In the field Location on [your profile](/profile)." },
        {
          title: "Choose, if there are several",
          text: "There is more than one Springfield. If your text may mean several places, tap the one that you mean.",
        },
        { title: "Save Profile", text: "Distances are counted from there as soon as it is saved." },
      ],
    },
    {
      kind: "steps",
      title: "Using your device",
      steps: [
        {
          title: "Tap Use Current Location",
          text: "It is below the field. Your browser asks whether Spotter may know where you are.",
        },
        { title: "Look at the name", text: "The field shows the city and the region nearest to you." },
        { title: "Save Profile", text: "Nothing follows you afterwards. Your place changes only when you change it." },
      ],
    },
    {
      kind: "section",
      title: "When it does not work",
      paragraphs: [
        "If your device cannot find you, or you have told your browser not to share it, type your city instead. It works just as well.",
        "If we could not place what you typed, it is shown as you wrote it, but without a distance. You then pass everybody's distance filter. A larger town nearby usually helps.",
        "You can change place up to 20 times a day.",
      ],
    },
    {
      kind: "tips",
      tips: [
        "Travelling? Set the town that you are going to a few days before, and say so in your bio.",
        "What exactly is kept and shown is in [What others see of your location](/help/what-others-see-of-your-location).",
      ],
    },
  ],
};
