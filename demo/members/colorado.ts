import type { Draft } from "#demo/members/member-input.ts";

export const COLORADO: readonly Draft[] = [
  {
    username: "amina.ascends",
    gender: "Woman",
    age: 47,
    height: "5'5\"",
    bodyType: "Curvy",
    city: "Denver, CO",
    coordinates: [-104.978, 39.756],
    lookingFor: "Long-term relationship",
    bio:
      "Anesthetist: I put people under all week, so at weekends I go up. Learned to climb at forty with my son, who " +
      "now refuses to belay me because I talk. I pack real lunch.",
    interests: ["Rock Climbing", "Hiking", "Yoga", "Adventure Sports", "Calisthenics"],
    prompts: [
      [
        "My proudest fitness achievement is...",
        "Leading the route I fell off for two summers. My son cried. I have it on video.",
      ],
      ["I'm looking for someone who...", "Listens, checks the knot, listens again."],
      ["My pre-workout ritual includes...", "Cardamom coffee and reading the guidebook aloud."],
    ],
    photos: [
      "amina.ascends in an orange hijab, a rope over her shoulder at the climbing wall",
      "a quickdraw and a rope on a rock face",
      "a climbing wall with bright holds and a rope",
    ],
  },
  {
    username: "moses_sends",
    gender: "Man",
    age: 41,
    height: "5'10\"",
    bodyType: "Muscular",
    city: "Denver, CO",
    coordinates: [-104.996, 39.716],
    lookingFor: "Workout partner",
    bio:
      "Piano tuner with forearms. I climb by ear: if the gym goes quiet, I am about to fall. Bald, bearded, calm in " +
      "traffic. Looking for a partner for the big wall and the small hours.",
    interests: ["Rock Climbing", "Calisthenics", "Weightlifting", "Yoga", "Hiking"],
    prompts: [
      ["The best thing about fitness is...", "Problems that stay exactly where you left them."],
      ["My gym pet peeve is...", "Beta from the floor. I asked the wall, not you."],
    ],
    photos: [
      "moses_sends, bald and bearded, smiling with his eyes shut, a rope over his shoulder",
      "a climbing wall with bright holds and a rope",
      "two chalked hands on a pull-up bar",
    ],
  },
  {
    username: "kwame_summits",
    gender: "Man",
    age: 35,
    height: "6'1\"",
    bodyType: "Athletic",
    city: "Denver, CO",
    coordinates: [-105.039, 39.778],
    lookingFor: "Not sure yet",
    bio:
      "Hydrologist. I walk up the mountain, measure the snow, tell the city how long its showers can be. Thirty-one " +
      "fourteeners in, twenty-odd to go, all stories available on request.",
    interests: ["Hiking", "Outdoor Activities", "Adventure Sports", "Running", "Rock Climbing"],
    prompts: [
      ["My favorite way to stay active is...", "A start so early that it is still technically yesterday."],
      ["My ideal workout partner would...", "Turn around when I say turn around, and share the summit gummies."],
    ],
    photos: [
      "kwame_summits in red snow goggles and a teal jacket, golden peaks behind him",
      "a tent between fir trees, snowy peaks behind it",
      "a trail on a map with a pin at the summit",
    ],
  },
  {
    username: "rosa_hikes",
    gender: "Woman",
    age: 64,
    height: "5'2\"",
    bodyType: "Average",
    city: "Boulder, CO",
    coordinates: [-105.281, 39.999],
    lookingFor: "Long-term relationship",
    bio:
      "Retired librarian, active troublemaker. I lead the Wednesday walk, I know every bench between here and the " +
      "Flatirons, and I have outlived two pairs of boots this year. Slow to start, hard to stop.",
    interests: ["Hiking", "Yoga", "Swimming", "Outdoor Activities", "Meditation"],
    prompts: [
      [
        "My rest day looks like...",
        "There is a crossword, there is a cat, there is a disagreement about the crossword.",
      ],
      ["I'm looking for someone who...", "Has something to teach me and can be taught."],
      ["My proudest fitness achievement is...", "Rim to river and back at 62, with a thermos and a library book."],
    ],
    photos: [
      "rosa_hikes with a gray bun and glasses, lime pack straps on, mountains behind her",
      "a trail on a map with a pin at the summit",
      "a tent between fir trees, snowy peaks behind it",
      "five stacked stones in front of a low sun",
    ],
  },
  {
    username: "walt_volleys",
    gender: "Man",
    age: 68,
    height: "5'11\"",
    bodyType: "Slim",
    city: "Boulder, CO",
    coordinates: [-105.248, 40.029],
    lookingFor: "Long-term relationship",
    bio:
      "Retired judge. I have heard every excuse and on court I use most of them. Doubles four mornings a week, a " +
      "garden that wins nothing, and a fresh interest in staying up past nine.",
    interests: ["Tennis", "Cycling", "Swimming", "Meditation", "Nutrition"],
    prompts: [
      ["My gym pet peeve is...", "Line calls made with hope."],
      ["The best thing about fitness is...", "At 68 you get applause for what was once a routine overhead."],
    ],
    photos: [
      "walt_volleys, bald with a white beard, arms crossed on a tennis court",
      "a racket and a ball on the court",
      "a tennis court from above, the ball crossing the net",
    ],
  },
  {
    username: "maeve_wods",
    gender: "Woman",
    age: 38,
    height: "5'7\"",
    bodyType: "Athletic",
    city: "Boulder, CO",
    coordinates: [-105.26, 40.042],
    lookingFor: "Workout partner",
    bio:
      "Large-animal vet. My warm-up is holding a horse's foot. I lift, I row, I laugh too loudly in the quiet part " +
      "of class, and I can get any stain out of anything.",
    interests: ["CrossFit", "Olympic Lifting", "Running", "Hiking", "Group Classes", "Adventure Sports"],
    prompts: [
      ["My pre-workout ritual includes...", "Checking my hair for straw."],
      ["My fitness goals are...", "A muscle-up before the end of calving season."],
      ["I'm looking for someone who...", "Does not mind muddy boots in the hall."],
    ],
    photos: [
      "maeve_wods laughing with a red ponytail and headband, arms crossed under the gym rings",
      "a kettlebell on a box under the gym rings",
      "two chalked hands on a pull-up bar",
    ],
  },
];
