import { OUTAGE_MESSAGE, REJECTION_MESSAGE } from "#e2e/support/fixtures.ts";
import { holdRequests } from "#e2e/support/network.ts";
import { at, go, see, seeSkeleton } from "./navigation.ts";
import type { SceneGroup } from "./scene.ts";

const INDEX = "**/assets/search-index-*.js";

export const helping: SceneGroup = {
  group: "Help center",
  scenes: [
    { name: "help", open: at("visitor", "/help", "How can we help?") },
    { name: "help-topic", open: at("visitor", "/help?category=safety", "Safety") },
    { name: "help-found", open: at("visitor", "/help?q=photo", /articles? found/) },
    { name: "help-nothing-found", open: at("visitor", "/help?q=zeppelin", "No articles found") },
    {
      name: "help-searching",
      open: async (stage) => {
        await holdRequests(stage.page, INDEX);
        await go(stage, "visitor", "/help?q=photo", "How can we help?");
        await seeSkeleton(stage.page);
      },
    },
    {
      name: "help-search-failed",
      expectedMessages: new RegExp(`${REJECTION_MESSAGE.source}|${OUTAGE_MESSAGE.source}`),
      open: async (stage) => {
        await stage.page.route(INDEX, (route) => route.abort());
        await stage.page.addInitScript(() => sessionStorage.setItem("reloadedAt", String(Date.now())));
        await go(stage, "visitor", "/help?q=photo", "The search did not load.");
      },
    },
    { name: "help-article", open: at("visitor", "/help/how-crushes-work", "How crushes work") },
    {
      name: "help-article-answered",
      open: async (stage) => {
        await go(stage, "visitor", "/help/how-crushes-work", "Was this article helpful?");
        await stage.page.waitForLoadState("networkidle");
        await stage.page.getByRole("main").getByRole("button", { name: "Yes" }).click();
        await see(stage.page, "Good to know that it helped.");
      },
    },
    { name: "help-article-table", open: at("visitor", "/help/getting-more-crushes", "Packs") },
    {
      name: "help-article-unknown",
      expectedMessages: REJECTION_MESSAGE,
      open: at("visitor", "/help/nothing", "No such article."),
    },
    { name: "help-article-member", open: at("me", "/help/report-someone", "Was this article helpful?") },
  ],
};
