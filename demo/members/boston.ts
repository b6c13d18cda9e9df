import type { Draft } from "#demo/members/member-input.ts";

export const BOSTON: readonly Draft[] = [
  {
    username: "halima_runs",
    gender: "Woman",
    age: 37,
    height: "5'6\"",
    bodyType: "Slim",
    city: "Boston, MA",
    coordinates: [-71.088, 42.325],
    lookingFor: "Long-term relationship",
    bio:
      "Biology teacher, marathon volunteer, then marathon runner, then marathon evangelist. I know exactly where " +
      "the hill breaks you and I will be standing there with orange slices.",
    interests: ["Running", "Hiking", "Yoga", "Nutrition", "Outdoor Activities"],
    prompts: [
      ["My fitness goals are...", "To run Boston once without crying on Boylston. Odds are poor."],
      ["My ideal workout partner would...", "Be quiet until mile three and unstoppable after."],
      ["My rest day looks like...", "Grading papers in the bath. The papers survive, mostly."],
    ],
    photos: [
      "halima_runs in a teal hijab and a cream jacket with race number 177",
      "numbered track lanes from above, one shoe on them",
      "a gold medal with a pulse line on it",
    ],
  },
  {
    username: "finn_swims",
    gender: "Man",
    age: 28,
    height: "6'1\"",
    bodyType: "Toned",
    city: "Boston, MA",
    coordinates: [-71.038, 42.335],
    lookingFor: "Not sure yet",
    bio:
      "Boatbuilder. I swim in the harbor all year and yes, I know what month it is. Freckles are factory standard. " +
      "Looking for someone who owns a thermos and is not afraid of it.",
    interests: ["Swimming", "Cycling", "Outdoor Activities", "Adventure Sports", "Hiking"],
    prompts: [
      ["The best thing about fitness is...", "Getting out. Honestly, the getting out."],
      ["My proudest fitness achievement is...", "Swimming to an island, and being offered a lift back, and saying no."],
    ],
    photos: [
      "finn_swims with freckles, a white swim cap and lime goggles in the water",
      "a low sun over open water, a starting block in front",
      "swimming goggles between the lane ropes",
    ],
  },
  {
    username: "harbir.hikes",
    gender: "Man",
    age: 60,
    height: "5'9\"",
    bodyType: "Average",
    city: "Boston, MA",
    coordinates: [-71.154, 42.349],
    lookingFor: "Long-term relationship",
    bio:
      "Retired optician, so I promise to see the good in you. Forty of the forty-eight four-thousand-footers done " +
      "and no hurry about the rest. I carry too much food and I share it.",
    interests: ["Hiking", "Outdoor Activities", "Meditation", "Cycling", "Yoga"],
    prompts: [
      ["My favorite way to stay active is...", "Up slowly, down slower, tea at the top."],
      ["I'm looking for someone who...", "Stops for views, dogs and mushrooms."],
      ["After the gym, you'll find me...", "Polishing my glasses and telling the same bear story."],
    ],
    photos: [
      "harbir.hikes in a lime turban and glasses with a pack on, mountains behind him",
      "a trail on a map with a pin at the summit",
      "a tent between fir trees, snowy peaks behind it",
    ],
  },
];
