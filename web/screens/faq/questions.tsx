import type { ReactNode } from "react";
import { describePictures, PACKAGES, SUBSCRIPTION_PRICE_CENTS } from "#contract/billing/prices.ts";
import { formatPrice } from "#contract/format.ts";
import {
  AGE_CHANGES_A_YEAR,
  AGE_MIN,
  COMPLETION_MIN,
  CRUSH_COST,
  FREE_CRUSHES,
  GENDER_CHANGES_A_YEAR,
  PHOTOS_MAX,
  RETENTION_DAYS,
  UNOPENED_CRUSH_DAYS,
} from "#contract/limits.ts";
import { spellCrushes, spelled } from "#contract/words.ts";
import { Link } from "#web/ui/link.tsx";

interface Question {
  readonly id: string;
  readonly asked: string;
  readonly answer: ReactNode;
}

const [cheapest] = PACKAGES;

export const QUESTIONS: readonly { readonly title: string; readonly questions: readonly Question[] }[] = [
  {
    title: "Starting out",
    questions: [
      {
        id: "who",
        asked: "Who is Spotter for?",
        answer: (
          <p>
            Adults from {AGE_MIN} on who would like to meet somebody through training: for a relationship, something
            casual, or a partner for leg day. Beginners are as welcome as people who deadlift a small car.
          </p>
        ),
      },
      {
        id: "free",
        asked: "What does it cost?",
        answer: (
          <p>
            Joining, browsing, being found, matching and writing are free, and you start with {FREE_CRUSHES} crushes.
            Sending a crush costs {spelled(CRUSH_COST)}, and {describePictures()}. More come in packs
            {cheapest && ` from ${formatPrice(cheapest.priceCents)}`}, or without counting with the Unlimited membership
            for {formatPrice(SUBSCRIPTION_PRICE_CENTS)} a month.
          </p>
        ),
      },
      {
        id: "profile",
        asked: "What makes a profile complete?",
        answer: (
          <p>
            Six things count alike: age, bio, place, a photo, three interests, and one answered prompt. From{" "}
            {COMPLETION_MIN}% on (four of the six) you can save in the editor and others find you in browse. Up to{" "}
            {PHOTOS_MAX} photos fit; one where you are easy to recognize works best in front.
          </p>
        ),
      },
      {
        id: "username",
        asked: "Can I change my username?",
        answer: (
          <p>
            No, it stays as you chose it, so that people know whom they are talking to. Your age can change{" "}
            {AGE_CHANGES_A_YEAR} times a year and your gender {GENDER_CHANGES_A_YEAR} times, and a change counts in
            Browse a day later. Your place can change up to 20 times a day, and everything else in your profile whenever
            you like.
          </p>
        ),
      },
    ],
  },
  {
    title: "Crushes and matches",
    questions: [
      {
        id: "crush",
        asked: "What is a crush?",
        answer: (
          <p>
            A like that means something, because you have only so many. The other person sees that you sent it. If they
            send one back, it is a match, and you can write to each other.
          </p>
        ),
      },
      {
        id: "unanswered",
        asked: "Do I get a crush back if nobody answers?",
        answer: (
          <p>
            You do if its recipient never opened it in {UNOPENED_CRUSH_DAYS} days, or deletes their account without an
            answer. Otherwise a crush that was sent is spent. As long as you both are here, it can still be answered
            months later.
          </p>
        ),
      },
      {
        id: "answering",
        asked: "Does sending a crush back cost something?",
        answer: (
          <p>
            Yes, {spellCrushes(CRUSH_COST)} as well, unless you are a member with Unlimited. Afterwards the two of you
            write for free.
          </p>
        ),
      },
      {
        id: "undo",
        asked: "Can I take a crush back?",
        answer: (
          <p>
            For five seconds: the button you pressed says Undo until then, and nothing was spent. After that, or if it
            made a match, no. You can unmatch; if you would rather not be seen by somebody any more, block them. Neither
            is told to them.
          </p>
        ),
      },
      {
        id: "order",
        asked: "How is browse put in order?",
        answer: (
          <p>
            By shared interests, distance in bands, looking for the same thing, how recently somebody was here, and
            training times and levels if both share theirs, within the preferences of both of you. In the filters you
            can have the newest, the recently active or the nearest first instead. There are no scores for looks, and a
            better place cannot be bought.
          </p>
        ),
      },
      {
        id: "out",
        asked: "I have no crushes left. What now?",
        answer: (
          <p>
            You can still browse, answer in your chats, and be found. For more crushes open the wallet in your{" "}
            <Link to="/profile#crushes">profile</Link>.
          </p>
        ),
      },
    ],
  },
  {
    title: "Paying",
    questions: [
      {
        id: "refund",
        asked: "Can I get my money back?",
        answer: (
          <p>
            Paid purchases are final. If you bought in the EU or EEA, you can withdraw within 14 days in{" "}
            <Link to="/settings/billing">Settings, Billing</Link>: <Link to="/help/withdraw-from-a-purchase">how</Link>.
            Other exceptions, such as a charge by mistake or a right that your state’s law gives you, are in the{" "}
            <Link to="/terms#purchases">terms</Link>.
          </p>
        ),
      },
      {
        id: "cancel",
        asked: "How do I cancel the membership?",
        answer: (
          <p>
            With ‘Cancel Subscription’ in the wallet of your profile: no call, no mail. You keep it to the end of the
            month that is paid.
          </p>
        ),
      },
      {
        id: "expire",
        asked: "Do crushes expire?",
        answer: <p>No. They stay until you send them, or delete your account.</p>,
      },
      {
        id: "card",
        asked: "Is my card safe?",
        answer: <p>You pay on a page of our payment provider, Stripe. We never see your card number.</p>,
      },
    ],
  },
  {
    title: "Safety and privacy",
    questions: [
      {
        id: "location",
        asked: "Who can see where I am?",
        answer: (
          <p>
            Nobody, exactly. Your place is rounded to an area of about 5&nbsp;km² or more before it is stored. Others
            see the place’s name in your profile, and a band such as ‘5 to 10 miles’.
          </p>
        ),
      },
      {
        id: "strangers",
        asked: "Can strangers write to me?",
        answer: (
          <p>No. A chat opens only when both of you have sent a crush, and either of you can end it at any time.</p>
        ),
      },
      {
        id: "told",
        asked: "Is somebody told when I block, unmatch or report them?",
        answer: (
          <p>
            No. Unmatching or blocking takes the conversation off both sides. Whoever has it open at that moment reads
            that it has ended, and not by whom. A report is seen by us alone. If we decide something about them, they
            learn what and why, and never who reported it. More in our <Link to="/safety#report">safety tips</Link>.
          </p>
        ),
      },
      {
        id: "hide",
        asked: "Can I take a break without deleting everything?",
        answer: (
          <p>
            Yes: ‘Hide my profile’ in <Link to="/settings/privacy">Settings</Link> takes you out of browse for everybody
            new. Your matches and chats stay.
          </p>
        ),
      },
      {
        id: "delete",
        asked: "How do I delete my account, and what stays?",
        answer: (
          <p>
            In <Link to="/settings/account">Settings</Link>, with your password. Profile, photos, messages and logins
            are gone at once; for {RETENTION_DAYS} days only a report about you can still use them. What else is kept,
            and why, is in the <Link to="/privacy#how-long">Privacy Policy</Link>. You can download your data before.
          </p>
        ),
      },
    ],
  },
];
