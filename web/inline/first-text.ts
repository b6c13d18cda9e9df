import type { Conversation, MessagesPage } from "#contract/chat/messages.ts";
import type { CrushListEntry } from "#contract/crushes/crushes.ts";
import type { MemberSummary } from "#contract/schemas.ts";
import { counted } from "#contract/words.ts";
import { type GroupedMessage, groupMessages, isEmojiOnly } from "#web/domains/chat/bubbles/message-groups.ts";
import { FIRST_PAGE_CALL, getPreview, isMyTurn, listNewMatches } from "#web/domains/chat/conversation-summary.ts";
import { findFirstUnread } from "#web/domains/chat/first-unread.ts";
import { getInitial } from "#web/domains/members/photos/initial.ts";
import { exactTime, relativeTime } from "#web/lib/relative-time.ts";
import { formatBadge } from "#web/ui/format-badge.ts";

/*
 * The frame of messages contains templates that React has rendered from samples (`first-text-samples.ts`). This script
 * fills them with the responses of the early calls, so the text shows before React has loaded. It writes texts and
 * attributes, never HTML.
 */

/** More do not fit into a phone's window. */
const FIRST_MAX = 8;

/** As the list shows them. Undefined if it shows something else first. */
export function listFirstRows(conversations: readonly Conversation[]): readonly Conversation[] | undefined {
  const shown = conversations.filter(({ isArchived }) => !isArchived);
  return conversations.length > 0 ? shown.slice(0, FIRST_MAX) : undefined;
}

const isPlain = ({ message }: GroupedMessage): boolean =>
  message?.messageType === "text" && message.reactions.length === 0 && message.replyTo === null;

/**
 * The newest messages up to the first one that is more than its text. Empty if the composer below them has another height
 * than in the frame.
 */
export function listFirstBubbles(
  { messages, restricted, unanswered }: Pick<MessagesPage, "messages" | "restricted" | "unanswered">,
  conversation: Conversation | undefined,
  me: string,
  now: number,
): readonly GroupedMessage[] {
  if (restricted || unanswered || conversation?.otherUser.isGone) return [];
  const today = new Date(now).setHours(0, 0, 0, 0);
  const firstUnread = findFirstUnread(messages, me, conversation?.unreadCount);
  const bubbles = groupMessages(messages, [], me, today, firstUnread);
  const lastOther = bubbles.findLastIndex((bubble) => !isPlain(bubble));
  return bubbles.slice(Math.max(lastOther + 1, bubbles.length - FIRST_MAX));
}

type Tokens = Readonly<Record<string, string>>;

/** Replaces `{name}` and other tokens. What replaces them may contain braces, too. */
const replaceTokens = (text: string, tokens: Tokens): string =>
  text.replaceAll(/\{(\w+)\}/g, (token, name: string) => tokens[name] ?? token);

/** @param index distinguishes the ids of copies */
function fill(element: Element, tokens: Tokens, index: number): void {
  for (const { attributes } of [element, ...element.querySelectorAll("*")]) {
    for (const attribute of attributes) {
      attribute.value = /^(id|aria-\w+by)$/.test(attribute.name)
        ? `${attribute.value}-${index}`
        : replaceTokens(attribute.value, tokens);
    }
  }
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    text.data = replaceTokens(text.data, tokens);
  }
}

const removeAll = (element: Element, selector: string): void => {
  for (const part of element.querySelectorAll(selector)) part.remove();
};

/** As `RelativeTime` does. */
function setTime(time: HTMLTimeElement | null, at: string, now: number): void {
  if (!time) return;
  time.dateTime = at;
  time.textContent = relativeTime(at, now);
}

/** Fills a link to a member. With a photo the avatar stays empty until the app shows it. */
function fillLink(item: Element, { _id, username, profile }: MemberSummary): void {
  const link = item.querySelector("a");
  link?.setAttribute("href", `/messages/${_id}`);
  if (location.pathname === `/messages/${_id}`) link?.setAttribute("aria-current", "page");
  const initial = link?.querySelector(":scope > :first-child > span");
  if (initial) initial.textContent = profile.photos[0] ? "" : getInitial(username);
}

const copy = (element: Element): Element => element.cloneNode(true) as Element;

function makeMatch(sample: Element, member: MemberSummary, index: number): Element {
  const item = copy(sample);
  fill(item, { name: member.username }, index);
  fillLink(item, member);
  return item;
}

/** @param samples a row without and one with unread messages */
function makeRow(samples: readonly Element[], conversation: Conversation, me: string, now: number, index: number) {
  const { otherUser, lastMessage, unreadCount, isMuted } = conversation;
  const sample = samples[unreadCount > 0 ? 1 : 0];
  if (!sample) throw new Error("The frame has no sample of a row");
  const item = copy(sample);
  if (!otherUser.isDemo) removeAll(item, "[data-part=demo]");
  // The icon and its name.
  if (!isMuted) removeAll(item, "svg.lucide-bell-off, svg.lucide-bell-off + span");
  if (!isMyTurn(conversation, me)) removeAll(item, "[data-part=turn]");
  fillLink(item, otherUser);
  const time = item.querySelector("time");
  if (lastMessage) {
    setTime(time, lastMessage.createdAt, now);
    if (time) time.title = exactTime(lastMessage.createdAt, now);
  } else time?.replaceWith(document.createElement("span"));
  fill(item, { name: otherUser.username, preview: getPreview(conversation, me) }, index);
  const [shown, label] = item.querySelector("a > :last-child > span")?.children ?? [];
  if (shown) shown.textContent = formatBadge(unreadCount);
  if (label) label.textContent = counted(unreadCount, "unread message", "unread messages");
  return item;
}

