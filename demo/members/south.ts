import type { Draft } from "#demo/members/member-input.ts";

export const SOUTH: readonly Draft[] = [
  {
    username: "odette",
    gender: "Woman",
    age: 55,
    height: "5'8\"",
    bodyType: "Fit",
    city: "Atlanta, GA",
    coordinates: [-84.413, 33.736],
    lookingFor: "Long-term relationship",
    bio:
      "Court reporter with a silver bob and a standing Friday at the ballroom. I listen for a living and I remember " +
      "what you said. Looking for a partner who can lead, follow and do the dishes.",
    interests: ["Dance", "Pilates", "Swimming", "Meditation", "Group Classes"],
    prompts: [
      ["The best thing about fitness is...", "My doctor says my hips are forty. I say they are nineteen on a Friday."],
      ["My proudest fitness achievement is...", "A full quickstep at my daughter's wedding, in heels, on grass."],
    ],
    photos: [
      "odette with a silver bob, laughing with her arms above her head in front of a lime disc",
      "a mirror ball over a dance floor",
      "a low sun over open water, a starting block in front",
    ],
  },
  {
    username: "malik_slips",
    gender: "Man",
    age: 24,
    height: "5'11\"",
    bodyType: "Athletic",
    city: "Atlanta, GA",
    coordinates: [-84.343, 33.74],
    lookingFor: "Workout partner",
    bio:
      "Comic book artist, amateur boxer, professional glasses misplacer. 6 and 1 in the ring, 0 and 9 at parallel " +
      "parking. Need a sparring partner, would settle for a good argument about films.",
    interests: ["Boxing", "MMA", "Calisthenics", "Running", "Basketball"],
    prompts: [
      ["My pre-workout ritual includes...", "Putting my glasses in the same pocket every time. It has never worked."],
      ["My gym pet peeve is...", "'One last round' from someone who has been sitting since round two."],
    ],
    photos: [
      "malik_slips with long locs and glasses, arms crossed at the ropes",
      "a pair of boxing gloves hung up by their laces",
      "a stopwatch above a pulse line",
    ],
  },
  {
    username: "jules_serves",
    gender: "Man",
    age: 30,
    height: "6'3\"",
    bodyType: "Toned",
    city: "Atlanta, GA",
    coordinates: [-84.383, 33.783],
    lookingFor: "Something casual",
    bio:
      "Architecture model maker with a 110 mph serve and no second serve to speak of. The flat top is deliberate. I " +
      "am louder on court than anywhere else, and I apologize to the net.",
    interests: ["Tennis", "Basketball", "HIIT", "Yoga", "Nutrition"],
    prompts: [
      ["My ideal workout partner would...", "Be better than me by exactly a little."],
      ["My rest day looks like...", "Balsa wood, jazz, glue on everything I own."],
    ],
    photos: [
      "jules_serves with a flat top and a beard, arms crossed on a tennis court",
      "a tennis court from above, the ball crossing the net",
      "a racket and a ball on the court",
      "a packed gym bag on a bench, with a bottle and a towel",
    ],
  },
  {
    username: "marisol_swims",
    gender: "Woman",
    age: 30,
    height: "5'5\"",
    bodyType: "Curvy",
    city: "Miami, FL",
    coordinates: [-80.241, 25.728],
    lookingFor: "Long-term relationship",
    bio:
      "Marine biologist, so my commute has manatees. I swim for work, then I swim to relax from work. I dance at " +
      "red lights and I make a flan that has ended arguments.",
    interests: ["Swimming", "Dance", "Yoga", "Outdoor Activities", "Adventure Sports", "Volleyball"],
    prompts: [
      ["The best thing about fitness is...", "Salt water fixes about nine things out of ten."],
      ["My rest day looks like...", "Beach, but lying down this time."],
      ["My ideal workout partner would...", "Float. Just float. You would be amazed how few people can."],
    ],
    photos: [
      "marisol_swims grinning in a red swim cap and lime goggles, plum water around her",
      "swimming goggles between the lane ropes",
      "a low sun over open water, a starting block in front",
    ],
  },
  {
    username: "nico_wods",
    gender: "Man",
    age: 31,
    height: "5'10\"",
    bodyType: "Muscular",
    city: "Miami, FL",
    coordinates: [-80.199, 25.801],
    lookingFor: "Workout partner",
    bio:
      "Pastry-loving paramedic. I do the workout, I complain about the workout, I come back for the workout. My box " +
      "is one family with too many dogs, and you are both welcome.",
    interests: ["CrossFit", "Olympic Lifting", "HIIT", "Swimming", "Meal Prep", "Soccer"],
    prompts: [
      ["My pre-workout ritual includes...", "Telling everyone I am scaling today. Then not scaling."],
      ["My gym pet peeve is...", "Clapping chalk like it is a magic trick."],
    ],
    photos: [
      "nico_wods with a red headband and a towel around his neck under the gym rings",
      "a kettlebell on a box under the gym rings",
      "a medicine ball and a skipping rope on the floor",
      "two chalked hands on a pull-up bar",
    ],
  },
  {
    username: "dre_southpaw",
    gender: "Man",
    age: 25,
    height: "6'0\"",
    bodyType: "Athletic",
    city: "Miami, FL",
    coordinates: [-80.193, 25.833],
    lookingFor: "Something casual",
    bio:
      "Muralist with a left hook and paint under both thumbnails. If you have walked through Wynwood you have met " +
      "my work. I train early so that the light is mine after.",
    interests: ["Boxing", "Calisthenics", "Running", "Dance", "HIIT"],
    prompts: [
      ["My favorite way to stay active is...", "Skipping rope until the whole block is counting."],
      ["I'm looking for someone who...", "Has an opinion about color."],
      ["After the gym, you'll find me...", "On a ladder, with a mango."],
    ],
    photos: [
      "dre_southpaw with a big afro and red boxing gloves in front of a lime wall",
      "a pair of boxing gloves hung up by their laces",
      "a heavy bag on its chains",
    ],
  },
];
