import { createMatch, sendMessage } from "#e2e/support/api-fixtures.ts";
import { createEnginePage } from "#e2e/support/engine-page.ts";
import { hasEngine, launchEngine } from "#e2e/support/engines.ts";
import { expect, test } from "#e2e/support/fixtures.ts";

/*
 * Only WebKit keeps a member's page for Back here: the headless shell of Chromium keeps no page, and Firefox none with an
 * open socket or lock.
 */

const TEXT = "Between us";
const MISSED = "Legs on Friday?";
/** Of this origin, because WebKit keeps no page that another process replaces, but without the app. */
const ELSEWHERE = "/sw.js";

test("a page that is kept for Back catches up, and shows nothing once its session has ended", async ({
  request,
  baseURL,
}) => {
  // In CI, a browser that cannot be installed is a failure.
  test.skip(!process.env["CI"] && !hasEngine("webkit"), "webkit is not installed");
  const [me, other] = await createMatch(request);
  await sendMessage(request, other, me, TEXT);
  const tab = await launchEngine("webkit");
  const page = createEnginePage(tab);
  const open = async (path: string) => {
    await tab.open(`${baseURL}${path}`);
    await page.until(
      "loaded page",
      (wanted) => location.pathname === wanted && document.readyState === "complete",
      path,
    );
  };
  const logIn = () =>
    page.until("session", (session: object) => Object.assign(localStorage, session) === localStorage, {
      token: me.token,
      user: JSON.stringify({ _id: me.id, username: me.username }),
    });
  /** Whatever the app does, the page's first frame after Back tells what a person sees in it. */
  const openChat = async () => {
    await open(`/messages/${other.id}`);
    await page.see("text", TEXT);
    await page.until("recorder", () => {
      localStorage.setItem("shown", "");
      addEventListener("pagehide", () =>
        requestAnimationFrame(() => {
          if (!document.documentElement.hidden) localStorage.setItem("shown", document.body.innerText);
        }),
      );
      return true;
    });
  };
  const readShown = () => page.until("record", () => ({ text: localStorage.getItem("shown") ?? "" }));
  try {
    await open("/faq");
    await logIn();

    await test.step("while the session lasts", async () => {
      await openChat();
      await open(ELSEWHERE);
      await sendMessage(request, other, me, MISSED);
      await tab.back();
      await page.see("text", MISSED);
      // The record works.
      expect((await readShown()).text).toContain("Messages");
    });

    await test.step("a session that this browser has ended meanwhile", async () => {
      await openChat();
      await open(ELSEWHERE);
      await page.until("end of the session", () => {
        localStorage.removeItem("token");
        localStorage.removeItem("user");
        return true;
      });
      await tab.back();
      await page.waitForPath("/");
      expect((await readShown()).text).toBe("");
    });

    await test.step("a session that has ended on another device", async () => {
      await logIn();
      await openChat();
      await open(ELSEWHERE);
      await request.post("/api/auth/logout", { headers: { authorization: `Bearer ${me.token}` } });
      await tab.back();
      await page.waitForPath("/");
      await page.until("page without the chat", (text) => !document.body.innerText.includes(text), TEXT);
      await page.until("end of the session", () => localStorage.getItem("token") === null);
    });
  } finally {
    await tab.close();
  }
});
