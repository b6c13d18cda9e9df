import type { Draft } from "#demo/members/member-input.ts";

export const AUSTIN_SUBURBS: readonly Draft[] = [
  {
    username: "leila_boxes",
    gender: "Woman",
    age: 27,
    height: "5'5\"",
    bodyType: "Toned",
    city: "Round Rock, TX",
    coordinates: [-97.6789, 30.5083],
    lookingFor: "Workout partner",
    bio:
      "Pharmacist with fast hands. Three rounds on the bag and I am the calmest person you will meet. Looking for a " +
      "pad partner first, and then we will see who buys the mint tea.",
    interests: ["Boxing", "MMA", "HIIT", "Running", "Meal Prep", "Meditation"],
    prompts: [
      ["My ideal workout partner would...", "Hold pads at the right height and tell me when I drop my left."],
      ["The best thing about fitness is...", "You cannot worry about email while somebody swings at you."],
    ],
    photos: [
      "leila_boxes in a dark teal hijab and a cream jacket, arms crossed in the boxing ring",
      "a pair of boxing gloves hung up by their laces",
      "a heavy bag on its chains",
    ],
  },
  {
    username: "big_ray",
    gender: "Man",
    age: 56,
    height: "6'2\"",
    bodyType: "Muscular",
    city: "Round Rock, TX",
    coordinates: [-97.705, 30.531],
    lookingFor: "Long-term relationship",
    bio:
      "Retired fire captain, active grill captain. Under a bar since 1986 and proud of the knees I have left. I fix " +
      "things, I listen, and I smile on heavy singles because frowning never helped.",
    interests: ["Weightlifting", "Powerlifting", "Bodybuilding", "Outdoor Activities", "Personal Training"],
    prompts: [
      [
        "My proudest fitness achievement is...",
        "A 500 lb deadlift on my fiftieth birthday, in front of my whole old crew.",
      ],
      ["My gym pet peeve is...", "Leaving the bar loaded. Your mother does not train here."],
      ["My rest day looks like...", "Brisket at four in the morning. That counts as rest, I am sitting down."],
    ],
    photos: [
      "big_ray beaming behind a loaded bar, gray beard and a black tank",
      "a loaded barbell on the floor, a low sun behind it",
      "a gold medal with a pulse line on it",
    ],
  },
  {
    username: "adaclimbs",
    gender: "Woman",
    age: 31,
    height: "5'7\"",
    bodyType: "Athletic",
    city: "Cedar Park, TX",
    coordinates: [-97.8203, 30.5052],
    lookingFor: "Not sure yet",
    bio:
      "Structural engineer, so I read a wall before I trust it. Climbing four nights a week and falling off with " +
      "style. I bring the tape, the snacks and a very long story about a bolt.",
    interests: ["Rock Climbing", "Calisthenics", "Yoga", "Hiking", "Adventure Sports", "Meditation"],
    prompts: [
      [
        "My proudest fitness achievement is...",
        "My first 5.12, on the ninth try, in front of nobody. I told everyone.",
      ],
      ["I'm looking for someone who...", "Catches me softly and never says 'just reach'."],
    ],
    photos: [
      "adaclimbs with her hair in a bun, a rope over her shoulder at the climbing wall",
      "a climbing wall with bright holds and a rope",
      "two chalked hands on a pull-up bar",
      "a quickdraw and a rope on a rock face",
    ],
  },
  {
    username: "elijah_easy_miles",
    gender: "Man",
    age: 37,
    height: "5'11\"",
    bodyType: "Fit",
    city: "Cedar Park, TX",
    coordinates: [-97.804, 30.483],
    lookingFor: "Long-term relationship",
    bio:
      "High school band director. I run slow on purpose, with headphones the size of a sandwich, and I know every " +
      "dog on Brushy Creek by name. Divorced, cheerful, home by nine.",
    interests: ["Running", "Hiking", "Cycling", "Meal Prep", "Meditation"],
    prompts: [
      ["My favorite way to stay active is...", "Six miles at a pace where you can still tell a story."],
      ["My ideal workout partner would...", "Bring the story."],
    ],
    photos: [
      "elijah_easy_miles in glasses and headphones, arms crossed before a run",
      "a running shoe and a water bottle on the track",
      "numbered track lanes from above, one shoe on them",
    ],
  },
  {
    username: "yuna",
    gender: "Woman",
    age: 28,
    height: "5'4\"",
    bodyType: "Slim",
    city: "Pflugerville, TX",
    coordinates: [-97.62, 30.4394],
    lookingFor: "Long-term relationship",
    bio:
      "Pastry chef with bakers' hours and very flexible hips. Yoga at two in the afternoon when the rest of you are " +
      "in meetings. I will feed you and then make you stretch.",
    interests: ["Yoga", "Pilates", "Meditation", "Swimming", "Dance", "Nutrition"],
    prompts: [
      ["My rest day looks like...", "Asleep by eight, awake at four, croissants out of habit."],
      ["The best thing about fitness is...", "An hour in which nothing has to rise."],
      ["My pre-workout ritual includes...", "Taking off my apron. Finding a second apron underneath."],
    ],
    photos: [
      "yuna with a black pixie cut, palms together above her head under plum arches",
      "a rolled mat and a potted plant under an arch",
      "five stacked stones in front of a low sun",
      "a mirror ball over a dance floor",
    ],
  },
  {
    username: "june_runs",
    gender: "Woman",
    age: 51,
    height: "5'7\"",
    bodyType: "Slim",
    city: "San Marcos, TX",
    coordinates: [-97.9414, 29.8833],
    lookingFor: "Long-term relationship",
    bio:
      "River guide, grandmother to be, runner since the day the kids could walk to school. I like mornings, short " +
      "hills and people who are kind to waiters. No games but cards.",
    interests: ["Running", "Swimming", "Hiking", "Outdoor Activities", "Yoga"],
    prompts: [
      ["My proudest fitness achievement is...", "Thirty straight years of the same turkey trot, in the same shirt."],
      ["I'm looking for someone who...", "Still gets excited about a river."],
      ["After the gym, you'll find me...", "With my feet in the San Marcos and a peach in my hand."],
    ],
    photos: [
      "june_runs with big gray curls, a red headband and race number 200",
      "numbered track lanes from above, one shoe on them",
      "a gold medal with a pulse line on it",
      "a low sun over open water, a starting block in front",
    ],
  },
];
