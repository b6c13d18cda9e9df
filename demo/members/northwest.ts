import type { Draft } from "#demo/members/member-input.ts";

export const NORTHWEST: readonly Draft[] = [
  {
    username: "fern.reads",
    gender: "Woman",
    age: 27,
    height: "5'5\"",
    bodyType: "Full Figured",
    city: "Seattle, WA",
    coordinates: [-122.35, 47.651],
    lookingFor: "Long-term relationship",
    bio:
      "Bookseller who came to yoga for the nap at the end. I am not bendy, I am persistent. Ask me for a novel and " +
      "I will hand you three and a cardigan.",
    interests: ["Yoga", "Swimming", "Hiking", "Meditation", "Group Classes"],
    prompts: [
      ["The best thing about fitness is...", "Finding out what my body is for besides carrying boxes of hardbacks."],
      ["My rest day looks like...", "Rain, tea, chapter one of something unsuitable."],
      ["My ideal workout partner would...", "Put your mat next to mine and fall over at the same time."],
    ],
    photos: [
      "fern.reads with long red hair and glasses, a rolled mat under her arm",
      "a rolled mat and a potted plant under an arch",
      "a packed gym bag on a bench, with a bottle and a towel",
    ],
  },
  {
    username: "hana.beta",
    gender: "Woman",
    age: 22,
    height: "5'3\"",
    bodyType: "Toned",
    city: "Seattle, WA",
    coordinates: [-122.318, 47.624],
    lookingFor: "New gym buddies",
    bio:
      "Robotics senior, so I have opinions about grip. I climb in glasses and fear nothing except chalk on the " +
      "lenses. New to the city and looking for a crew that orders too many dumplings.",
    interests: ["Rock Climbing", "Calisthenics", "Yoga", "Hiking", "Volleyball"],
    prompts: [
      ["My favorite way to stay active is...", "Projecting the same blue route until the setters take pity."],
      ["My gym pet peeve is...", "'You got this' from someone looking at their phone."],
    ],
    photos: [
      "hana.beta with a black bob and glasses, a rope over her shoulder at the climbing wall",
      "a climbing wall with bright holds and a rope",
      "a quickdraw and a rope on a rock face",
    ],
  },
  {
    username: "cal_on_belay",
    gender: "Man",
    age: 52,
    height: "5'11\"",
    bodyType: "Fit",
    city: "Seattle, WA",
    coordinates: [-122.384, 47.669],
    lookingFor: "Long-term relationship",
    bio:
      "Ship's cook, ashore for good. Climbing since the shoes were worse and the coffee was better. I will hold " +
      "your rope all day and feed you after. Silver beard, steady hands.",
    interests: ["Rock Climbing", "Hiking", "Meal Prep", "Outdoor Activities", "Calisthenics"],
    prompts: [
      ["I'm looking for someone who...", "Trusts slowly and means it."],
      ["After the gym, you'll find me...", "Making chowder for whoever was at the wall."],
      ["My proudest fitness achievement is...", "No dropped climber in thirty years. One dropped chowder."],
    ],
    photos: [
      "cal_on_belay with silver hair and a beard, a rope over his shoulder at the climbing wall",
      "a quickdraw and a rope on a rock face",
      "a tent between fir trees, snowy peaks behind it",
    ],
  },
  {
    username: "owen_counts",
    gender: "Man",
    age: 25,
    height: "5'9\"",
    bodyType: "Average",
    city: "Seattle, WA",
    coordinates: [-122.287, 47.56],
    lookingFor: "Not sure yet",
    bio:
      "Statistician. On average I am fine. Started CrossFit because a friend needed a plus-one and now I own wrist " +
      "wraps. I keep a spreadsheet of every workout and a column for how it felt.",
    interests: ["CrossFit", "Cycling", "Hiking", "Meal Prep", "Spin Classes"],
    prompts: [
      ["My fitness goals are...", "To move the median."],
      ["My gym pet peeve is...", "'Give it 110 percent.' I have a slide about this."],
    ],
    photos: [
      "owen_counts with a brown fringe and round glasses, a towel around his neck",
      "a medicine ball and a skipping rope on the floor",
      "a stopwatch above a pulse line",
    ],
  },
  {
    username: "ingrid.b",
    gender: "Woman",
    age: 57,
    height: "5'8\"",
    bodyType: "Average",
    city: "Portland, OR",
    coordinates: [-122.652, 45.465],
    lookingFor: "Long-term relationship",
    bio:
      "Ceramicist, beekeeper, mother of twins who finally moved out. Yoga every morning, in the garden if it is dry " +
      "and in the hall if it is Portland. I laugh easily and I leave on time.",
    interests: ["Yoga", "Pilates", "Swimming", "Meditation", "Outdoor Activities"],
    prompts: [
      ["My rest day looks like...", "Wet clay, warm bread, no shoes."],
      ["I'm looking for someone who...", "Is curious after fifty."],
      ["My favorite way to stay active is...", "Sun salutations, whether or not there is a sun."],
    ],
    photos: [
      "ingrid.b with big gray curls, a rolled lime mat in front of her",
      "a rolled mat and a potted plant under an arch",
      "five stacked stones in front of a low sun",
    ],
  },
  {
    username: "desmond_rides",
    gender: "Man",
    age: 39,
    height: "6'2\"",
    bodyType: "Fit",
    city: "Portland, OR",
    coordinates: [-122.646, 45.559],
    lookingFor: "Long-term relationship",
    bio:
      "I build bicycle frames and I teach kids to ride the ones I outgrew. Sixty rainy miles is a nice day out. " +
      "Calm, tall, good with maps, bad with umbrellas.",
    interests: ["Cycling", "Yoga", "Hiking", "Outdoor Activities", "Meal Prep"],
    prompts: [
      [
        "My proudest fitness achievement is...",
        "Coast to coast on a frame I welded in my own garage. It squeaked from Ohio.",
      ],
      ["My ideal workout partner would...", "Own fenders."],
    ],
    photos: [
      "desmond_rides, bearded, in a white bike helmet, a red wheel behind him",
      "a road that winds up between hills and fir trees",
      "a road bike at the roadside, hills behind it",
    ],
  },
  {
    username: "thandi",
    gender: "Woman",
    age: 42,
    height: "5'6\"",
    bodyType: "Fit",
    city: "Portland, OR",
    coordinates: [-122.75, 45.59],
    lookingFor: "Not sure yet",
    bio:
      "Radio producer from Durban. I run with the news in my ears and I answer back, out loud, on bridges. Looking " +
      "for a talker who runs or a runner who listens.",
    interests: ["Running", "Swimming", "Cycling", "Yoga", "Functional Fitness"],
    prompts: [
      ["My favorite way to stay active is...", "Ten kilometers and one long argument with the presenter."],
      ["The best thing about fitness is...", "I have never once regretted going. I have regretted the shorts."],
      ["After the gym, you'll find me...", "In the sauna, off air at last."],
    ],
    photos: [
      "thandi in glasses and headphones with race number 569",
      "a running shoe and a water bottle on the track",
      "numbered track lanes from above, one shoe on them",
    ],
  },
];
