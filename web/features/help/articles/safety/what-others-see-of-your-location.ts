import type { ArticleSource } from "#web/features/help/article.ts";

export const whatOthersSeeOfYourLocation: ArticleSource = {
  id: "what-others-see-of-your-location",
  categoryId: "safety",
  title: "What others see of your location",
  description: "A town and a rough distance, never a point: how we keep your place coarse.",
  keywords: ["gps", "tracking", "privacy", "coordinates", "map", "stalking", "address", "home", "geolocation"],
  lead: "Others see the name of your place and a band of distance. Your coordinates are shown to nobody else, and we do not keep them exactly either.",
  blocks: [
    {
      kind: "features",
      title: "From your device to a card in Browse",
      features: [
        {
          title: "We keep an area",
          text: "Before anything is stored, your place becomes an area of about two square miles. In the countryside it is larger.",
        },
        {
          title: "We measure from its middle",
          text: "Distances go from the middle of your area to the middle of theirs, not from door to door.",
        },
        { title: "We say a band", text: "Under 5 miles, 5 to 10, 10 to 25, and so on. Never a number." },
        {
          title: "We name a town",
          text: "A place from your device is shown as city and region. What you type yourself is shown as the field has it when you save, and a ZIP code as its town.",
        },
      ],
    },
    {
      kind: "benefits",
      title: "What this is good for",
      benefits: [
        {
          title: "Nobody can home in on you",
          text: "Asking from many places leads to your area at best, and never to your door.",
        },
        {
          title: "Nobody can follow you",
          text: "Spotter reads your place only when you tap Use Current Location. There is nothing in the background.",
        },
        { title: "No map service knows you", text: "Names of places are looked up on our own server." },
      ],
    },
    {
      kind: "section",
      title: "What you can do yourself",
      paragraphs: [
        "Type a larger town instead of using your device, if you live where everybody knows everybody. [Setting your location](/help/set-your-location) says how.",
        "An empty location is possible, too. You are then shown without a distance.",
      ],
    },
    {
      kind: "safety",
      tips: [
        "Photos and texts can say more than any map. Leave out your street, your house and the hour at which you are always at the same gym.",
      ],
    },
  ],
};
