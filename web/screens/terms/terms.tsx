import { describeSpending, PACKAGES, SUBSCRIPTION_PRICE_CENTS } from "#contract/billing/prices.ts";
import { formatCount, formatPrice } from "#contract/format.ts";
import {
  AGE_MIN,
  APPEAL_MONTHS,
  CARDS_A_DAY,
  CRUSH_COST,
  FREE_CRUSHES,
  MESSAGES_A_MINUTE,
  NEW_PEOPLE_A_DAY,
  PROFILES_A_DAY,
  RETENTION_DAYS,
  UNANSWERED_MAX,
  UNLIMITED_A_DAY,
  UNOPENED_CRUSH_DAYS,
} from "#contract/limits.ts";
import { spellCredits } from "#contract/words.ts";
import { site } from "#site";
import { OperatorContact } from "#web/domains/site/operator.tsx";
import type { Section } from "#web/domains/site/prose-page.tsx";
import { ProsePage } from "#web/domains/site/prose-page.tsx";
import { Link } from "#web/ui/link.tsx";

/** First half: eligibility and conduct. */
const TERMS_ELIGIBILITY_SECTIONS: readonly Section[] = [
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
          If you break these rules we may ask you to change something, remove what you posted, stop showing you to
          others, let you send nothing for a while, or suspend or end your account. People read the reports and decide.
          Software sorts what they look at, may hold a picture until they have, and by itself suspends or restricts only
          a new account of a member whose suspension or restriction still applies. Where somebody is in danger, or the
          law requires it, we inform the authorities.
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
          them, except for copies that are kept as evidence with a report or a decision, for {RETENTION_DAYS} days in
          which a report can still need them, and for backups until these have run out.
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
    brief: `A crush costs ${spellCredits(CRUSH_COST)}; ${FREE_CRUSHES} are free when you join. Credits are not money.`,
    body: (
      <>
        <p>
          {describeSpending()} (also called a crush) unless you have the Unlimited membership. The cost is shown before
          you tap. Receiving crushes, matching, and writing messages cost nothing.
        </p>
        <ul>
          <li>
            Those that you join with are given once a year to each confirmed mailbox. More may be free for full weeks of
            daily sets: where they are, the finished set says so.
          </li>
          <li>Credits do not expire while your account exists.</li>
          <li>They have no cash value, cannot be exchanged for money and cannot be passed on to somebody else.</li>
          <li>A crush that was sent stays spent, whether or not it is answered.</li>
          <li>
            Two exceptions: when a member deletes their account, unanswered crushes to them are given back to whoever
            spent them; so are crushes that their recipient did not open in {UNOPENED_CRUSH_DAYS} days. We can also give
            one back when we look into your report about its recipient.
          </li>
          <li>We promise no number of matches, answers or dates.</li>
          <li>
            So that nobody is flooded and nobody copies all profiles, each member can in a day send crushes to{" "}
            {NEW_PEOPLE_A_DAY.standard} new people, open {PROFILES_A_DAY.standard} new profiles and see{" "}
            {formatCount(CARDS_A_DAY.standard)} people in Browse, less in the first 24 hours and until the email address
            is confirmed; with the Unlimited membership {formatCount(UNLIMITED_A_DAY)} of the first two, from the
            beginning. They can write {MESSAGES_A_MINUTE} messages a minute, {UNANSWERED_MAX} in a row without an
            answer. After the first 24 hours, sending anything needs a confirmed email address. What is left of a day is
            shown when it becomes little.
          </li>
        </ul>
      </>
    ),
  },
];

