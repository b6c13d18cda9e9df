import { REJECTION_MESSAGE } from "#e2e/support/fixtures.ts";
import { abortRequests, holdRequests, refuseRequests } from "#e2e/support/network.ts";
import { answer, at, fill, go, press, see } from "./navigation.ts";
import { PHONE_CHROME, type Scene, type SceneGroup, type Stage } from "./scene.ts";

const CONTACT_MESSAGE = {
  Name: "Maya",
  Email: "maya@example.com",
  Message: "The stopwatch on my profile has stopped.",
};

async function sendContactMessage(stage: Stage): Promise<void> {
  await go(stage, "visitor", "/contact", "Need a spot?");
  await fill(stage.page, CONTACT_MESSAGE);
  await stage.page.getByLabel("Subject").selectOption("Technical Support");
  await press(stage.page, "Send Message");
}

async function subscribe(stage: Stage, address: string): Promise<void> {
  await go(stage, "visitor", "/faq", "Contact Support");
  const foot = stage.page.getByRole("contentinfo");
  await foot.getByRole("textbox").fill(address);
  await foot.getByRole("button", { name: "Subscribe" }).click();
}

/** Serves pages with an analytics tag. */
const setTag = ({ page }: Stage) =>
  page.addInitScript(() =>
    document.addEventListener("readystatechange", () => {
      if (document.readyState !== "interactive") return;
      document.head.append(Object.assign(document.createElement("meta"), { name: "analytics-tag", content: "G-TEST" }));
    }),
  );

/** Pages that only contain text. */
const TEXTS: readonly Scene[] = (
  [
    ["how-it-works", "/how-it-works", "Send Crushes"],
    ["faq", "/faq", "Contact Support"],
    ["safety", "/safety", "Back to Home"],
    ["community-guidelines", "/community-guidelines", "Back to Home"],
    ["terms", "/terms", "Back to Home"],
    ["privacy", "/privacy", "Back to Home"],
    ["cookie-policy", "/cookie-policy", "Back to Home"],
  ] as const
).map(([name, path, words]) => ({ name, open: at("visitor", path, words) }));

async function sendNoticeOfMinor(stage: Stage): Promise<void> {
  const { page } = stage;
  await go(stage, "visitor", "/notice", "Report content");
  await page.getByRole("radio", { name: /under 18/ }).check();
  await fill(page, { "Where is it?": "A message of marco_lifts", "What is it?": "A picture of a child." });
  for (const box of await page.getByRole("checkbox").all()) await box.check();
  await press(page, "Send Notice");
}

export const publicPages: SceneGroup = {
  group: "Public pages",
  scenes: [
    { name: "landing", open: at("visitor", "/", "Find Your Crush") },
    { name: "landing-member", open: at("me", "/", "How it Works") },
    {
      name: "landing-menu",
      upTo: PHONE_CHROME,
      open: async (stage) => {
        await stage.page.setViewportSize({ width: 360, height: 740 });
        await go(stage, "visitor", "/", "Find Your Crush");
        await press(stage.page, "Menu");
        await see(stage.page, "Login");
      },
    },
    {
      name: "landing-cookie-notice",
      open: async (stage) => {
        await setTag(stage);
        await go(stage, "visitor", "/", "Cookies for counting visits?");
      },
    },
    ...TEXTS,
    { name: "contact", open: at("visitor", "/contact", "Need a spot?") },
    { name: "notice", open: at("visitor", "/notice", "Report content") },
    {
      name: "notice-mistakes",
      open: async (stage) => {
        await go(stage, "visitor", "/notice", "Report content");
        await stage.page.getByRole("radio", { name: /intimate picture/ }).check();
        await press(stage.page, "Send Notice");
        await see(stage.page, "Say where it is");
      },
    },
    {
      name: "notice-minor",
      open: async (stage) => {
        await go(stage, "visitor", "/notice", "Report content");
        await stage.page.getByRole("radio", { name: /under 18/ }).check();
        await see(stage.page, "Your name (optional)");
      },
    },
    {
      name: "notice-not-sent",
      expectedMessages: REJECTION_MESSAGE,
      open: async (stage) => {
        await refuseRequests(stage.page, "POST", "**/api/notices", 500);
        await sendNoticeOfMinor(stage);
        await see(stage.page, "Your notice was not sent. Please try again.");
      },
    },
    {
      name: "notice-offline",
      expectedMessages: REJECTION_MESSAGE,
      open: async (stage) => {
        await abortRequests(stage.page, "POST", "**/api/notices");
        await sendNoticeOfMinor(stage);
        await see(stage.page, "Something went wrong. Please try again.");
      },
    },
    {
      name: "notice-sent",
      open: async (stage) => {
        const number = "N-7K2M9QXA";
        const message = "We sent it to you by mail too, and write to you when we have decided.";
        await answer(stage.page, "POST", "**/api/notices", { success: true, number, message });
        await go(stage, "visitor", "/notice", "Report content");
        const { page } = stage;
        await page.getByRole("radio", { name: /intimate picture/ }).check();
        await fill(page, {
          "Where is it?": "The second photo of marco_lifts",
          "What is it?": "A picture of me that I never agreed to.",
          "Your full name": "Maya Ortiz",
          Email: "maya@example.com",
        });
        for (const box of await page.getByRole("checkbox").all()) await box.check();
        await press(page, "Send Notice");
        await see(page, "Notice received");
      },
    },
    { name: "contact-member", open: at("me", "/contact", "Need a spot?") },
    {
      name: "contact-mistakes",
      open: async (stage) => {
        await go(stage, "visitor", "/contact", "Need a spot?");
        await press(stage.page, "Send Message");
        await see(stage.page, "Please select a subject");
      },
    },
    {
      name: "contact-sending",
      open: async (stage) => {
        await holdRequests(stage.page, "**/api/contact");
        await sendContactMessage(stage);
        await see(stage.page, "Sending...");
      },
    },
    {
      name: "contact-sent",
      open: async (stage) => {
        const message = "Thank you. A person reads it, and we reply within 24-48 hours.";
        await answer(stage.page, "POST", "**/api/contact", { success: true, message });
        await sendContactMessage(stage);
        await see(stage.page, "Message sent");
      },
    },
    {
      name: "contact-failed",
      expectedMessages: REJECTION_MESSAGE,
      open: async (stage) => {
        await refuseRequests(stage.page, "POST", "**/api/contact", 500);
        await sendContactMessage(stage);
        await see(stage.page, "Failed to send message");
      },
    },
    {
      name: "newsletter-mistake",
      open: async (stage) => {
        await subscribe(stage, "maya@");
        await see(stage.page, "Email is invalid");
      },
    },
    {
      name: "newsletter-asked",
      open: async (stage) => {
        await answer(stage.page, "POST", "**/api/newsletter", {
          success: true,
          message: "Check your inbox: one tap there, and you are on the list.",
        });
        await subscribe(stage, "maya@example.com");
        await see(stage.page, "Check your inbox");
      },
    },
    {
      name: "not-found",
      expectedMessages: REJECTION_MESSAGE,
      open: at("visitor", "/nothing", "Nothing on this rack."),
    },
    {
      name: "not-found-member",
      expectedMessages: REJECTION_MESSAGE,
      open: at("me", "/nothing", "Nothing on this rack."),
    },
  ],
};
