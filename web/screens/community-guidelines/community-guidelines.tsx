import { AGE_MIN, APPEAL_MONTHS, RETENTION_DAYS } from "#contract/limits.ts";
import { RULE_TEXTS, RULES, type RuleKey } from "#contract/moderation/rules.ts";
import type { Section } from "#web/domains/site/prose-page.tsx";
import { ProsePage } from "#web/domains/site/prose-page.tsx";
import { Link } from "#web/ui/link.tsx";

/** The fragments are in links and bookmarks. */
const RULES_HERE: readonly (readonly [id: string, rule: RuleKey])[] = [
  ["be-you", "be_you"],
  ["respect", "consent"],
  ["all-bodies", "all_bodies"],
  ["at-the-gym", "at_the_gym"],
  ["no-business", "no_market"],
  ["fraud", "fraud"],
  ["private", "private"],
];

function toSection([id, rule]: (typeof RULES_HERE)[number]): Section {
  const { brief, text, points } = RULE_TEXTS[rule];
  return {
    id,
    title: RULES[rule],
    ...(brief !== "" && { brief }),
    body: (
      <>
        {text !== "" && <p>{text}</p>}
        {points.length > 0 && (
          <ul>
            {points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        )}
      </>
    ),
  };
}

const GUIDELINES: readonly Section[] = [
  ...RULES_HERE.map(toSection),
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
