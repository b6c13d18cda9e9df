import type { Draft } from "#demo/members/member-input.ts";

// The first one is the member that the demo login opens as.
export const AUSTIN: readonly [Draft, ...Draft[]] = [
  {
    username: "sam_spots",
    gender: "Man",
    age: 32,
    height: "6'0\"",
    bodyType: "Fit",
    city: "Austin, TX",
    coordinates: [-97.718, 30.264],
    lookingFor: "Long-term relationship",
    bio:
      "Carpenter, early riser, slow runner. Four days a week under a bar and one up a hill, and yoga on Sundays " +
      "because my hamstrings asked nicely. I make good coffee and I will count your reps honestly.",
    interests: ["Weightlifting", "Powerlifting", "Yoga", "Running", "Rock Climbing", "Hiking", "Meal Prep"],
    prompts: [
      [
        "My pre-workout ritual includes...",
        "One coffee, one song I will not name, and ten minutes of looking at the bar as if it owes me money.",
      ],
      [
        "I'm looking for someone who...",
        "Racks their plates, laughs at themselves and wants to see what is at the end of the trail.",
      ],
    ],
    photos: [
      "sam_spots, curly red hair and freckles, a towel around his neck after yoga",
      "a loaded barbell on the floor, a low sun behind it",
      "a tent between fir trees, snowy peaks behind it",
      "a rolled mat and a potted plant under an arch",
    ],
  },
  {
    username: "mayalifts",
    gender: "Woman",
    age: 29,
    height: "5'8\"",
    bodyType: "Athletic",
    city: "Austin, TX",
    coordinates: [-97.769, 30.263],
    lookingFor: "Long-term relationship",
    bio:
      "Physio by day, barbell club by night. I will always say yes to a lake swim and I cook a serious Sunday " +
      "breakfast. Teach me to climb and I'll fix your squat.",
    interests: [
      "Weightlifting",
      "Powerlifting",
      "Olympic Lifting",
      "Hiking",
      "Swimming",
      "Yoga",
      "Meal Prep",
      "Outdoor Activities",
    ],
    prompts: [
      ["After the gym, you'll find me...", "Eating breakfast tacos on a tailgate, still in my lifting shoes."],
      ["My proudest fitness achievement is...", "A 245 lb deadlift the week I turned 29."],
      ["My rest day looks like...", "Barton Springs, a paperback, no watch."],
    ],
    photos: [
      "mayalifts in a cream lifting top, a loaded bar in front of her",
      "three weight plates leaning together",
      "two chalked hands on a pull-up bar",
      "a low sun over open water, a starting block in front",
      "a trail on a map with a pin at the summit",
    ],
  },
  {
    username: "nora_swims",
    gender: "Woman",
    age: 33,
    height: "5'6\"",
    bodyType: "Toned",
    city: "Austin, TX",
    coordinates: [-97.783, 30.296],
    lookingFor: "Long-term relationship",
    bio:
      "Up at five, in the water by six, human by eight. I teach fourth grade, so nothing you do in the slow lane " +
      "can shock me. Looking for someone to share the post-swim pancakes.",
    interests: ["Swimming", "Yoga", "Running", "Pilates", "Outdoor Activities", "Nutrition"],
    prompts: [
      ["The best thing about fitness is...", "Nobody can reach me by phone at the bottom of a pool."],
      ["My gym pet peeve is...", "People who push off the wall right in front of you and then discover backstroke."],
    ],
    photos: [
      "nora_swims in a lime swim cap and red goggles, up to her shoulders in the pool",
      "swimming goggles between the lane ropes",
      "a stopwatch above a pulse line",
    ],
  },
  {
    username: "priya.k",
    gender: "Woman",
    age: 30,
    height: "5'5\"",
    bodyType: "Slim",
    city: "Austin, TX",
    coordinates: [-97.725, 30.38],
    lookingFor: "Not sure yet",
    bio:
      "Data analyst with a kick serve. I keep score of everything except arguments. Weeknight tennis, weekend " +
      "trails, and a spice drawer that needs its own zip code.",
    interests: ["Tennis", "Hiking", "Yoga", "Running", "Meal Prep", "Group Classes"],
    prompts: [
      ["My ideal workout partner would...", "Bring coffee, return my serve, and let me have the last tie-break."],
      ["My rest day looks like...", "Dosa batter, cricket on in the background, feet up on the dog."],
      ["My fitness goals are...", "Beat my mother. She is 61 and has never once let me win."],
    ],
    photos: [
      "priya.k with long dark hair, arms crossed on a tennis court",
      "a racket and a ball on the court",
      "a tennis court from above, the ball crossing the net",
      "a packed gym bag on a bench, with a bottle and a towel",
    ],
  },
  {
    username: "kaiya",
    gender: "Woman",
    age: 26,
    height: "5'4\"",
    bodyType: "Fit",
    city: "Austin, TX",
    coordinates: [-97.775, 30.248],
    lookingFor: "New gym buddies",
    bio:
      "Park ranger in training. I can name most birds by ear and zero people by face, so please wear the same hat " +
      "twice. New here and looking for a trail crew.",
    interests: ["Hiking", "Rock Climbing", "Outdoor Activities", "Adventure Sports", "Yoga", "Cycling"],
    prompts: [
      [
        "My favorite way to stay active is...",
        "Walking uphill until somebody says 'are we lost?', then ten minutes more.",
      ],
      ["My proudest fitness achievement is...", "Nineteen miles in a day with a pack, a blister and a very good mood."],
    ],
    photos: [
      "kaiya in trail goggles with a red pack, snowy peaks behind her",
      "a trail on a map with a pin at the summit",
      "a tent between fir trees, snowy peaks behind it",
      "a quickdraw and a rope on a rock face",
    ],
  },
  {
    username: "lucia",
    gender: "Woman",
    age: 32,
    height: "5'3\"",
    bodyType: "Curvy",
    city: "Austin, TX",
    coordinates: [-97.75, 30.244],
    lookingFor: "Long-term relationship",
    bio:
      "Strength coach from nine to five, salsa from nine to midnight. I give excellent form cues and terrible " +
      "directions. If you can follow a lead, or take one, we will get along.",
    interests: ["Dance", "Weightlifting", "Personal Training", "Functional Fitness", "Spin Classes", "Group Classes"],
    prompts: [
      ["I'm looking for someone who...", "Dances badly with full commitment."],
      ["My gym pet peeve is...", "Running shoes on squat day. Asking as a coach."],
      ["After the gym, you'll find me...", "In the car, singing the cool-down playlist at full volume."],
    ],
    photos: [
      "lucia laughing with two braids and a lime headband, arms crossed in the stage lights",
      "a record above a dancing shoe in the spotlight",
      "a mirror ball over a dance floor",
      "a loaded barbell on the floor, a low sun behind it",
    ],
  },
];
