import { PHOTOS_MAX, RETENTION_DAYS } from "#contract/limits.ts";
import type { ArticleSource } from "#web/features/help/article.ts";

export const addAndArrangePhotos: ArticleSource = {
  id: "add-and-arrange-photos",
  categoryId: "profile",
  title: "Add and arrange your photos",
  description: "Upload, order, crop and describe your photos, and which ones work.",
  keywords: [
    "picture",
    "pictures",
    "image",
    "upload",
    "main photo",
    "order",
    "crop",
    "remove",
    "delete photo",
    "alt text",
  ],
  lead: `There is room for ${PHOTOS_MAX} photos. The first one is your main photo: it is on your card in Browse and beside your messages.`,
  blocks: [
    {
      kind: "steps",
      title: "Adding photos",
      steps: [
        { title: "Tap an empty place", text: "On [your profile](/profile). You can choose several files at once." },
        {
          title: "Wait for the bar",
          text: "JPEG, PNG or WebP, and HEIC where your browser can open it. Large photos are made smaller before they are sent, to less than 5 MB. If one file of several does not fit, none is taken, and we say why.",
        },
        {
          title: "Put them in order",
          text: "Drag a photo to its place, or use Move earlier and Move later in its menu.",
        },
        { title: "Choose the main one", text: "Make main photo, in the menu on the photo. The rest keep their order." },
      ],
    },
    {
      kind: "features",
      title: "In the menu of a photo",
      features: [
        { title: "Fill the frame", text: "Cuts the edges so that the photo fills its card." },
        { title: "Show whole photo", text: "Shows all of it, in front of its own blur." },
        {
          title: "Adjust crop",
          text: "Drag the photo, or use the sliders, to choose what cards and the round pictures in lists and chats show.",
        },
        { title: "Add description", text: "A sentence that is read out to members who cannot see the photo." },
        {
          title: "Remove",
          text: `The cross in the corner. For six seconds you can undo it; then the next photo moves up. For ${RETENTION_DAYS} days only a [report](/help/report-someone) can still show the removed one.`,
        },
      ],
    },
    {
      kind: "section",
      title: "Checking and In review",
      paragraphs: [
        "Before others see a new photo, a program looks at it. That takes a few seconds, in which only you see it, marked Checking. Your next photo stands in for it on your card, and without another one you are not in Browse meanwhile.",
        "Photos that may be explicit, look like one that we removed, or could not be checked wait for a person, marked In review, usually for less than a day. If others saw the photo before, we email you. Sports clothes and swimwear are fine. Nothing is refused by a program. If you do not want to wait, remove the photo or add another one.",
      ],
    },
    {
      kind: "benefits",
      title: "Photos that work",
      benefits: [
        { title: "Your face, in daylight", text: "Without sunglasses, at least on the first." },
        {
          title: "You, doing something",
          text: "On the wall, in the water, mid-laugh. It gives others something to ask about.",
        },
        { title: "You alone, mostly", text: "In a group of five nobody knows which one you are." },
        { title: "Recent", text: "From the past year or so. You will meet, after all." },
      ],
    },
    {
      kind: "safety",
      tips: [
        "We remove hidden data, such as where a photo was taken. What is in the picture stays: look for house numbers, name tags and your gym's address in the mirror.",
        "Use only photos of yourself, and ask friends who are in them. Nudity and other people's photos are reasons to be reported.",
      ],
    },
  ],
};
