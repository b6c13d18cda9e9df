import { Link } from "react-router";
import { RETENTION_DAYS } from "#contract/limits.ts";
import { site } from "#site";
import type { Section } from "#web/features/public/section.ts";

/** The privacy policy's first half: what there is, what it is for, and who sees it. */
export const DATA: readonly Section[] = [
  {
    id: "who-we-are",
    title: "1. Who answers for your data",
    body: (
      <p>
        {site.operatorName}, {site.postalAddress}, runs Spotter and decides how your data is used. Write to{" "}
        <a href={`mailto:${site.supportEmail}`}>{site.supportEmail}</a> with anything about privacy. The servers stand
        in {site.serverLocation}.
      </p>
    ),
  },
  {
    id: "what-we-keep",
    title: "2. What we keep",
    brief:
      "What you type in, what you do with other members, and what we need to keep you logged in. No contacts, no tracking of where you go.",
    body: (
      <>
        <dl>
          <dt>Your account</dt>
          <dd>
            Email address, whether it is confirmed, a hash of your password (argon2id; we cannot read it), your date of
            birth, when you joined, which version of our terms you agreed to and when, what you chose in Settings, and
            whether your account is suspended. No other member sees any of these; they see your age.
          </dd>
          <dt>Your profile</dt>
          <dd>
            Username, age, gender, height, body type, the name of your place, bio, what you look for, interests, answers
            to prompts, photos and their descriptions. All but your username is up to you. When your age or gender
            changed, and from what to what: changes are limited, and those who look into reports see them beside your
            date of birth.
          </dd>
          <dt>Your photos</dt>
          <dd>
            They are drawn anew in two sizes when you upload them. The original file and all that is hidden in it, such
            as where and with which camera it was taken, is thrown away.
          </dd>
          <dt>Roughly where you are</dt>
          <dd>
            Only if you tell us. Your position is rounded to an area of about 5&nbsp;km² (2&nbsp;square miles), wider in
            the country, before anything is stored; the exact position is never written down. We ask your device once,
            when you press ‘Use Current Location’, and do not follow you. Place names are found on our own server.
          </dd>
          <dt>What you are looking for</dt>
          <dd>Your match preferences: ages, distance, heights, interests, and whom you would like to be shown.</dd>
          <dt>What you do here</dt>
          <dd>
            Crushes sent and received, matches, blocks, messages and pictures with the times they were sent and read,
            when you were last here, and the history of your credits.
          </dd>
          <dt>To tell you what happens</dt>
          <dd>
            Whether you are looking at Spotter just now, so that we do not tell you the same thing a second time, and up
            to where you were told of a conversation. For each browser that you let show notifications, the address and
            the keys that its push service gave it.
          </dd>
          <dt>Purchases</dt>
          <dd>
            What you bought, when, for how much, the payment provider’s reference, and whether a bank took the money
            back. Card numbers stay with Stripe; we never have them.
          </dd>
          <dt>To recognize an account again</dt>
          <dd>
            Codes made of the email addresses you have confirmed and of the cards you have paid by, with a key that is
            kept apart from all other data. Nobody can read an address or a card from them; they only tell that two
            accounts have the same. By them blocks, suspensions and disputed payments apply to the next account of the
            same person, and a mailbox gets its free crushes once a year.
          </dd>
          <dt>Reports</dt>
          <dd>
            When somebody reports a member: the reason and words given, and as evidence a copy of the reported profile,
            its photos and up to the last 100 messages between the two, with an older one if the report is about it, and
            some before that. Messages and photos that were deleted in the {RETENTION_DAYS} days before are part of it.
          </dd>
          <dt>What you write to us</dt>
          <dd>
            Name, email address, subject and text of a contact message; your email address if you subscribe to news.
          </dd>
          <dt>To keep accounts safe</dt>
          <dd>
            For each device that is logged in a hash of its login, when that began and was last used, and a short name
            for the device, such as ‘Chrome on Android’, and whether it was new. A cookie marks the device as yours, so
            that strangers’ guesses do not hold you up there. What matters for the safety of your account we write down:
            logins, also failed ones, changes of your password and email, downloads of your data, reports and requests
            that we refuse, each with the time, the device and a hash of the IP address. To slow down guessing of
            passwords, fishing for members and floods of mail we count failed logins, sign-ups, the mail about accounts
            that an address gets, contact messages and newsletter sign-ups under hashes, too. All these hashes are made
            with a secret key, so nobody can work the address out of them. For the limits of a day we count your crushes
            to new people, and keep whose profiles you opened and who was shown to you as such hashes, for a day. If
            somebody under 18 wants to join, we keep a hash made of the email address for a day. Apart from that your IP
            address is used to answer your requests and to hold back floods of them, in memory for a minute at most; the
            log of requests holds no addresses, names or contents.
          </dd>
        </dl>
      </>
    ),
  },
  {
    id: "sensitive",
    title: "3. What is sensitive",
    brief: "Who you are shown can say something about your sexual orientation. We use it for that alone.",
    body: (
      <>
        <p>
          Your gender, whom you want to be shown, what you look for, and your messages can reveal things that many laws
          call sensitive, such as sexual orientation. You give them by your own choice, we use them to run the service,
          and you can remove them at any time. We do not derive anything more from them.
        </p>
        <p>
          Your place is kept less precisely than what most state laws call precise location (a radius of 1,750 or 1,850
          feet). Please know its limit all the same: somebody determined can find out which of these areas you are in,
          though nothing finer.
        </p>
      </>
    ),
  },
  {
    id: "why",
    title: "4. What we use it for",
    brief: "To run Spotter. Not for advertising.",
    body: (
      <>
        <ul>
          <li>To show you to members you may suit, and them to you, within the preferences of both.</li>
          <li>
            To put browse in an order: shared interests, distance in bands, looking for the same thing, and how recently
            somebody was here. No person’s looks are scored, and nobody can buy a better place.
          </li>
          <li>To carry crushes, messages and pictures, and to tell you about them if you want to be told.</li>
          <li>To take payments, and to keep the books that tax law asks for.</li>
          <li>To keep members safe: to look at reports, to end abuse and fraud, and to answer lawful requests.</li>
          <li>To answer you when you write to us.</li>
        </ul>
        <p>
          Notification emails go to confirmed addresses only, and you choose which ones in{" "}
          <Link to="/settings/notifications">Settings</Link>, or by the link that each of them has. They name another
          member at most, and never hold what was written. News and offers are off until you turn them on.
        </p>
      </>
    ),
  },
  {
    id: "who-sees",
    title: "5. Who sees it",
    brief: "Members see your profile. A few companies work for us. We do not sell or share your data for advertising.",
    body: (
      <>
        <h3>Other members</h3>
        <p>
          They see your profile, and your distance in bands such as ‘5 to 10 miles’. Never your email address, date of
          birth, position, preferences, credits or purchases. Only a match can write to you, and only a match sees when
          you are typing or have read a message; read receipts can be turned off in Settings. If you block somebody, or
          hide your profile, they are not told.
        </p>
        <h3>Companies that work for us</h3>
        <ul>
          <li>Stripe takes payments and is told what you buy. It has a privacy policy of its own.</li>
          <li>Our hosting company stores the data for us, and an email service delivers our mail.</li>
          <li>
            If you turn on notifications in a browser, they travel through the push service of its maker, such as
            Google, Apple or Mozilla. They are encrypted for your browser alone: the service learns that there was one,
            and when.
          </li>
        </ul>
        <h3>Others, when we must</h3>
        <p>
          Authorities, where a law, a court or a real danger to somebody requires it, with no more than is asked for. If
          another operator takes Spotter over, your data goes along under this policy, and you are told first so that
          you can leave.
        </p>
        <h3>Nobody else</h3>
        <p>
          <b>
            We do not sell personal data, do not share it for advertising across sites, and have not done so in the past
            12 months.
          </b>{" "}
          {site.analyticsTag === ""
            ? "There are no trackers, advertisements or analytics of others on these pages."
            : "An analytics tag of Google is loaded only if you agree to it; the Cookie Policy says more."}
        </p>
      </>
    ),
  },
];
