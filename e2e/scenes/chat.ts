import type { Page } from "@playwright/test";
import type { Conversation, MessagesPage } from "#contract/chat/messages.ts";
import { PORTRAIT } from "#e2e/support/api-fixtures.ts";
import { choose, modal } from "#e2e/support/attachment-page.ts";
import { bubble, chooseAction, composer, log, sendFromComposer } from "#e2e/support/chat-page.ts";
import { OUTAGE_MESSAGE, REJECTION_MESSAGE } from "#e2e/support/fixtures.ts";
import { changeResponse, holdRequests, refuseRequests } from "#e2e/support/network.ts";
import { mockPush, mockPushRoutes } from "#e2e/support/push-browser.ts";
import type { SceneMembers } from "./members.ts";
import { answer, at, go, press, see, seeSkeleton, UNLIMITED, wallet } from "./navigation.ts";
import { NOBODY, type Scene, type SceneGroup, type Stage } from "./scene.ts";

const CONVERSATIONS = "**/api/messages/conversations*";
const SEND = "**/api/messages/send";
const EXPECTED_MESSAGES = new RegExp(`${REJECTION_MESSAGE.source}|${OUTAGE_MESSAGE.source}`);

async function open(stage: Stage, who: "talker" | "quiet" | "crush"): Promise<void> {
  await go(stage, "me", `/messages/${stage.cast[who].id}`, stage.cast[who].username);
  await composer(stage.page).waitFor();
}

async function openDemoChat(stage: Stage): Promise<void> {
  await go(stage, "sam", "/messages", "Conversations");
  await stage.page
    .getByRole("link", { name: /mayalifts/ })
    .first()
    .click();
  await see(stage.page, "OK, that loop wins");
}

/** The other member's texts contain the subjects of advice. */
async function openWithAdvice(stage: Stage): Promise<void> {
  const texts = [
    "My cell is +1 512 555 0143",
    "Let's talk on Telegram instead, I am hardly ever here.",
    "Prove your age first: https://example.com/age",
    "You fat cow. Send me $200 or I post your pictures everywhere.",
  ];
  const { talker } = stage.cast;
  await changeResponse<MessagesPage>(stage.page, `**/api/messages/${talker.id}*`, (page) => ({
    ...page,
    messages: page.messages.map((message) => {
      const isChanged = message.sender._id === talker.id && message.messageType === "text";
      return isChanged ? { ...message, content: texts.shift() ?? message.content } : message;
    }),
  }));
  await open(stage, "talker");
  await see(stage.page, "Never send money.");
}

const chatWith = (who: keyof SceneMembers) => (cast: SceneMembers) => `/messages/${cast[who].id}`;

async function openSearch(stage: Stage): Promise<void> {
  await changeResponse<{ conversations: Conversation[] }>(stage.page, CONVERSATIONS, (reply) => ({
    ...reply,
    conversations: Array.from({ length: 8 }, (_, i) => {
      const one = reply.conversations[i % reply.conversations.length];
      return one && { ...one, conversationId: `${one.conversationId}${i < reply.conversations.length ? "" : i}` };
    }),
  }));
  await go(stage, "sam", "/messages", "Conversations");
}

/** @param from the first conversation that is archived, as all after it */
async function openWithArchive(stage: Stage, from: number): Promise<void> {
  await changeResponse<{ conversations: Conversation[] }>(stage.page, CONVERSATIONS, (reply) => ({
    ...reply,
    conversations: reply.conversations.map((one, i) => ({ ...one, isArchived: i >= from })),
  }));
  await go(stage, "sam", "/messages", "Conversations");
}

