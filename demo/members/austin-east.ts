import type { Draft } from "#demo/members/member-input.ts";

export const AUSTIN_EAST: readonly Draft[] = [
  {
    username: "lotte",
    gender: "Woman",
    age: 25,
    height: "5'11\"",
    bodyType: "Slim",
    city: "Austin, TX",
    coordinates: [-97.728, 30.305],
    lookingFor: "Workout partner",
    bio:
      "Dutch, tall, and honest about both. I moved for a PhD in soil and stayed for the sun. Training for my first " +
      "marathon and negotiating with my left knee.",
    interests: ["Running", "Cycling", "Yoga", "Outdoor Activities", "Meal Prep"],
    prompts: [
      ["My fitness goals are...", "26.2 miles, no walking, one good photo."],
      ["My pre-workout ritual includes...", "Bread with chocolate sprinkles. Do not knock it before mile eight."],
    ],
    photos: [
      "lotte with long blond hair and race number 711",
      "a running shoe and a water bottle on the track",
      "a stopwatch above a pulse line",
    ],
  },
  {
    username: "zuri",
    gender: "Woman",
    age: 34,
    height: "5'7\"",
    bodyType: "Athletic",
    city: "Austin, TX",
    coordinates: [-97.712, 30.29],
    lookingFor: "Not sure yet",
    bio:
      "Public defender, bicycle commuter, Tuesday spin regular in the back left corner. I argue for a living, so " +
      "off the clock I would rather ride. I know where every good taco is within nine miles.",
    interests: ["Cycling", "Spin Classes", "Yoga", "Running", "Group Classes", "Outdoor Activities"],
    prompts: [
      ["My favorite way to stay active is...", "Two wheels, no plan, one pastry."],
      ["My ideal workout partner would...", "Call out the potholes and never ask how much farther."],
    ],
    photos: [
      "zuri smiling with her eyes shut under a lime bike helmet",
      "a road bike at the roadside, hills behind it",
      "a road that winds up between hills and fir trees",
    ],
  },
  {
    username: "abena",
    gender: "Woman",
    age: 48,
    height: "5'6\"",
    bodyType: "Curvy",
    city: "Austin, TX",
    coordinates: [-97.8, 30.26],
    lookingFor: "Long-term relationship",
    bio:
      "Pediatric nurse, mother of a drummer, owner of one very loud racket. Twenty years on the same public court " +
      "and I still get butterflies before a match. Good company, bad loser.",
    interests: ["Tennis", "Dance", "Pilates", "Swimming", "Nutrition"],
    prompts: [
      ["My proudest fitness achievement is...", "Our league's mixed doubles, won at 46 on borrowed shoes."],
      ["I'm looking for someone who...", "Can talk through a whole dinner and then walk home in silence."],
    ],
    photos: [
      "abena with a short gray pixie cut, smiling with a racket in hand",
      "a tennis court from above, the ball crossing the net",
      "a gold medal with a pulse line on it",
    ],
  },
  {
    username: "teo.lobs",
    gender: "Man",
    age: 27,
    height: "5'10\"",
    bodyType: "Slim",
    city: "Austin, TX",
    coordinates: [-97.744, 30.313],
    lookingFor: "Something casual",
    bio:
      "Sound engineer with a moustache that started as a dare. I play tennis like I mix records: too much top spin, " +
      "no regrets. Happy to hit with anyone who laughs at a frame shot.",
    interests: ["Tennis", "Running", "Yoga", "Volleyball", "Outdoor Activities"],
    prompts: [
      ["The best thing about fitness is...", "It is the one hour a day when nobody asks me to turn something up."],
      ["My rest day looks like...", "Records, laundry, and calling my grandmother in that order."],
    ],
    photos: [
      "teo.lobs with a man bun and a moustache, racket in hand",
      "a racket and a ball on the court",
      "a running shoe and a water bottle on the track",
    ],
  },
  {
    username: "mateo.pr",
    gender: "Man",
    age: 23,
    height: "5'9\"",
    bodyType: "Muscular",
    city: "Austin, TX",
    coordinates: [-97.717, 30.238],
    lookingFor: "Workout partner",
    bio:
      "Mechanical engineering senior who owns more chalk than furniture. Chasing a three-plate squat before " +
      "graduation. I will hype up your warm-up set like it is the Olympics.",
    interests: ["Weightlifting", "Powerlifting", "Bodybuilding", "Meal Prep", "Nutrition", "Soccer"],
    prompts: [
      ["My gym pet peeve is...", "Curling in the squat rack. There, I said it."],
      ["My fitness goals are...", "315 for a triple, and learning to cook something that is not rice."],
      ["My pre-workout ritual includes...", "Texting my sister 'today'. She never asks what."],
    ],
    photos: [
      "mateo.pr with dark curls and a beard behind a loaded bar",
      "three weight plates leaning together",
      "two chalked hands on a pull-up bar",
      "a packed gym bag on a bench, with a bottle and a towel",
    ],
  },
  {
    username: "luther_two_steps",
    gender: "Man",
    age: 47,
    height: "6'1\"",
    bodyType: "Average",
    city: "Austin, TX",
    coordinates: [-97.699, 30.261],
    lookingFor: "Long-term relationship",
    bio:
      "Widower, grandfather of one, and the fellow in the orange hoodie who never sits out a song. Took up dancing " +
      "at 43 to get out of the house and forgot to stop. Slow Sundays, quick feet.",
    interests: ["Dance", "Yoga", "Hiking", "Swimming", "Group Classes"],
    prompts: [
      ["My favorite way to stay active is...", "Two-step on Thursdays, swing on Saturdays, limping on Sundays."],
      ["I'm looking for someone who...", "Asks for one more song."],
      ["After the gym, you'll find me...", "At the diner across the road, still humming."],
    ],
    photos: [
      "luther_two_steps in an orange hoodie, gray beard, arms raised above his head in the lights",
      "a mirror ball over a dance floor",
      "a record above a dancing shoe in the spotlight",
    ],
  },
];
