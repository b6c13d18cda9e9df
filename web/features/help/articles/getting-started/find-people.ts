import {
  ACTIVE_DAYS,
  CARDS_A_DAY,
  COMPLETION_MIN,
  DAILY_SET_FROM,
  DAILY_SET_KEPT_DAYS,
  DAILY_SET_SIZE,
  FULL_WEEK_SETS,
  NEAREST_PLACE_MIN,
  NEW_MEMBER_DAYS,
  PASS_DAYS,
  PROFILES_A_DAY,
  SMALL_PLACE_BELOW,
  UNLIMITED_A_DAY,
} from "#contract/limits.ts";
import type { ArticleSource } from "#web/features/help/article.ts";

export const findPeople: ArticleSource = {
  id: "find-people",
  categoryId: "getting-started",
  title: "Find people in Browse",
  description: "Who is shown to you, in which order, and how to see more people or fewer.",
  keywords: [
    "search",
    "discover",
    "filters",
    "sort",
    "order",
    "same people",
    "newest",
    "active",
    "nearby",
    "distance",
    "swipe",
    "nobody",
    "empty",
    "saw me",
    "viewed",
    "daily",
    "today",
    "set",
    "bonus",
    "visitors",
    "viewers",
  ],
  lead: "Browse shows members who fit your preferences and whose own preferences you fit. Scroll on: more people come as you go.",
  blocks: [
    {
      kind: "features",
      title: "What a card tells you",
      features: [
        {
          title: "What you share",
          text: "The chips at the top have the best reasons: when you both train, the interests that you share, the same goal, or a sport at about the same level. Without any of these, a card says that you live close to each other, that somebody is new, or that your ages fit.",
        },
        { title: "What they look for", text: "When you are looking for the same thing, the card says so." },
        { title: "How far", text: "A band such as Under 5 miles. Nobody sees a point on a map." },
        {
          title: "Who is new or around",
          text: `New in the first ${NEW_MEMBER_DAYS} days, later Active this week for those who were here in the last ${ACTIVE_DAYS}. Nobody sees when exactly.`,
        },
        { title: "Who likes you", text: "Crushed on you, and a button that says Crush back." },
        {
          title: "The crush button",
          text: "It says what a tap costs. For five seconds the same button takes it back; then it says Crush Sent.",
        },
      ],
    },
    {
      kind: "steps",
      title: "Choose who you see",
      steps: [
        {
          title: "Open Filters",
          text: "The button is at the top of [Browse](/browse). The same choices are on your profile, under Match Preferences.",
        },
        {
          title: "Set what matters",
          text: "Age range, distance, Show Me, what they look for, height and interests. Several goals or interests mean any of them. Trains when I do needs a week of your own.",
        },
        {
          title: "Show people",
          text: "The button counts who fits before you save. Press it, and the list starts anew. Reset to Defaults takes you back to the beginning.",
        },
      ],
    },
    {
      kind: "features",
      title: "Choose the order",
      features: [
        { title: "Best match", text: "What you have in common, how near and how lately they were here." },
        { title: "Newest", text: "By the day they joined." },
        { title: "Recently active", text: "By the days since they were here, in steps of three." },
        { title: "Nearest", text: "By the distance that cards show. It needs a location on your profile." },
      ],
    },
    {
      kind: "section",
      title: "Where few people are",
      paragraphs: [
        `When fewer than ${SMALL_PLACE_BELOW} people fit, Browse says how many there are, and what a step in distance or ages would bring. The numbers are counted when you look. Nothing is rounded up, and nobody is held back. If nobody fits, it names the nearest place where ${NEAREST_PLACE_MIN} or more do.`,
        "Below them you can [invite somebody](/help/invite-people-near-you) with a link or a poster that says nothing about you, and turn on Tell me when someone new fits: once a day at most, without a name.",
      ],
    },
    {
      kind: "section",
      title: "Today's five",
      paragraphs: [
        `Where your search finds ${DAILY_SET_FROM} people or more, Browse begins with a set for the day: the ${DAILY_SET_SIZE} people who fit you best, and whom you have not decided on. A crush or a Not now puts a plate on the rack; with the last one the set is done. Who was in it stays away from the next sets for a week, unless nobody else is there. The list below goes on as long as you like.`,
        `${FULL_WEEK_SETS} sets from Monday to Sunday make a full week, like four times of training. Where a full week brings free crushes, a finished set says how many; they come once your email address is confirmed. The days in between are rest days: nothing is lost by them, and every week begins anew. Days change at midnight UTC.`,
        "A set stays as it is for its day. Only if you move, or change your filters so that somebody in it does not fit any more, a new one takes its place.",
        `So that you do not meet the same faces first at every visit, those from a set of the last ${DAILY_SET_KEPT_DAYS} days whom you left open come after the others in the list, in whatever order it is. Today's set does not count yet.`,
        "Nobody learns that they were in your set. To turn it off, press Turn off beside it, or use the switch in [Settings](/settings/privacy) under Privacy. Without it, nobody moves down in the list.",
      ],
    },
    {
      kind: "section",
      title: "Not now",
      paragraphs: [
        `The × on a photo, or a swipe to the left, says Not now: that person rests for ${PASS_DAYS} days. It is free, can be undone at once, and they never learn of it.`,
        "On My Crushes it declines a crush in the same way. A crush that somebody sends you after your Not now is shown to you: they did not know.",
        "Who is resting, and until when, is in [Settings](/settings/privacy) under Privacy, with a button that shows them again.",
        "Those you have crushed on come last, under a line of their own.",
      ],
    },
    {
      kind: "section",
      title: "Why somebody is not there",
      paragraphs: [
        `Browse holds profiles that are at least ${COMPLETION_MIN}% complete. Members whom you have blocked or who have blocked you are never shown, and those who hide their profile only where one of you has sent the other a crush.`,
        "Age and gender count both ways: whoever looks for people of another age does not meet you. Distance, height, goals and interests are your choice alone.",
        "A member who has not said how tall they are passes a height filter, and one without a place passes the distance. So nobody is lost for leaving a field open.",
        `You can see ${CARDS_A_DAY.standard.toLocaleString("en-US")} people and open ${PROFILES_A_DAY.standard} new profiles a day, so that nobody can copy everybody. In your first 24 hours, and until your email address is confirmed, it is ${CARDS_A_DAY.restricted} and ${PROFILES_A_DAY.restricted}. Unlimited Members can see ${CARDS_A_DAY.standard.toLocaleString("en-US")} and open ${UNLIMITED_A_DAY.toLocaleString("en-US")} from the first day on. Whom you have seen today does not count again.`,
      ],
    },
    {
      kind: "tips",
      tips: [
        "Looking leaves no trace: nobody is told that you saw their profile, and you are not told who saw yours. What others hear of is a crush.",
        "Nobody there, or at the end of the list? A button widens your search by one step, and Undo takes it back. Show Me and Verified only stay as you chose them.",
        "Best match is about what you have in common: shared interests, nearness, the same goal, how lately somebody was here, and times and sports that both of your weeks share. Among equals it changes every day. Filling in your own [interests](/help/choose-your-interests) makes it better.",
      ],
    },
  ],
};