const LISTS: readonly Scene[] = [
  { name: "messages", open: at("sam", "/messages", "Conversations") },
  { name: "messages-some", open: at("me", "/messages", "Conversations") },
  {
    name: "messages-search",
    open: async (stage) => {
      await openSearch(stage);
      await stage.page.getByRole("searchbox").fill("ma");
      await stage.page.locator("mark").first().waitFor();
    },
  },
  {
    name: "messages-search-nothing",
    open: async (stage) => {
      await openSearch(stage);
      await stage.page.getByRole("searchbox").fill("kettlebell swings");
      await see(stage.page, /^Nothing found/);
    },
  },
  {
    name: "messages-archive",
    open: async (stage) => {
      await openWithArchive(stage, 1);
      await press(stage.page, "Archived 1");
    },
  },
  { name: "messages-all-archived", open: (stage) => openWithArchive(stage, 0) },
  { name: "messages-empty", open: at("newcomer", "/messages", "No conversations yet") },
  {
    name: "messages-matches-only",
    open: async (stage) => {
      await answer(stage.page, "GET", CONVERSATIONS, { success: true, conversations: [], nextCursor: null });
      await go(stage, "sam", "/messages", "No conversations yet");
    },
  },
  {
    name: "messages-loading",
    open: async (stage) => {
      await holdRequests(stage.page, CONVERSATIONS);
      await go(stage, "me", "/messages", "Messages");
      await seeSkeleton(stage.page);
    },
  },
  {
    name: "messages-error",
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      await refuseRequests(stage.page, "GET", CONVERSATIONS, 500);
      await go(stage, "me", "/messages", "Your conversations did not load.");
    },
  },
  {
    name: "messages-push-question",
    open: async (stage) => {
      await mockPush(stage.page);
      await mockPushRoutes(stage.page);
      await go(stage, "me", "/messages", /^Hear when/);
    },
  },
];

const CHATS: readonly Scene[] = [
  { name: "chat", open: (stage) => open(stage, "talker") },
  { name: "chat-sam", open: openDemoChat },
  {
    name: "chat-quiet",
    open: async (stage) => {
      const threeDaysAgo = new Date(Date.now() - 3 * 86_400_000).toISOString();
      await changeResponse<MessagesPage>(stage.page, `**/api/messages/${stage.cast.talker.id}*`, (page) => ({
        ...page,
        messages: page.messages.map((message) => ({ ...message, createdAt: threeDaysAgo })),
      }));
      await open(stage, "talker");
      await see(stage.page, "It has been quiet. Pick it up again?");
    },
  },
  { name: "chat-hello", open: (stage) => open(stage, "quiet") },
  {
    name: "chat-loading",
    open: async (stage) => {
      await holdRequests(stage.page, `**/api/messages/${stage.cast.talker.id}*`);
      await go(stage, "me", chatWith("talker")(stage.cast), "Messages");
      await seeSkeleton(stage.page);
    },
  },
  {
    name: "chat-error",
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      await refuseRequests(stage.page, "GET", `**/api/messages/${stage.cast.talker.id}*`, 500);
      await go(stage, "me", chatWith("talker")(stage.cast), "These messages did not load.");
    },
  },
  { name: "chat-no-match", expectedMessages: REJECTION_MESSAGE, open: at("me", chatWith("crush"), "Not a match yet") },
  {
    name: "chat-not-found",
    expectedMessages: REJECTION_MESSAGE,
    open: at("me", `/messages/${NOBODY}`, "Profile not found"),
  },
  {
    name: "chat-blocked",
    expectedMessages: REJECTION_MESSAGE,
    open: at("me", chatWith("blocked"), "You have blocked this member."),
  },
  {
    name: "chat-writing",
    open: async (stage) => {
      await open(stage, "quiet");
      await composer(stage.page).fill(
        "Saturday works.\nThe rack by the window is mine until nine, then it is yours. Bring chalk, bring coffee, and do not bring the shoes with the heels.\nAlso: what do you squat?",
      );
    },
  },
  {
    name: "chat-sending",
    open: async (stage) => {
      await holdRequests(stage.page, SEND);
      await open(stage, "quiet");
      await sendFromComposer(stage.page, "Saturday, 8am at the rack?");
      await log(stage.page).getByText("Sending...").waitFor({ state: "attached" });
    },
  },
  {
    name: "chat-refused",
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      await refuseRequests(stage.page, "POST", SEND, 400, { message: "Message can have 2000 characters" });
      await open(stage, "quiet");
      await sendFromComposer(stage.page, "Saturday, 8am at the rack?");
      await see(stage.page, "Retry");
    },
  },
  {
    name: "chat-waiting",
    expectedMessages: EXPECTED_MESSAGES,
    open: async (stage) => {
      await open(stage, "quiet");
      await stage.page.waitForLoadState("networkidle");
      await stage.page.context().setOffline(true);
      await sendFromComposer(stage.page, "Saturday, 8am at the rack?");
      await see(stage.page, "Sends when you are back online");
    },
  },
  { name: "chat-advice", open: openWithAdvice },
  {
    name: "chat-send-question",
    open: async (stage) => {
      await openWithAdvice(stage);
      await sendFromComposer(stage.page, "You are such a bitch");
      await see(stage.page, "Are you sure?");
    },
  },
  {
    name: "chat-menu",
    perWidth: true,
    open: async (stage) => {
      await open(stage, "talker");
      await press(stage.page, "More");
      await stage.page.getByRole("menu").waitFor();
    },
  },
  {
    name: "chat-delete-question",
    open: async (stage) => {
      await open(stage, "talker");
      await log(stage.page).getByText("OK, that loop wins").hover();
      await stage.page.getByRole("button", { name: "Delete message" }).last().click();
      await see(stage.page, "Delete this message?");
    },
  },
  {
    name: "chat-report-message",
    open: async (stage) => {
      await open(stage, "talker");
      await chooseAction(stage.page, "Deal. Saturday, 8am at the rack?", "Report this message");
      await see(stage.page, "Send Report");
    },
  },
  {
    name: "chat-message-menu",
    perWidth: true,
    open: async (stage) => {
      await open(stage, "talker");
      await bubble(stage.page, "OK, that loop wins").click({ button: "right" });
      await stage.page.getByRole("menu").waitFor();
    },
  },
];