/** Second half: payments, termination and law. */
const TERMS_PAYMENT_SECTIONS: readonly Section[] = [
  {
    id: "purchases",
    title: "7. Purchases are final",
    brief:
      "Packs are paid once, the membership monthly until you cancel. Paid purchases are final, except where the law gives you a right to withdraw.",
    body: (
      <>
        <p>
          Prices are in US dollars:{" "}
          {PACKAGES.map(
            ({ name, crushes, priceCents }) => `${name}, ${crushes} crushes, ${formatPrice(priceCents)}`,
          ).join("; ")}
          . You pay on a secure page of our payment provider, Stripe. We never see your card number.
        </p>
        <h3>The Unlimited membership</h3>
        <p>
          <b>
            It costs {formatPrice(SUBSCRIPTION_PRICE_CENTS)} a month and renews each month at that price until you
            cancel.
          </b>{" "}
          It makes crushes and pictures free. You can cancel at any time with ‘Cancel Subscription’ in the wallet of
          your <Link to="/profile#crushes">profile</Link>. It then stays with you to the end of the month that is paid,
          and nothing more is charged. If a renewal cannot be paid, the membership stays for up to three weeks while the
          payment is tried again, and then ends. It does so once a year: the next time it pauses at the end of the month
          that is paid, until the payment arrives. We tell you by email before a price changes, so that you can cancel
          first. What happens to it when we suspend or end an account is in <a href="#ending">section 9</a>.
        </p>
        <h3 id="withdrawal">14 days to withdraw, in the EU and EEA</h3>
        <p>
          If you buy as a consumer in a member state of the European Union, in Iceland, Liechtenstein or Norway, you can
          withdraw from the contract within 14 days after the day of the purchase, without giving a reason. What counts
          is the country of your billing address when you paid or, without one, the location on your profile; where we
          know neither, you have the right.
        </p>
        <p>
          Choose ‘Withdraw from contract here’ in <Link to="/settings/billing">Settings, Billing</Link>, and then
          ‘Confirm withdrawal’: that is available to the end of the period, and we confirm it by email with its content,
          date and time. Any other clear statement works as well, by email to {site.supportEmail} or through the{" "}
          <Link to="/contact">contact page</Link>, such as: ‘I withdraw from my contract for the Power Pack’, with your
          name and the day of the purchase. It is in time if you send it before the period ends.
        </p>
        <ul>
          <li>By buying you ask us to begin at once, so what you have had until you withdraw is not paid back.</li>
          <li>
            For a pack you get back the part of its price that belongs to unspent crushes, rounded in your favor. Free
            crushes count as spent first, then those of your oldest pack. A pack of which nothing is left is fully
            performed, and the right ends with it.
          </li>
          <li>
            For a new membership you get back its price less each day that has begun, as a part of the month, rounded in
            your favor. A day is 24 hours from the purchase, and the first begins at once. The membership ends with the
            withdrawal. A renewal is no new contract: cancel before it.
          </li>
          <li>
            We pay back without delay, within 14 days at the latest, by the same means of payment, at no cost to you.
          </li>
        </ul>
        <h3>No other refunds</h3>
        <p>
          <b>Paid purchases are final.</b> Apart from that right we do not refund packs, used or unused, or part of a
          month of membership, except where we charged you by mistake, where we end your account without a reason that
          lies with you, or where the law gives you a right to your money back.
        </p>
        <p>
          Some states give buyers of dating services a right to cancel within a few days of buying, for example three
          business days in California and New York, or a right to a refund if they die or become disabled. If you live
          in such a state you have that right whatever these terms say. Write to us by mail or email with the date of
          the purchase and the words ‘I cancel’; we pay back within the time your law sets.
        </p>
        <p>
          When a payment is reversed, as by your bank, the credits it paid for are taken back as far as they are still
          there. Where a bank reversed it, the account cannot buy until that is settled, a membership is paused, or ends
          if it was what the payment was for, and nothing more is charged.
        </p>
      </>
    ),
  },
  {
    id: "safety",
    title: "8. Other members, and your safety",
    brief: "We do not run background checks. Take care when you meet.",
    body: (
      <>
        <p>
          <b>We do not conduct criminal background checks or identity checks on members.</b> We do not verify what they
          say about themselves, and we cannot know how they will behave. The Verified badge says only that a person at
          Spotter found a new selfie, in a pose that we had asked for, and the main photo to show the same face. You
          decide whom to meet, train with and trust. Please read our <Link to="/safety">safety tips</Link> first.
        </p>
        <p>
          If you plan a workout date, either of you may share when, where and with whom with somebody they trust, who
          needs no account. We may then write to that person, but we are not an emergency service: in danger, call your
          emergency number.
        </p>
        <p>
          Anyone, with or without an account, can tell us about illegal content with the{" "}
          <Link to="/notice">notice form</Link>: intimate pictures are decided within 48 hours. A person decides, and we
          write to whoever told us, if we have their address.
        </p>
        <p>
          You can unmatch, block and report a member at any time; nobody is told who did. Training has risks of its own.
          Nothing on Spotter is medical or training advice: check with a professional before you take up something new.
        </p>
      </>
    ),
  },
  {
    id: "ending",
    title: "9. Ending it",
    brief: "You can leave whenever you like. We can suspend accounts that break the rules.",
    body: (
      <>
        <p>
          When you delete your account, your profile, photos, messages and logins are removed at once; for{" "}
          {RETENTION_DAYS} days only a report about you can still use them. Unused credits and the rest of a paid month
          are lost, and a running membership is cancelled so that it is not charged again. A{" "}
          <a href="#withdrawal">right to withdraw</a> stays: write to us within the period, with the number in our
          confirmation of the purchase. What else is kept is listed in the{" "}
          <a href="/privacy#how-long">Privacy Policy</a>.
        </p>
        <p>
          We may restrict, suspend or end an account that breaks these terms, puts others at risk or is used for fraud.
          We tell you by email what we decided, why, for how long, and whether a person decided. You can object within{" "}
          {APPEAL_MONTHS} months by the link in that email, without logging in. As a rule another person decides than
          before, and what was wrong is undone. You can also go to a court or to an out-of-court body for disputes. If
          we close Spotter altogether, we say so at least 30 days before, and refund paid months that lie after the end.
        </p>
        <p>
          <b>Nothing is charged while you are suspended, or after we ended your account.</b> A membership that would
          renew during a suspension is not charged again: it ends with the month that is paid, and goes on only if the
          suspension is lifted before. Where we end your account, it ends at once. Open payment pages are closed, and a
          payment that arrives all the same is refunded. Our email about the decision has a link to cancel without
          logging in. If the reason lies with you, the time that passes and, if we end your account, unused credits and
          the rest of a paid month are lost. If we take the end of your account back, we refund what was left of that
          month. A <a href="#withdrawal">right to withdraw</a> stays in each case.
        </p>
      </>
    ),
  },
  {
    id: "liability",
    title: "10. What we can and cannot promise",
    brief: "The service comes as it is. Our liability has limits, as far as the law allows.",
    body: (
      <>
        <p>
          We work to keep Spotter running, secure and true to what these pages say. Beyond that it is provided “as is”
          and “as available”, without warranties of any kind, express or implied, including merchantability, fitness for
          a particular purpose and non-infringement, as far as the law permits.
        </p>
        <p>
          As far as the law permits, we are not liable for what members do, on Spotter or off it, nor for indirect,
          incidental, special or consequential damages. Our total liability for all claims together is limited to what
          you paid us in the 12 months before the event, or 100 US dollars, whichever is more.
        </p>
        <p>
          None of this limits liability for intent, gross negligence, fraud, injury to a person where the law does not
          allow a limit, or any right of yours as a consumer that cannot be waived.
        </p>
      </>
    ),
  },
  {
    id: "law",
    title: "11. The law that applies",
    brief: `The law of ${site.governingState}, and its courts.`,
    body: (
      <>
        <p>
          These terms are governed by the laws of the State of {site.governingState}, USA, and by applicable federal
          law, without regard to rules on conflict of laws. Disputes go to the state and federal courts located in{" "}
          {site.governingState}. Where the law of the place you live in gives you the protection of its own rules or
          courts as a consumer, you keep it. You may also bring a claim in a small claims court that has jurisdiction.
        </p>
        <p>
          Please write to us before you go to court: most things can be settled faster that way. There is no forced
          arbitration in these terms, and no waiver of class actions.
        </p>
      </>
    ),
  },
  {
    id: "changes",
    title: "12. Changes, and the rest",
    body: (
      <>
        <p>
          We may change these terms when the service or the law changes. If a change takes something away from you,
          members are told by email or in the app at least 14 days before. If you do not agree, delete your account
          before it takes effect.
        </p>
        <p>
          If a part of these terms is not valid, the rest stays. If we do not enforce something once, we may still do so
          later. You may not transfer your account; we may transfer the service to another operator who keeps to these
          terms, and would tell you first.
        </p>
      </>
    ),
  },
  {
    id: "contact",
    title: "13. Contact",
    body: (
      <>
        <p>We usually answer within 24-48 hours.</p>
        <OperatorContact />
      </>
    ),
  },
];

export function Component() {
  return (
    <ProsePage
      binding
      title="Terms of Service"
      description="The agreement between you and Spotter: who may join, what crushes and the membership cost, why purchases are final, and which law applies."
      intro={
        <p>
          What you can expect of us, and what we expect of you. Each part begins with a short version; the text below it
          is the one that counts.
        </p>
      }
      sections={[...TERMS_ELIGIBILITY_SECTIONS, ...TERMS_PAYMENT_SECTIONS]}
    />
  );
}
