import type { ArticleSource } from "#web/features/help/article.ts";

export const installTheApp: ArticleSource = {
  id: "install-the-app",
  categoryId: "getting-started",
  title: "Install Spotter as an app",
  description: "Put Spotter on your phone or computer without an app store, and what you get from it.",
  keywords: [
    "install",
    "home screen",
    "app store",
    "play store",
    "download app",
    "iphone",
    "ipad",
    "android",
    "pwa",
    "icon",
  ],
  lead: "Spotter is an app that lives in your browser. You can keep it beside your other apps; there is nothing to look for in an app store.",
  blocks: [
    {
      kind: "steps",
      title: "On an iPhone or iPad",
      steps: [
        { title: "Open Spotter in Safari", text: "The menu that you need is Safari's own." },
        { title: "Tap Share", text: "It is the square with an arrow that points up." },
        { title: "Choose Add to Home Screen", text: "Scroll down in the list if you do not see it, then tap Add." },
      ],
    },
    {
      kind: "steps",
      title: "On Android or a computer",
      steps: [
        {
          title: "Take the offer",
          text: "On a phone a banner says Install Spotter, until you dismiss it. Dismissed it? The next step is the same.",
        },
        {
          title: "Or use the browser's menu",
          text: "In Chrome and Edge look for Install app or Add to home screen, in Firefox on a phone for Install. On a computer there is a sign in the address bar, too.",
        },
        {
          title: "Without such an entry",
          text: "In Safari on a Mac choose File and Add to Dock. Firefox on a computer may not install web apps: keep Spotter as a bookmark there. All of it works in the browser, too.",
        },
      ],
    },
    {
      kind: "benefits",
      title: "What it is good for",
      benefits: [
        { title: "One tap", text: "Spotter opens from its own icon and has the whole screen." },
        {
          title: "Readable without a network",
          text: "What you have read in the last week, your latest conversations and My Crushes, stays readable. What you write waits and [goes out later](/help/when-a-message-does-not-go-out).",
        },
        { title: "Always the newest", text: "It brings itself up to date. When a new version is there, tap Reload." },
      ],
    },
    {
      kind: "tips",
      tips: [
        "To remove it, hold its icon and choose to remove or uninstall it. Your account stays as it is.",
        "Is your phone not only yours? Log out before you hand it on: that clears what was kept on it.",
      ],
    },
  ],
};
