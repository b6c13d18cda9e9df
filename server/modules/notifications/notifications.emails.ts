import type { EmailCategory } from "#contract/notifications.ts";
import type { Letter } from "#server/email/email-layout.ts";

/** Mails about what happens. They name others at most, and never hold what was written. */

type Words = Omit<Letter, "reason" | "unsubscribe" | "button"> & {
  readonly label: string;
  /** The page of the app that it is about. */
  readonly path: string;
};

/** At most so many are named. */
const NAMED_MAX = 3;
const listing = new Intl.ListFormat("en-US", { type: "conjunction" });

/** 'Sam', 'Sam and Kim', 'Sam, Kim, Lee, and 4 others'. */
export function named(names: readonly string[]): string {
  const more = names.length - NAMED_MAX;
  if (more <= 0) return listing.format(names);
  return listing.format([...names.slice(0, NAMED_MAX), `${more} ${more === 1 ? "other" : "others"}`]);
}

export const crushesWords = (names: readonly string[]): Words => {
  const one = names.length === 1;
  return {
    subject: one ? "You have a new crush" : `You have ${names.length} new crushes`,
    preview: "See who it is, and whether you crush back.",
    heading: one ? "Somebody has a crush on you" : "You are getting noticed",
    paragraphs: [
      `${named(names)} ${one ? "sent you a crush" : "each sent you a crush"}. Crush back, and it is a match.`,
      "Nobody learns whether you have looked.",
    ],
    label: one ? "See who it is" : "See who they are",
    path: "/crushes",
  };
};

interface Named {
  readonly id: string;
  readonly username: string;
}

export const matchesWords = (others: readonly Named[]): Words => {
  const [first] = others;
  const one = others.length === 1 && first !== undefined;
  return {
    subject: one ? "You have a new match" : `You have ${others.length} new matches`,
    preview: "You can write to each other now.",
    heading: one ? `You and ${first.username}` : "It goes both ways",
    paragraphs: [
      `${named(others.map(({ username }) => username))} crushed back. You can write to each other now.`,
      "A first line about training is easier to answer than a hello.",
    ],
    label: one ? "Say hello" : "Open your matches",
    path: one ? `/messages/${first.id}` : "/messages",
  };
};

interface Writer extends Named {
  readonly unread: number;
}

export const unreadWords = (writers: readonly Writer[]): Words => {
  const [first] = writers;
  const one = writers.length === 1 && first !== undefined;
  const count = writers.reduce((sum, { unread }) => sum + unread, 0);
  const messages = count === 1 ? "a new message" : `${count} new messages`;
  return {
    subject: `You have ${messages}`,
    preview: one ? "From one of your matches." : "From several of your matches.",
    heading: one ? `${first.username} wrote to you` : "Your matches wrote to you",
    paragraphs: [
      `You have ${messages} from ${named(writers.map(({ username }) => username))}.`,
      one
        ? "We write about this conversation again once you have read it."
        : "We write about these conversations again once you have read them.",
    ],
    label: one ? "Read and answer" : "Open your messages",
    path: one ? `/messages/${first.id}` : "/messages",
  };
};

export const lowBalanceWords = (balance: number): Words => {
  const left = `${balance} ${balance === 1 ? "crush" : "crushes"} left`;
  return {
    subject: balance === 0 ? "You are out of crushes" : `You have ${left}`,
    preview: "Writing to your matches stays free.",
    heading: balance === 0 ? "No crushes left" : left,
    paragraphs: [
      "A crush takes one, and so does a picture in a chat. Writing to your matches stays free.",
      "We mention this at most once a week.",
    ],
    label: "Open your wallet",
    path: "/profile#crushes",
  };
};

const WHY: Readonly<Record<Exclude<EmailCategory, "marketing">, string>> = {
  crush: "You get this because 'Crush received' is on in your settings.",
  match: "You get this because 'New match' is on in your settings.",
  message: "You get this because 'New message' is on in your settings.",
  low_balance: "You get this because 'Low crush balance' is on in your settings.",
};

/** An address of the app in a mail: whoever is not logged in comes to it after the login. */
export function mailedUrl(site: string, path: string): string {
  const url = new URL(path, site);
  url.searchParams.set("from", "mail");
  return url.href;
}

/** The whole letter. */
export const noticeLetter = (
  { label, path, ...words }: Words,
  kind: Exclude<EmailCategory, "marketing">,
  { site, unsubscribe }: { site: string; unsubscribe: string },
): Letter => ({ ...words, button: { label, url: mailedUrl(site, path) }, reason: WHY[kind], unsubscribe });
