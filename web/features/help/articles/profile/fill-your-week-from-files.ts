import { FILE_BYTES_MAX, FILES_MAX } from "#contract/limits.ts";
import type { ArticleSource } from "#web/features/help/article.ts";

export const fillYourWeekFromFiles: ArticleSource = {
  id: "fill-your-week-from-files",
  categoryId: "profile",
  title: "Fill your week from files",
  description: "Let the files of your watch or app say when you train. They never leave your device.",
  keywords: [
    "garmin",
    "strava",
    "wahoo",
    "polar",
    "coros",
    "suunto",
    "apple watch",
    "import",
    "upload",
    "fit",
    "gpx",
    "tcx",
  ],
  lead: "If a watch or an app records your training, its files know your week better than you do. Your browser reads them; we never get them.",
  blocks: [
    {
      kind: "steps",
      title: "From files to your week",
      steps: [
        {
          title: "Get the files",
          text: "Connect the watch with a cable and look for a folder called Activity, or ask your app for an export. Single workouts can be downloaded from most apps, too, as FIT, GPX or TCX.",
        },
        {
          title: "Unpack what is zipped",
          text: "A whole export is usually one zip file. Open it, and take the files in its folder of activities. Files that end in .gz are fine as they are.",
        },
        {
          title: "Choose them, or drop them",
          text: "'Fill from my files' is above the week in [your profile](/profile). On a computer you can also drop files on it.",
        },
        {
          title: "Look, then use these",
          text: "A small picture shows what would be filled in. 'Use these' adds it to what you have marked. Nothing is stored before you save your week.",
        },
      ],
    },
    {
      kind: "features",
      title: "What we make of them",
      features: [
        {
          title: "Times",
          text: "A part of the week is filled in if you trained in it on two days of the last eight weeks. If all your files are older, the eight weeks before the newest one count, and we say so.",
        },
        {
          title: "Levels",
          text: "Three runs or rides with a distance suggest a level. For runs the slower half counts, so a race does not make you faster than you like to run with others. GPX files have no distance that we read.",
        },
        {
          title: "The same workout twice",
          text: "Two files that begin within two minutes of each other, such as those of a watch and a bike computer, count once.",
        },
      ],
    },
    {
      kind: "section",
      title: "If a file is not read",
      paragraphs: [
        `Up to ${FILES_MAX} files at a time, of ${FILE_BYTES_MAX / 1024 / 1024} MB each. Of more, the newest are read. A file that is damaged, or something else than it says, is named with the reason, and the others are read all the same.`,
        "A planned route has no times, so it says nothing about when you train. For most watches the FIT file is the better one: it says how far you went.",
      ],
    },
    {
      kind: "safety",
      tips: [
        "Your files stay on your device: the part of the app that reads them is allowed no connection at all, and it takes the start, the sport, the time and the distance of a workout. Where you were and how your heart beat, it does not read.",
      ],
    },
  ],
};