interface BubbleClasses {
  readonly turn: string;
  readonly tail: string;
  readonly large: string;
}

function makeBubble(
  samples: readonly Element[],
  bubble: GroupedMessage,
  { turn, tail, large }: BubbleClasses,
  username: string,
  now: number,
  index: number,
): Element {
  const { state, day, fresh, first, last, content, createdAt } = bubble;
  const sample = samples[["received", "sent", "read"].indexOf(state)];
  if (!sample) throw new Error("The frame has no sample of the message");
  const item = copy(sample);
  const [dayLine, freshLine, line] = item.children;
  if (day === undefined) dayLine?.remove();
  if (!fresh) freshLine?.remove();
  line?.classList.toggle(turn, first && day === undefined && !fresh);
  item.querySelector("article")?.classList.toggle(tail, last);
  item.querySelector("[dir]")?.classList.toggle(large, isEmojiOnly(content));
  const time = item.querySelector("time");
  setTime(time, createdAt, now);
  fill(item, { day: day ?? "", name: username, text: content, exact: exactTime(createdAt, now) }, index);
  return item;
}

/** The template of a part of the screen that is shown at this width, and still loading. */
const findTemplate = (name: string): HTMLTemplateElement | undefined =>
  [...document.querySelectorAll<HTMLTemplateElement>(`template[data-first-text=${name}]`)].find(({ parentElement }) =>
    parentElement?.checkVisibility(),
  );

/** Replaces the placeholders, which precede the template. */
function show(template: HTMLTemplateElement, content: DocumentFragment, drawn: Element[]): void {
  drawn.push(...content.children);
  template.previousElementSibling?.remove();
  template.before(content);
}

/** @returns the children of the list that held the samples, which is empty now */
function takeSamples(list: Element | null): Element[] {
  const samples = [...(list?.children ?? [])];
  list?.replaceChildren();
  return samples;
}

/** Starts before the app takes the responses over, and each of them can be read once. */
export function drawFirstText(): void {
  const early = globalThis.earlyCalls;
  const stored = localStorage.getItem("user");
  if (!early || !stored) return;
  const { token } = early;
  const { _id: me } = JSON.parse(stored) as { _id: string };
  const drawn: Element[] = [];
  const isCurrent = () => localStorage.getItem("token") === token;
  const removeOthers = () => {
    if (!isCurrent()) for (const element of drawn) element.remove();
  };
  // Until the app has loaded, which does the same.
  addEventListener("storage", removeOthers);
  addEventListener("pageshow", removeOthers);

  /**
   * Undefined if the session has changed or the call failed, which the app handles. Copies the response as soon as it
   * arrives, because the app reads it next.
   */
  const read = async <T>(url: string): Promise<T | undefined> => {
    const response = early.responses.get(url)?.then((one) => one.clone().json());
    const body = (await response?.catch(() => undefined)) as (T & { success?: boolean }) | undefined;
    return isCurrent() && body?.success ? body : undefined;
  };
  const conversationsRead = read<{ conversations: Conversation[] }>(FIRST_PAGE_CALL);
  const unmessagedRead = read<{ members: CrushListEntry[] }>("/api/crushes/lists/unmessaged");

  const drawList = async (): Promise<void> => {
    const [{ conversations } = {}, { members } = {}] = [await conversationsRead, await unmessagedRead];
    const template = findTemplate("list");
    const rows = conversations && listFirstRows(conversations);
    if (!rows || !members || !template || !isCurrent()) return;
    const now = Date.now();
    const content = template.content.cloneNode(true) as DocumentFragment;
    const [matchList = null, rowList = null] = content.querySelectorAll("ul");
    const matchSamples = takeSamples(matchList);
    const rowSamples = takeSamples(rowList);
    const matches = listNewMatches(members, conversations).slice(0, FIRST_MAX);
    if (matches.length === 0) matchList?.parentElement?.remove();
    else matchList?.append(...matches.map((one, i) => makeMatch(matchSamples[0] as Element, one, i)));
    rowList?.append(...rows.map((one, i) => makeRow(rowSamples, one, me, now, FIRST_MAX + i)));
    show(template, content, drawn);
  };

  const drawBubbles = async (userId: string): Promise<void> => {
    const pageRead = read<MessagesPage>(`/api/messages/${userId}`);
    const [page, { conversations } = {}] = [await pageRead, await conversationsRead];
    const template = findTemplate("chat");
    if (!page || !conversations || !template || !isCurrent()) return;
    const conversation = conversations.find(({ otherUser }) => otherUser._id === userId);
    const username = page.messages.find(({ sender }) => sender._id !== me)?.sender.username;
    // On a later page of the list. Without a message of theirs, their account may be deleted.
    if (!conversation && username === undefined) return;
    const now = Date.now();
    const bubbles = listFirstBubbles(page, conversation, me, now);
    if (bubbles.length === 0) return;
    const content = template.content.cloneNode(true) as DocumentFragment;
    const list = content.querySelector("ol");
    const samples = takeSamples(list);
    const classes = template.dataset as unknown as BubbleClasses;
    const name = conversation?.otherUser.username ?? username ?? "";
    list?.append(...bubbles.map((one, i) => makeBubble(samples, one, classes, name, now, i)));
    show(template, content, drawn);
  };

  const [, , userId] = location.pathname.split("/");
  void drawList();
  if (userId) void drawBubbles(userId);
}
