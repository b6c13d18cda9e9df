import { expect, test } from "#e2e/support/fixtures.ts";
import { site } from "#site";

/** The public text pages: heading, and words in the HTML. */
const PAGES = [
  {
    path: "/",
    words: ["Where Strength Meets Chemistry", "Find Your Crush", "Build Your Profile", "Send Crushes"],
  },
  { path: "/help", words: ["How can we help?", "How crushes work", "Getting Started", "Your Gym", "Contact Support"] },
  { path: "/contact", words: [">Subscribe</button>"] },
  { path: "/how-it-works", words: ["How it Works", "Build Your Profile", "Crush Goals Together"] },
  { path: "/faq", words: ["Good questions", "Who can see where I am?", "rounded to an area of about"] },
  { path: "/safety", words: ["Safety Tips", "Call 911", "Never send money to somebody you have not met."] },
  { path: "/community-guidelines", words: ["Community Guidelines", "Consent, every set"] },
  {
    path: "/terms",
    words: ["Terms of Service", "Paid purchases are final.", `the laws of the State of ${site.governingState}`],
  },
  { path: "/privacy", words: ["Privacy Policy", "How long we keep it", "Stripe takes payments"] },
  { path: "/cookie-policy", words: ["Cookie Policy", "Two cookies, and what they are for", "returningUser"] },
] as const;

/** The paths and anchors in a page's HTML, such as `/terms#law`. */
const linksIn = (html: string, from: string): string[] =>
  [...html.matchAll(/<a\b[^>]*\bhref="([^"]+)"/g)].map(([, href = ""]) =>
    href.startsWith("#") ? from + href : href.replaceAll("&amp;", "&"),
  );

// @spec 2.routes.terms-privacy-cookie 2.query-driven.footer-columns-company 2.routes.hero-find-your 2.routes.help
// @spec 2.other-screens.static-legal-pages 6.visitors-have-public 9.paid-purchases-final
test("public pages have their text, description and working links in the HTML", async ({ request }) => {
  const xml = await (await request.get("/sitemap.xml")).text();
  const paths = [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = ""]) => new URL(url).pathname);
  expect(paths).toEqual(expect.arrayContaining(["/", "/faq", "/terms"]));

  const found = new Map<string, { status: number; html: string }>();
  const open = async (path: string) => {
    const known = found.get(path);
    if (known) return known;
    const reply = await request.get(path);
    const page = { status: reply.status(), html: await reply.text() };
    found.set(path, page);
    return page;
  };
  const broken: string[] = [];
  for (const from of paths) {
    const { status, html } = await open(from);
    expect(`${from} ${status}`).toBe(`${from} 200`);
    for (const link of new Set(linksIn(html, from))) {
      if (/^(https|mailto|tel):/.test(link)) continue;
      const [path = "", anchor] = link.split("#");
      const target = await open(path);
      const prerendered = paths.includes(path);
      const isThere = anchor === undefined || !prerendered || target.html.includes(`id="${anchor}"`);
      if (target.status !== 200 || !isThere) broken.push(`${from}: ${link}`);
    }
  }
  expect(broken).toEqual([]);
  const footer = found.get("/")?.html.split("<footer")[1] ?? "";
  const titles = [...footer.matchAll(/<h2[^>]*>([^<]*)<\/h2>/g)].map(([, title]) => title);
  expect(titles).toEqual(["Company", "Support", "Legal", "Connect"]);
  const connect = footer.split('aria-label="Connect"')[1]?.split("</nav>")[0] ?? "";
  expect(linksIn(connect, "/")).toEqual([site.instagramUrl, site.tiktokUrl, site.youtubeUrl]);

  await test.step("pages have their text, one title, one description and a preview image", async () => {
    for (const { path, words } of PAGES) {
      const { html } = await open(path);
      const text = html.replace(/<!-- -->/g, "");
      for (const some of words) expect(text, path).toContain(some);
      expect(html.match(/<title>/g), path).toHaveLength(1);
      expect(html.match(/<meta name="description"/g), path).toHaveLength(1);
      if (path === "/" || path === "/help" || path === "/contact") continue;
      expect(html, path).toMatch(/<title>[^<]{8,60} · Spotter<\/title>/);
      expect(html.match(/<meta name="description" content="[^"]{50,180}"/g), path).toHaveLength(1);
      expect(html, path).toContain('property="og:image"');
    }
  });
  await test.step("the landing page has its headline", async () => {
    const words = (await open("/")).html
      .replace(/<style[\s\S]*?<\/style>|<script[\s\S]*?<\/script>/g, "")
      .replace(/<[^>]+>/g, "")
      .replace(/\s+/g, " ");
    expect(words).toMatch(/Your Gym Bae ?is Just a ?Crush Away/);
    expect(words).toContain("Crush Goals Together");
  });
  await test.step("articles have their own title, a description and their text", async () => {
    const articles = paths.filter((path) => path.startsWith("/help/"));
    expect(articles.length).toBeGreaterThanOrEqual(30);
    const titles = new Set<string>();
    for (const path of articles) {
      const { html } = await open(path);
      expect(html, path).toContain("Was this article helpful?");
      expect(html.match(/<meta name="description" content="[^"]{40,}"/g), path).toHaveLength(1);
      const name = /<h1 [^>]*>([^<]+)<\/h1>/.exec(html)?.[1];
      expect(/<title>(.+?) · Help · Spotter<\/title>/.exec(html)?.[1], path).toBe(name);
      titles.add(name ?? "");
    }
    expect(titles.size).toBe(articles.length);
  });
  await test.step("app URLs return the app shell", async () => {
    expect(await (await request.get("/browse")).text()).not.toContain("Build Your Profile");
  });
});
