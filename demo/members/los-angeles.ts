import type { Draft } from "#demo/members/member-input.ts";

export const LOS_ANGELES: readonly Draft[] = [
  {
    username: "dalia_wod",
    gender: "Woman",
    age: 35,
    height: "5'6\"",
    bodyType: "Curvy",
    city: "Los Angeles, CA",
    coordinates: [-118.26, 34.078],
    lookingFor: "Workout partner",
    bio:
      "Script supervisor: I notice when your mug moves. CrossFit at dawn with people who have seen me cry on a " +
      "rower. Big hair, big laugh, small apartment with a very serious cat.",
    interests: ["CrossFit", "Olympic Lifting", "Yoga", "HIIT", "Meal Prep"],
    prompts: [
      ["My ideal workout partner would...", "Cheer like a maniac and never mention the clock."],
      ["My pre-workout ritual includes...", "Wrestling this hair into one band. That is the warm-up."],
      ["My rest day looks like...", "Farmers' market, floor nap, cat on chest."],
    ],
    photos: [
      "dalia_wod with black curls, glasses and a red headband, arms crossed under the gym rings",
      "a medicine ball and a skipping rope on the floor",
      "a kettlebell on a box under the gym rings",
    ],
  },
  {
    username: "jada.dimes",
    gender: "Woman",
    age: 23,
    height: "5'8\"",
    bodyType: "Toned",
    city: "Los Angeles, CA",
    coordinates: [-118.332, 34.006],
    lookingFor: "Something casual",
    bio:
      "Fashion student who sews her own warm-ups. I would rather pass than shoot and I would rather shoot than talk " +
      "about my thesis. Leimert Park courts, most evenings, look for the hair.",
    interests: ["Basketball", "Dance", "Pilates", "Volleyball", "Group Classes"],
    prompts: [
      ["The best thing about fitness is...", "A no-look assist to a stranger who then becomes a friend."],
      ["I'm looking for someone who...", "Dresses up for tacos."],
    ],
    photos: [
      "jada.dimes with big brown curls and a basketball in front of a lime wall",
      "a basketball under the hoop",
      "a mirror ball over a dance floor",
    ],
  },
  {
    username: "hector.jabs",
    gender: "Man",
    age: 49,
    height: "5'8\"",
    bodyType: "Fit",
    city: "Los Angeles, CA",
    coordinates: [-118.205, 34.034],
    lookingFor: "Long-term relationship",
    bio:
      "Third-generation upholsterer in Boyle Heights. Boxed as a kid, came back at forty, teach the Saturday " +
      "juniors now. I have two grown daughters who wrote half of this and deleted the rest.",
    interests: ["Boxing", "Running", "HIIT", "Personal Training", "Martial Arts"],
    prompts: [
      ["My proudest fitness achievement is...", "Teaching forty kids to wrap their own hands."],
      ["My favorite way to stay active is...", "Six rounds, old school, radio on."],
      ["After the gym, you'll find me...", "Pan dulce. Do not ask how many."],
    ],
    photos: [
      "hector.jabs in a white tank with cropped hair, arms crossed in the boxing ring",
      "a heavy bag on its chains",
      "a stopwatch above a pulse line",
    ],
  },
  {
    username: "isaiah.flows",
    gender: "Man",
    age: 43,
    height: "6'0\"",
    bodyType: "Toned",
    city: "Santa Monica, CA",
    coordinates: [-118.48, 34.008],
    lookingFor: "Long-term relationship",
    bio:
      "Session guitarist who found yoga through a bad back and stayed for the naps. I teach a free class on the " +
      "beach at seven. Vegetarian, patient, unbearable about sunsets.",
    interests: ["Yoga", "Meditation", "Swimming", "Hiking", "Pilates"],
    prompts: [
      ["My rest day looks like...", "It is hard to say where practice ends and lying down begins."],
      ["I'm looking for someone who...", "Breathes out before answering."],
    ],
    photos: [
      "isaiah.flows with long locs and a moustache, palms together above his head under wine-red arches",
      "five stacked stones in front of a low sun",
      "a rolled mat and a potted plant under an arch",
    ],
  },
  {
    username: "paulo_open_water",
    gender: "Man",
    age: 40,
    height: "5'11\"",
    bodyType: "Athletic",
    city: "Santa Monica, CA",
    coordinates: [-118.4912, 34.0195],
    lookingFor: "Not sure yet",
    bio:
      "Surf rescue in the morning, guitar repairs after lunch. I swim around the pier most days and I wave at the " +
      "Ferris wheel. Single dad of a seven-year-old who has strong views on pancakes.",
    interests: ["Swimming", "Running", "Volleyball", "Outdoor Activities", "Adventure Sports", "Yoga"],
    prompts: [
      ["My fitness goals are...", "The channel crossing, one day, with a boat full of people who love snacks."],
      ["The best thing about fitness is...", "You cannot carry anything into the sea with you."],
      ["My ideal workout partner would...", "Sight for me. I swim in beautiful circles."],
    ],
    photos: [
      "paulo_open_water with a brown beard, a white swim cap and lime goggles in teal water",
      "swimming goggles between the lane ropes",
      "a low sun over open water, a starting block in front",
    ],
  },
];
