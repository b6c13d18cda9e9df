import { AGE_MIN, APPEAL_MONTHS, RETENTION_DAYS } from "#contract/limits.ts";
import type { Section } from "#web/domains/site/prose-page.tsx";
import { ProsePage } from "#web/domains/site/prose-page.tsx";
import { Link } from "#web/ui/link.tsx";

const GUIDELINES: readonly Section[] = [
  {
    id: "be-you",
    title: "Be you, as you are today",
    brief: "Your own photos, your real age, your honest intentions.",
    body: (
      <>
        <ul>
          <li>Use photos of yourself, and recent ones. A match should recognize you at the gym door.</li>
          <li>Give your real age. Nobody under {AGE_MIN}, and no children alone in photos.</li>
          <li>
            Say what you look for. ‘Something casual’ and ‘Long-term relationship’ are both fine; only the surprise is
            not.
          </li>
          <li>One person, one account. No fakes, no celebrities, no profile for a friend, a brand or a business.</li>
        </ul>
      </>
    ),
  },
  {
    id: "respect",
    title: "Consent, every set",
    brief: "Ask. Listen. A no, a ‘maybe later’ and no answer are all answers.",
    body: (
      <>
        <p>
          A match is an invitation to talk and nothing more. What two people do next takes a yes from both, freely
          given, each time, and it can be taken back. Nobody owes an answer, a number, a photo, a date or a second date.
        </p>
        <ul>
          <li>No pressure, no guilt, no ‘but you matched with me’.</li>
          <li>No sexual messages or pictures that were not asked for. Nudity does not belong on Spotter at all.</li>
          <li>If somebody unmatches or blocks you, leave it there. Do not look for them elsewhere.</li>
        </ul>
      </>
    ),
  },
  {
    id: "all-bodies",
    title: "All bodies, all levels",
    brief: "Bodies train for a hundred reasons. Comment on none of them unasked.",
    body: (
      <>
        <p>
          We will not have harassment or hate: no slurs, no contempt for anybody’s race, ethnicity, religion,
          disability, gender, gender identity, orientation, age, size or weight. And because this is a place about
          training:
        </p>
        <ul>
          <li>No body shaming, and no ‘compliments’ that are one.</li>
          <li>No advice on form, diet or weight that was not asked for.</li>
          <li>No promotion of eating disorders, of steroids or other drugs, or of selling them.</li>
          <li>Beginners ask, and get a kind answer. So do people who come back after an injury.</li>
        </ul>
      </>
    ),
  },
  {
    id: "at-the-gym",
    title: "At the gym",
    brief: "People come to train. Spotter stays in the pocket until they say otherwise.",
    body: (
      <ul>
        <li>
          Recognized somebody from Spotter? Let them finish their workout. A crush or a message is the better way to say
          hello.
        </li>
        <li>Never film or photograph members without their consent, not even in the background of your own set.</li>
        <li>Do not wait for somebody at ‘their’ gym, and do not ask the front desk about them.</li>
        <li>Training together: spot when asked, agree on how, hands where they were invited.</li>
      </ul>
    ),
  },
  {
    id: "no-business",
    title: "Not a market",
    body: (
      <ul>
        <li>No requests for money, gift cards, crypto or ‘investments’. Ever, for any reason.</li>
        <li>No selling, no coaching offers, no supplements, no links to paid content, no recruiting.</li>
        <li>No spam: the same message to everyone is one.</li>
        <li>No escorting, no trafficking. Where somebody’s life or safety is threatened, we tell the police.</li>
      </ul>
    ),
  },
  {
    id: "fraud",
    title: "No fraud and no scams",
    brief: "We end such accounts, and write to everyone they wrote with.",
    body: (
      <ul>
        <li>No false stories that win somebody’s trust to get at their money.</li>
        <li>No links to pages that collect passwords, cards or codes.</li>
        <li>No threats to publish a picture or a message, for money or anything else.</li>
      </ul>
    ),
  },
  {
    id: "private",
    title: "What is told here stays here",
    body: (
      <p>
        Do not publish or pass on messages, pictures or profiles of others, and never their name, gym, workplace or
        address. Threatening to is grounds for suspension, too.
      </p>
    ),
  },
  {
    id: "what-happens",
    title: "When somebody breaks these rules",
    brief: "Report it. A person decides, and the reported member never learns from whom it came.",
    body: (
      <>
        <p>
          Choose Report in the menu of a profile or a chat. Somebody who unmatched you, blocked you or left you find for{" "}
          {RETENTION_DAYS} days under ‘People you talked to’ in <Link to="/settings/privacy">Settings</Link>. What was
          shown and written is kept with your report, even if the other person deletes it afterwards or deleted it in
          the {RETENTION_DAYS} days before. Reports that somebody is in danger or seems to be under {AGE_MIN} come
          first. You get a number and, if your email address is confirmed, an email when it is decided.
        </p>
        <p>What we do depends on what happened, how bad it was, and whether it goes on:</p>
        <ul>
          <li>ask the member to change something, or remove a photo;</li>
          <li>show them to nobody new, or let them send nothing for some days;</li>
          <li>suspend the account for a while, or end it.</li>
        </ul>
        <p>
          Whoever it is about gets an email with what we decided, what we found, the rule and how long it lasts. Unless
          we only ask for a change, they can object within {APPEAL_MONTHS} months, by a link in that email. As a rule
          another person decides than before. <Link to="/help/when-we-restrict-your-account">How that works</Link>.
        </p>
        <p>Please report what is true. Reports made up to hurt somebody break these guidelines as well.</p>
        <p>
          How to look after yourself, on Spotter and when you meet, is in our <Link to="/safety">safety tips</Link>.
        </p>
      </>
    ),
  },
];

export function Component() {
  return (
    <ProsePage
      title="Community Guidelines"
      description="Be yourself, ask first, respect every body, leave people to their workout: the rules of Spotter, and what happens when somebody breaks them."
      intro={
        <p>A good spotter watches, helps, and never takes over the lift. That is the whole idea of these rules.</p>
      }
      sections={GUIDELINES}
    />
  );
}
