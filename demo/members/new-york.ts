import type { Draft } from "#demo/members/member-input.ts";

export const NEW_YORK: readonly Draft[] = [
  {
    username: "katya_hooks",
    gender: "Woman",
    age: 29,
    height: "5'9\"",
    bodyType: "Athletic",
    city: "New York, NY",
    coordinates: [-73.987, 40.719],
    lookingFor: "Something casual",
    bio:
      "Stage manager. I call four hundred cues a night, so at the gym I like to be told what to do. Southpaw, soft " +
      "on the inside, will cross the bridge for good dumplings.",
    interests: ["Boxing", "HIIT", "Running", "Dance", "Martial Arts"],
    prompts: [
      ["My gym pet peeve is...", "Grunting at the mirror. The mirror has done nothing to you."],
      ["After the gym, you'll find me...", "Eating soup on a stoop with my wraps still on."],
    ],
    photos: [
      "katya_hooks with a blond ponytail and red boxing gloves in front of a bright lime wall",
      "a heavy bag on its chains",
      "a pair of boxing gloves hung up by their laces",
    ],
  },
  {
    username: "selin_lifts",
    gender: "Woman",
    age: 28,
    height: "5'3\"",
    bodyType: "Fit",
    city: "New York, NY",
    coordinates: [-73.926, 40.764],
    lookingFor: "Long-term relationship",
    bio:
      "Subway architect by day, small person with a big total by night. I make my own simit and I never skip pulls. " +
      "Looking for something real and somebody tall for the top shelf.",
    interests: ["Weightlifting", "Olympic Lifting", "Powerlifting", "Meal Prep", "Hiking"],
    prompts: [
      [
        "My proudest fitness achievement is...",
        "Clean and jerk of my own body weight. My little cousin filmed the ceiling.",
      ],
      ["I'm looking for someone who...", "Is gentle with people and rough with chores."],
      ["My fitness goals are...", "A legal pull-up with my niece hanging on."],
    ],
    photos: [
      "selin_lifts in a teal hijab, smiling behind a loaded bar",
      "a loaded barbell on the floor, a low sun behind it",
      "a trail on a map with a pin at the summit",
    ],
  },
  {
    username: "arjan_pedals",
    gender: "Man",
    age: 29,
    height: "5'11\"",
    bodyType: "Fit",
    city: "New York, NY",
    coordinates: [-73.883, 40.755],
    lookingFor: "Not sure yet",
    bio:
      "Emergency room resident who commutes over the Queensboro at dawn. I own three bikes and one good chair. Off " +
      "shift I will cook you my father's dal and ask about your day first.",
    interests: ["Cycling", "Spin Classes", "Running", "Swimming", "Meditation"],
    prompts: [
      ["My favorite way to stay active is...", "Laps of the park before the tourists wake up."],
      ["My ideal workout partner would...", "Take a pull into the wind. That is my love language."],
    ],
    photos: [
      "arjan_pedals in a lime turban and wraparound glasses, a bicycle wheel behind him",
      "a road bike at the roadside, hills behind it",
      "a road that winds up between hills and fir trees",
      "a packed gym bag on a bench, with a bottle and a towel",
    ],
  },
  {
    username: "coach_vinny",
    gender: "Man",
    age: 58,
    height: "5'10\"",
    bodyType: "Prefer not to say",
    city: "New York, NY",
    coordinates: [-73.918, 40.83],
    lookingFor: "Long-term relationship",
    bio:
      "Bronx born, thirty-one years of teaching gym, one good hip and one better. I still run the Sunday game and I " +
      "still call my own fouls. You bring the stories, I bring the cannoli.",
    interests: ["Basketball", "Swimming", "Functional Fitness", "Group Classes", "Meal Prep"],
    prompts: [
      ["The best thing about fitness is...", "Nobody on a court ever asked me what I do for a living."],
      ["My gym pet peeve is...", "No-look passes from people who should look."],
      ["My rest day looks like...", "Church, the paper, a nap I deny taking."],
    ],
    photos: [
      "coach_vinny with a red headband and a basketball in front of a pale blue court",
      "a basketball under the hoop",
      "a long three-point shot from above",
    ],
  },
  {
    username: "remy.moves",
    gender: "Man",
    age: 26,
    height: "5'8\"",
    bodyType: "Slim",
    city: "New York, NY",
    coordinates: [-73.921, 40.694],
    lookingFor: "Something casual",
    bio:
      "Choreographer, part-time barista, full-time fidget. I dance in grocery lines. Tell me the last song that " +
      "made you miss your stop and I will tell you who I am.",
    interests: ["Dance", "Yoga", "Pilates", "Calisthenics", "Meditation"],
    prompts: [
      ["My favorite way to stay active is...", "An empty studio, a bad speaker, two hours."],
      ["I'm looking for someone who...", "Will try the lift, laugh, and try the lift again."],
    ],
    photos: [
      "remy.moves in a black hoodie with freckles and a dark quiff, arms crossed on a red stage",
      "a record above a dancing shoe in the spotlight",
      "a mirror ball over a dance floor",
    ],
  },
  {
    username: "tunde_tempo",
    gender: "Man",
    age: 36,
    height: "6'0\"",
    bodyType: "Athletic",
    city: "New York, NY",
    coordinates: [-73.945, 40.811],
    lookingFor: "Long-term relationship",
    bio:
      "Translator, Harlem, four languages and one speed. I run the same loop every morning and greet the same " +
      "eleven people. Sub-three marathoner who will happily walk with you.",
    interests: ["Running", "Soccer", "Calisthenics", "Nutrition", "Meal Prep"],
    prompts: [
      [
        "My proudest fitness achievement is...",
        "2:58 in Chicago. I have mentioned it twice today, so this is restraint.",
      ],
      ["My pre-workout ritual includes...", "Ginger tea, one sock, a search for the other sock."],
    ],
    photos: [
      "tunde_tempo with long locs, a lime headband and race number 763",
      "a running shoe and a water bottle on the track",
      "a stopwatch above a pulse line",
      "a gold medal with a pulse line on it",
    ],
  },
];
