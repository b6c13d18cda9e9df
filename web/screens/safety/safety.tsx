import { AGE_MIN, REPORTS_A_DAY, RETENTION_DAYS } from "#contract/limits.ts";
import { REPORT_REASONS } from "#contract/moderation/report-reasons.ts";
import type { Section } from "#web/domains/site/prose-page.tsx";
import { ProsePage } from "#web/domains/site/prose-page.tsx";
import css from "#web/screens/safety/safety.module.css";
import { Link } from "#web/ui/link.tsx";

const TIPS: readonly Section[] = [
  {
    id: "before",
    title: "Before you meet",
    brief: "Take your time. Somebody worth meeting can wait.",
    body: (
      <>
        <ul>
          <li>
            <b>Stay in the chat for a while.</b> Here you can block and report. Whoever pushes you to another app at
            once often has a reason.
          </li>
          <li>
            <b>Keep the details for later:</b> your full name, address, workplace, and which gym at which hour. A photo
            in front of your house or with your gym’s logo tells more than you think.
          </li>
          <li>
            <b>Have a short video call.</b> Five minutes show whether somebody is who they say.
          </li>
          <li>
            <b>Look them up.</b> An image search of a profile photo finds stolen ones. A profile that says nothing, or
            is perfect, deserves a second look.
          </li>
          <li>
            <b>Trust the feeling.</b> You need no proof to stop. Unmatch, and that is that.
          </li>
        </ul>
        <p>
          Spotter does not run background checks or check identities. The{" "}
          <Link to="/help/get-verified">Verified badge</Link> says that a live selfie shows the person in the main
          photo, and no more. Members confirm that they are {AGE_MIN} or older; we cannot vouch for more.
        </p>
      </>
    ),
  },
  {
    id: "first-date",
    title: "The first time you meet",
    brief: "Public place, own way there, somebody knows.",
    body: (
      <ol>
        <li>
          <b>Meet in public and stay there.</b> A coffee place, a busy park, a class. Not at home, and not on a lonely
          trail.
        </li>
        <li>
          <b>Tell a friend</b> who, where and when. Share your location with them, and agree on a message you will send
          afterwards.
        </li>
        <li>
          <b>Get there and back on your own.</b> Then you can leave when you want.
        </li>
        <li>
          <b>Keep your drink and your phone with you.</b> Know your limit, and whoever presses you past it.
        </li>
        <li>
          <b>Leave when you like.</b> ‘I have to go’ is a whole sentence. Staff at a bar or gym will help if you ask.
        </li>
      </ol>
    ),
  },
  {
    id: "training",
    title: "If your first date is a workout",
    brief: "A lovely idea, with rules of its own.",
    body: (
      <ul>
        <li>
          <b>Choose a third place.</b> A day pass at a gym neither of you calls home keeps your own gym yours, whatever
          comes of it. A group class or a public run is even easier.
        </li>
        <li>
          <b>Use lockers of your own,</b> and go to the changing room, and home, by yourself.
        </li>
        <li>
          <b>Tell somebody.</b> Either of you may share where and when with somebody they trust, right from the date’s
          card.
        </li>
        <li>
          <b>Agree on touch first.</b> Spotting means hands near the bar. Ask before you correct anybody’s form.
        </li>
        <li>
          <b>Lift for yourself.</b> First dates are not for records. Warm up, use collars and safety pins, say ‘enough’
          early. Eat and drink before.
        </li>
        <li>
          <b>Outdoors:</b> daylight, a route with people and signal, your own water. Your fitness app may publish your
          routes and your home: make it private.
        </li>
      </ul>
    ),
  },
  {
    id: "gym-etiquette",
    title: "When you meet again at the gym",
    brief: "It did not work out? The gym has room for both of you.",
    body: (
      <ul>
        <li>A nod is enough. Nobody has to talk between sets.</li>
        <li>
          Do not change somebody’s training times by showing up at them. If it happens to you, tell the staff: it is
          their job to help.
        </li>
        <li>You may block somebody on Spotter and still share a squat rack. They are not told.</li>
      </ul>
    ),
  },
  {
    id: "scams",
    title: "How to spot a scam",
    brief: "Love first, money second. The moment money comes up, it is one.",
    body: (
      <>
        <p>Watch out when somebody:</p>
        <ul>
          <li>falls for you within days, but can never meet or turn on the camera;</li>
          <li>has an emergency: a hospital, customs, a lost wallet, a flight to come and see you;</li>
          <li>knows a sure investment, in crypto or anything else, and offers to show you how;</li>
          <li>
            asks for gift cards, a bank account to ‘pass something through’, or a code that was just sent to your phone;
          </li>
          <li>
            sends a link to ‘verify’ yourself for a date. The Verified badge is in Settings, without any link, and we
            never ask for your password;
          </li>
          <li>asks for intimate pictures, and then for money so that they stay private.</li>
        </ul>
        <p>
          <b>Never send money to somebody you have not met.</b> If you have, call your bank at once, keep the messages,
          report the member here, and report it to the FTC at{" "}
          <a href="https://reportfraud.ftc.gov/">reportfraud.ftc.gov</a> and the FBI at{" "}
          <a href="https://www.ic3.gov/">ic3.gov</a>. It happens to clever people every day. If you are being
          blackmailed: do not pay, do not answer, tell somebody.
        </p>
      </>
    ),
  },
  {
    id: "report",
    title: "Report and block",
    brief: "In every profile and every chat, within three taps. Nobody is told.",
    body: (
      <>
        <h3>Report</h3>
        <p>
          Open the menu of a profile or a chat, choose Report, pick a reason, send. You can block the person in the same
          step. Is the chat gone? For {RETENTION_DAYS} days you find the person under ‘People you talked to’ in{" "}
          <Link to="/settings/privacy">Settings</Link>. The reasons:
        </p>
        <ul>
          {REPORT_REASONS.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
        <p>
          We keep a copy of what they showed and wrote, so that deleting it afterwards, or in the {RETENTION_DAYS} days
          before, does not hide it. The reported member does not learn who sent a report. If we decide something about
          them, they learn what and why. You can send up to {REPORTS_A_DAY} reports a day. Each has a number: you find
          it in Settings, and if your address is confirmed, we email you when it is decided. Reports are decided by
          people, not within minutes: <b>if somebody is in danger, call 911, or 112 in Europe, first.</b>
        </p>
        <p>
          Without an account, or for content that breaks a law, such as an intimate picture of you, there is a{" "}
          <Link to="/notice">form for everyone</Link>.
        </p>
        <h3>Block</h3>
        <p>
          Neither of you sees the other any more, in browse, on My Crushes or in chats. A match between you ends, and no
          crush or message can come through. To them it looks as if you had left Spotter. You can unblock them in{" "}
          <Link to="/settings/privacy">Settings</Link>; that brings nothing back, and with whom you had a match or a
          crush you do not see each other again.
        </p>
        <h3>Unmatch</h3>
        <p>
          The conversation leaves both sides, neither sees the other’s profile any more, and neither can send a crush
          again. Nobody is told.
        </p>
      </>
    ),
  },
  {
    id: "built-in",
    title: "What Spotter does by itself",
    body: (
      <ul>
        <li>Only a match can write to you: both of you have sent a crush.</li>
        <li>
          Your place is kept as an area of about 5&nbsp;km² or more, and others see a distance band, never a point.
        </li>
        <li>Where and when a photo was taken is removed from the file when you upload it.</li>
        <li>
          A picture in a chat can be seen by the two of you only, and by neither once the match has ended. We look at it
          only if it is reported, or if the check that each picture goes through finds that a person should.
        </li>
        <li>
          You can{" "}
          <Link to="/settings/privacy">hide your profile, turn off read receipts and see where you are logged in</Link>,
          and <Link to="/settings/account">delete everything</Link>, in Settings.
        </li>
      </ul>
    ),
  },
];

/** Hotlines in the United States that are available day and night. */
const LINES = [
  { name: "National Domestic Violence Hotline", number: "800-799-7233" },
  { name: "Sexual assault (RAINN)", number: "800-656-4673" },
  { name: "Suicide and crisis: call or text", number: "988" },
  { name: "Human trafficking", number: "888-373-7888" },
] as const;

/** Before the tips. */
function Hotlines() {
  return (
    <aside className={css.box} aria-labelledby="hotlines">
      <h2 id="hotlines">In danger right now? Call 911, or 112 in Europe.</h2>
      <p>
        Leave first, explain later. In the United States, these lines are free, confidential and open day and night:
      </p>
      <dl className={css.lines}>
        {LINES.map(({ name, number }) => (
          <div key={number}>
            <dt>{name}</dt>
            <dd>
              <a href={`tel:${number.replaceAll("-", "")}`}>{number}</a>
            </dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}

export function Component() {
  return (
    <ProsePage
      title="Safety Tips"
      description="Meeting for the first time, training together, spotting scams, and how to report and block on Spotter. If you are in danger, call 911, or 112 in Europe."
      intro={<p>We’ve got your back, and you know best what feels right. A few things that help.</p>}
      lead={<Hotlines />}
      sections={TIPS}
    />
  );
}
