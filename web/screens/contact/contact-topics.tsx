import { ChevronRight, CircleHelp, Flag, ShieldCheck, Users } from "lucide-react";
import css from "#web/screens/contact/contact-topics.module.css";
import { Link } from "#web/ui/link.tsx";

const TOPICS = [
  { to: "/faq", icon: CircleHelp, title: "Questions and answers", text: "Crushes, matches, packs and your account." },
  {
    to: "/community-guidelines",
    icon: Users,
    title: "Community guidelines",
    text: "What is welcome here, and what ends an account.",
  },
  { to: "/safety", icon: ShieldCheck, title: "Safety tips", text: "Meeting the first time, scams, and whom to tell." },
  { to: "/notice", icon: Flag, title: "Report content", text: "Illegal content and intimate pictures, for everyone." },
] as const;

export function ContactTopics() {
  return (
    <ul className={css.topics}>
      {TOPICS.map(({ to, icon: Icon, title, text }) => (
        <li key={to}>
          <Link to={to} className={css.topic}>
            <Icon aria-hidden="true" />
            <span>
              <strong>{title}</strong>
              <small>{text}</small>
            </span>
            <ChevronRight aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
