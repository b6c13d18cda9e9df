import { Link } from "react-router";
import {
  AGE_MIN,
  CARDS_A_DAY,
  FREE_CRUSHES,
  MESSAGES_A_MINUTE,
  NEW_PEOPLE_A_DAY,
  NEW_PEOPLE_A_DAY_UNLIMITED,
  PROFILES_A_DAY,
  RETENTION_DAYS,
  UNANSWERED_MAX,
} from "#contract/limits.ts";
import { site } from "#site";
import type { Section } from "#web/features/public/section.ts";
import { formatCount } from "#web/lib/format-count.ts";

/** The terms' first half: who may join, and how one behaves. */
export const JOINING: readonly Section[] = [
  {
    id: "agreement",
    title: "1. The agreement",
    brief: "Using Spotter means agreeing to these terms. If you do not agree, please do not use it.",
    body: (
      <>
        <p>
          These terms are a contract between you and {site.operatorName} (“we”, “us”), who runs Spotter. You accept them
          when you tick the box at sign-up, and each time you use the service after that. They include our{" "}
          <Link to="/privacy">Privacy Policy</Link>, our <Link to="/cookie-policy">Cookie Policy</Link> and our{" "}
          <Link to="/community-guidelines">Community Guidelines</Link>.
        </p>
        <p>The date at the top of this page is the day you are reading it: what stands here is what applies today.</p>
      </>
    ),
  },
  {
    id: "who-may-join",
    title: "2. Who may join",
    brief: `Adults only. One person, one account, your own.`,
    body: (
      <>
        <p>You may use Spotter if all of this is true:</p>
        <ul>
          <li>You are at least {AGE_MIN} years old, and you gave your real date of birth.</li>
          <li>You can make a binding contract, and no law forbids you to use a service like this one.</li>
          <li>
            You have never been convicted of a violent crime or a sex crime, and you are not required to register as a
            sex offender.
          </li>
          <li>We have not suspended an account of yours before.</li>
        </ul>
        <p>
          We ask for your date of birth, and we refuse an account to anyone under {AGE_MIN}. We do not check identity
          documents. If you think a member is under {AGE_MIN}, <a href="/safety#report">report them</a>: we look at
          those reports first.
        </p>
      </>
    ),
  },
  {
    id: "your-account",
    title: "3. Your account",
    brief: "Keep your password to yourself, and your profile true.",
    body: (
      <>
        <p>
          Your username is chosen once and cannot be changed; everything else in your profile can. It may not pass for
          Spotter’s own or for somebody else’s. You are responsible for what is done with your login, so choose a
          password you use nowhere else, and tell us at once if somebody else has it. Changing your password logs you
          out on all other devices.
        </p>
        <p>
          You can delete your account at any time in <Link to="/settings">Settings</Link>. What happens then is
          described in <a href="#ending">section 9</a>.
        </p>
      </>
    ),
  },
  {
    id: "conduct",
    title: "4. How we behave here",
    brief: "Be who you say you are, take no for an answer, sell nothing.",
    body: (
      <>
        <p>
          The <Link to="/community-guidelines">Community Guidelines</Link> say it at length. In particular, you may not:
        </p>
        <ul>
          <li>pretend to be somebody else, or use another person’s photos;</li>
          <li>harass, threaten, stalk, shame or discriminate against anybody;</li>
          <li>send or show nudity, sexual content nobody asked for, or anything that sexualizes a minor;</li>
          <li>ask members for money, sell or advertise something, or recruit for a business;</li>
          <li>record, publish or pass on what another member has shown or written to you without their consent;</li>
          <li>try to find out where somebody lives or trains beyond what they tell you;</li>
          <li>
            copy profiles in bulk, use bots, get around a block or a limit, or attack the service or look for its weak
            spots without asking us first.
          </li>
        </ul>
        <p>
          If you break these rules we may remove what you posted, suspend your account, or both. Where somebody is in
          danger, or the law requires it, we inform the authorities.
        </p>
      </>
    ),
  },
  {
    id: "your-content",
    title: "5. What you post stays yours",
    brief: "We may show it to run the service, and for nothing else.",
    body: (
      <>
        <p>
          You keep all rights in your photos, words and messages. You give us permission to store, resize and show them
          to other members as the service does, free of charge, for as long as they are there. This ends when you delete
          them, except for copies that are kept as evidence with a report, for {RETENTION_DAYS} days in which a report
          can still need them, and for backups until these have run out.
        </p>
        <p>
          Post only what you have the right to post. Everybody who can be recognized in your photos should agree to be
          there. If you believe that something on Spotter infringes your copyright, write to {site.supportEmail} with
          what it is, where it is, your contact details, and a statement under penalty of perjury that you own the right
          and have no permission on record.
        </p>
      </>
    ),
  },
  {
    id: "crushes",
    title: "6. Crushes",
    brief: `A crush costs one credit; ${FREE_CRUSHES} are free when you join. Credits are not money.`,
    body: (
      <>
        <p>
          Sending a crush, and sending a picture in a chat, spends one credit (also called a crush) unless you have the
          Unlimited membership. The cost is shown before you tap. Receiving crushes, matching, and writing messages cost
          nothing.
        </p>
        <ul>
          <li>The free ones are given once a year to each mailbox.</li>
          <li>Credits do not expire while your account exists.</li>
          <li>They have no cash value, cannot be exchanged for money and cannot be passed on to somebody else.</li>
          <li>A crush that was sent stays spent, whether or not it is answered.</li>
          <li>
            One exception: when a member deletes their account, unanswered crushes to them are given back to whoever
            spent them.
          </li>
          <li>We promise no number of matches, answers or dates.</li>
          <li>
            So that nobody is flooded and nobody copies all profiles, each member can in a day send crushes to{" "}
            {NEW_PEOPLE_A_DAY.standard} new people ({NEW_PEOPLE_A_DAY_UNLIMITED.standard} with the Unlimited
            membership), open {PROFILES_A_DAY.standard} new profiles and see {formatCount(CARDS_A_DAY.standard)} people
            in Browse, less in the first 24 hours and until the email address is confirmed; and write{" "}
            {MESSAGES_A_MINUTE} messages a minute, {UNANSWERED_MAX} in a row without an answer. What is left is shown
            when it becomes little.
          </li>
        </ul>
      </>
    ),
  },
];
