import type { Draft } from "#demo/members/member-input.ts";

export const BAY_AREA: readonly Draft[] = [
  {
    username: "linh_deadlifts",
    gender: "Woman",
    age: 36,
    height: "5'2\"",
    bodyType: "Muscular",
    city: "San Francisco, CA",
    coordinates: [-122.49, 37.753],
    lookingFor: "Long-term relationship",
    bio:
      "Tax accountant, which explains the need to pick up heavy things in March. Five foot two, double body weight " +
      "off the floor, very good at splitting a bill.",
    interests: ["Weightlifting", "Powerlifting", "Bodybuilding", "Nutrition", "Hiking"],
    prompts: [
      ["My gym pet peeve is...", "Half reps on a whole rep day."],
      [
        "My proudest fitness achievement is...",
        "Pulling 280 the evening after the filing deadline. Fueled entirely by relief.",
      ],
      ["My rest day looks like...", "Fog, noodles, a jigsaw with no picture on the box."],
    ],
    photos: [
      "linh_deadlifts with a dark pixie cut behind a loaded bar, a lime sash on her top",
      "a loaded barbell on the floor, a low sun behind it",
      "three weight plates leaning together",
    ],
  },
  {
    username: "greta.rides",
    gender: "Woman",
    age: 46,
    height: "5'9\"",
    bodyType: "Slim",
    city: "San Francisco, CA",
    coordinates: [-122.466, 37.789],
    lookingFor: "Not sure yet",
    bio:
      "Glaciologist turned cartographer. I like a road that goes up and a person who slows down at the top. Twice a " +
      "season I ride to the sea for oysters and come home by ferry.",
    interests: ["Cycling", "Hiking", "Swimming", "Outdoor Activities", "Adventure Sports"],
    prompts: [
      ["My favorite way to stay active is...", "Hawk Hill before breakfast, bakery after Hawk Hill."],
      ["I'm looking for someone who...", "Can fix a puncture or hold the flashlight. Either is romance."],
    ],
    photos: [
      "greta.rides in a white bike helmet and red wraparound glasses, grinning",
      "a road that winds up between hills and fir trees",
      "a road bike at the roadside, hills behind it",
    ],
  },
  {
    username: "jasdeep_lifts",
    gender: "Man",
    age: 33,
    height: "5'11\"",
    bodyType: "Muscular",
    city: "San Francisco, CA",
    coordinates: [-122.418, 37.759],
    lookingFor: "Long-term relationship",
    bio:
      "Sound designer for video games: if a sword goes 'shing', that may have been my kitchen. Powerlifting three " +
      "evenings, bhangra on weddings, chai on a strict schedule.",
    interests: ["Weightlifting", "Powerlifting", "Dance", "Meal Prep", "Meditation"],
    prompts: [
      [
        "My proudest fitness achievement is...",
        "My total passed my motorcycle's weight. The motorcycle has been told.",
      ],
      ["My ideal workout partner would...", "Count out loud and lie to me about rep four."],
      ["My fitness goals are...", "A 200 kg squat and one whole week of bedtimes."],
    ],
    photos: [
      "jasdeep_lifts in a terracotta turban, glasses and a cream tank behind a loaded bar",
      "three weight plates leaning together",
      "two chalked hands on a pull-up bar",
    ],
  },
  {
    username: "kenji.threes",
    gender: "Man",
    age: 21,
    height: "5'11\"",
    bodyType: "Slim",
    city: "San Francisco, CA",
    coordinates: [-122.43, 37.785],
    lookingFor: "New gym buddies",
    bio:
      "Film student, third-generation noodle shop, first-generation lefty. I shoot threes until they turn the " +
      "lights off, and then by sound. Looking for a run, a fourth, a friend.",
    interests: ["Basketball", "Running", "Calisthenics", "Volleyball", "Group Classes"],
    prompts: [
      ["After the gym, you'll find me...", "Behind the counter. Say the username and the egg is free."],
      ["My gym pet peeve is...", "Music without headphones. I say this as a man with excellent taste."],
    ],
    photos: [
      "kenji.threes laughing with freckles and a black quiff, arms crossed in front of a basketball",
      "a long three-point shot from above",
      "a basketball under the hoop",
    ],
  },
  {
    username: "prof_pivot",
    gender: "Man",
    age: 50,
    height: "6'2\"",
    bodyType: "Average",
    city: "Oakland, CA",
    coordinates: [-122.2711, 37.8044],
    lookingFor: "Long-term relationship",
    bio:
      "History professor at a state college, power forward at the Y. Bald by choice, or so I tell the students. I " +
      "read at breakfast, I play at noon, I am charming by about seven.",
    interests: ["Basketball", "Yoga", "Hiking", "Meditation", "Functional Fitness"],
    prompts: [
      ["The best thing about fitness is...", "Every argument I lost in a meeting, I have won back on the block."],
      ["I'm looking for someone who...", "Interrupts me when I start a sentence with 'in 1848'."],
    ],
    photos: [
      "prof_pivot, bald with glasses and a gray beard, a basketball beside him",
      "a basketball under the hoop",
      "five stacked stones in front of a low sun",
    ],
  },
];
