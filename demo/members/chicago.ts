import type { Draft } from "#demo/members/member-input.ts";

export const CHICAGO: readonly Draft[] = [
  {
    username: "nia_buckets",
    gender: "Woman",
    age: 24,
    height: "6'0\"",
    bodyType: "Athletic",
    city: "Chicago, IL",
    coordinates: [-87.617, 41.822],
    lookingFor: "New gym buddies",
    bio:
      "Played college ball, now I coach nine-year-olds who call me 'ma'am' and then break my ankles. New to the " +
      "adult league and short of a point guard. Yes, I am six foot. The weather is fine.",
    interests: ["Basketball", "Weightlifting", "HIIT", "Volleyball", "Group Classes"],
    prompts: [
      [
        "My proudest fitness achievement is...",
        "A buzzer beater in a gym with eleven people in it. I can name all eleven.",
      ],
      ["I'm looking for someone who...", "Sets a screen without being asked."],
    ],
    photos: [
      "nia_buckets with cropped hair and a lime headband, arms crossed in front of a basketball",
      "a basketball under the hoop",
      "a long three-point shot from above",
      "a packed gym bag on a bench, with a bottle and a towel",
    ],
  },
  {
    username: "coach_bernice",
    gender: "Woman",
    age: 59,
    height: "5'4\"",
    bodyType: "Full Figured",
    city: "Chicago, IL",
    coordinates: [-87.592, 41.794],
    lookingFor: "Long-term relationship",
    bio:
      "Took up lifting at 52 after my sister bet me twenty dollars. I hold the state record for my class and I " +
      "still have not been paid. Choir on Wednesdays, heavy singles on Thursdays.",
    interests: ["Weightlifting", "Powerlifting", "Personal Training", "Functional Fitness", "Nutrition"],
    prompts: [
      [
        "My proudest fitness achievement is...",
        "State bench record, masters 55 to 59. My sister was holding my purse.",
      ],
      ["The best thing about fitness is...", "I open my own jars and everybody else's."],
      ["After the gym, you'll find me...", "At the bakery. I earned the bakery."],
    ],
    photos: [
      "coach_bernice with a gray bob, glasses and headphones behind a loaded bar",
      "three weight plates leaning together",
      "a loaded barbell on the floor, a low sun behind it",
      "a gold medal with a pulse line on it",
    ],
  },
  {
    username: "otis_laps",
    gender: "Man",
    age: 61,
    height: "5'9\"",
    bodyType: "Fit",
    city: "Chicago, IL",
    coordinates: [-87.636, 41.921],
    lookingFor: "Long-term relationship",
    bio:
      "Jazz bassist, lake swimmer, proud keeper of the last good moustache on the North Side. I swim Oak Street to " +
      "the pier when the flags allow it, and I hum underwater.",
    interests: ["Swimming", "Yoga", "Outdoor Activities", "Meditation"],
    prompts: [
      ["My favorite way to stay active is...", "A mile in the lake, counted in twelve-bar blues."],
      ["I'm looking for someone who...", "Is on time, likes quiet and hates silence."],
    ],
    photos: [
      "otis_laps with a gray moustache, a white swim cap and red goggles",
      "a low sun over open water, a starting block in front",
      "swimming goggles between the lane ropes",
    ],
  },
  {
    username: "rory.bricks",
    gender: "Man",
    age: 34,
    height: "5'10\"",
    bodyType: "Average",
    city: "Chicago, IL",
    coordinates: [-87.651, 41.837],
    lookingFor: "New gym buddies",
    bio:
      "Bricklayer with a jump shot that matches the username. I play three nights a week, win one of them and buy " +
      "the wings on all three. Great with walls, working on windows.",
    interests: ["Basketball", "Soccer", "Swimming", "Functional Fitness", "Meal Prep"],
    prompts: [
      ["My gym pet peeve is...", "Calling 'and one' on a shot that missed."],
      ["My fitness goals are...", "Touch the net. Not the rim. I am a realist."],
    ],
    photos: [
      "rory.bricks with a short red beard, a basketball at his shoulder",
      "a long three-point shot from above",
      "a packed gym bag on a bench, with a bottle and a towel",
    ],
  },
];
