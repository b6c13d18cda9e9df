import { Link } from "react-router";
import { PACKAGES, SUBSCRIPTION_PRICE_CENTS } from "#contract/catalog.ts";
import { NEW_PEOPLE_A_DAY_UNLIMITED, RETENTION_DAYS } from "#contract/limits.ts";
import { site } from "#site";
import { OperatorContact } from "#web/features/public/operator.tsx";
import type { Section } from "#web/features/public/section.ts";
import { formatPrice } from "#web/lib/format-price.ts";

/** The terms' second half: money, the end, and the law. */
export const ENDING: readonly Section[] = [
  {
    id: "purchases",
    title: "7. Purchases are final",
    brief: "Packs are paid once, the membership monthly until you cancel. Paid purchases are final.",
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
          It makes crushes and pictures free, for crushes to up to {NEW_PEOPLE_A_DAY_UNLIMITED.standard} new people a
          day. You can cancel at any time with ‘Cancel Subscription’ in the wallet of your{" "}
          <Link to="/profile#crushes">profile</Link>. It then stays with you to the end of the month that is paid, and
          nothing more is charged. If a renewal cannot be paid, the membership stays for up to three weeks while the
          payment is tried again, and then ends. We tell you by email before a price changes, so that you can cancel
          first.
        </p>
        <h3>No refunds</h3>
        <p>
          <b>Paid purchases are final.</b> We do not refund packs, used or unused, or part of a month of membership,
          except where we charged you by mistake, where we end your account without a reason that lies with you, or
          where the law gives you a right to your money back.
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
          say about themselves, and we cannot know how they will behave. You decide whom to meet, train with and trust.
          Please read our <Link to="/safety">safety tips</Link> first.
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
          are lost, and a running membership is cancelled so that it is not charged again. What else is kept is listed
          in the <a href="/privacy#how-long">Privacy Policy</a>.
        </p>
        <p>
          We may suspend or end an account that breaks these terms, puts others at risk or is used for fraud. Where we
          can, we say why, and you can ask us to look at it again by answering or through the{" "}
          <Link to="/contact">contact page</Link>. If we close Spotter altogether, we say so at least 30 days before,
          and refund paid months that lie after the end.
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