const imagePreview = (
  name: string,
  before: (page: Page) => Promise<unknown>,
  ready: string,
  after?: (page: Page) => Promise<unknown>,
  expectedMessages?: RegExp,
): Scene => ({
  name,
  ...(expectedMessages && { expectedMessages }),
  open: async (stage) => {
    await before(stage.page);
    await open(stage, "quiet");
    await choose(stage.page, PORTRAIT);
    await modal(stage.page).getByRole("img").waitFor();
    await after?.(stage.page);
    await see(stage.page, ready);
  },
});
const sendIt = (page: Page) =>
  modal(page)
    .getByRole("button", { name: /^Send Image/ })
    .click();
const SEND_IMAGE = "**/api/messages/send-image";

const PICTURES: readonly Scene[] = [
  imagePreview("image", async () => {}, "Sending an image costs 1 crush."),
  imagePreview("image-unlimited", (page) => wallet(page, UNLIMITED), "Sending images is free"),
  imagePreview("image-out", (page) => wallet(page, { balance: 0 }), "You need 1 crush to send an image."),
  imagePreview("image-sending", (page) => holdRequests(page, SEND_IMAGE), "Sending", sendIt),
  {
    ...imagePreview(
      "image-failed",
      (page) => refuseRequests(page, "POST", SEND_IMAGE, 500),
      "Failed to send image",
      sendIt,
      REJECTION_MESSAGE,
    ),
    isTemporary: true,
  },
  {
    name: "image-covered",
    open: async (stage) => {
      const { me, talker } = stage.cast;
      await changeResponse<MessagesPage>(stage.page, `**/api/messages/${talker.id}*`, (page) => ({
        ...page,
        messages: page.messages.filter(({ sender }) => sender._id !== me.id),
      }));
      await open(stage, "talker");
      await see(stage.page, "Show photo");
    },
  },
  {
    name: "image-uncovered",
    open: async (stage) => {
      const { me, talker } = stage.cast;
      await changeResponse<MessagesPage>(stage.page, `**/api/messages/${talker.id}*`, (page) => ({
        ...page,
        messages: page.messages.filter(({ sender }) => sender._id !== me.id),
      }));
      await open(stage, "talker");
      await press(stage.page, /^Show photo/);
      await log(stage.page)
        .getByRole("button", { name: /^Photo from/ })
        .waitFor();
    },
  },
  {
    name: "image-checked",
    open: async (stage) => {
      const { me, talker } = stage.cast;
      await changeResponse<MessagesPage>(stage.page, `**/api/messages/${talker.id}*`, (page) => ({
        ...page,
        messages: page.messages.map((message, i) => {
          if (message.messageType === "image")
            return { ...message, imageUrl: null, image: null, imageCheck: "pending" };
          const picture = page.messages.find(({ messageType }) => messageType === "image");
          const isOwnLast =
            message.sender._id === me.id && i === page.messages.findLastIndex(({ sender }) => sender._id === me.id);
          return isOwnLast && picture
            ? {
                ...picture,
                _id: message._id,
                seq: message.seq,
                sender: message.sender,
                content: "",
                imageCheck: "held",
              }
            : message;
        }),
      }));
      await open(stage, "talker");
      await see(stage.page, "In review");
    },
  },
  {
    name: "image-large",
    open: async (stage) => {
      await open(stage, "talker");
      await log(stage.page)
        .getByRole("button", { name: /^Photo from/ })
        .click();
      await stage.page.getByRole("dialog").getByRole("img").waitFor();
    },
  },
];

export const chatting: SceneGroup = { group: "Messages", scenes: [...LISTS, ...CHATS, ...PICTURES] };
