import { expect, test } from "#e2e/support/fixtures.ts";
import { site } from "#site";

/** The paths and anchors in a page's HTML, such as `/terms#law`. */
const linksIn = (html: string, from: string): string[] =>
  [...html.matchAll(/<a\b[^>]*\bhref="([^"]+)"/g)].map(([, href = ""]) =>
    href.startsWith("#") ? from + href : href.replaceAll("&amp;", "&"),
  );

// @spec 2.routes.terms-privacy-cookie 2.query-driven.footer-columns-company
test("all links of public pages resolve, including anchors, and the footer is in the HTML", async ({ request }) => {
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
});
