import { escapeHtml } from "#server/platform/email/email-layout.ts";
import { findFont } from "#server/platform/http/static-pages.ts";

/** As in `web/fonts.css`. */
function fontFace(family: string, file: string, range: string): string {
  const path = findFont(file);
  return path ? `@font-face{font-family:${family};font-display:swap;${range};src:url(${path})}` : "";
}
const FONTS =
  fontFace("Archivo", "archivo-", "font-weight:600 800;font-stretch:108% 125%") +
  fontFace("Figtree", "figtree-", "font-weight:300 900");

/** Pages for people without an account: no script, nothing from elsewhere, readable in print. */
const STYLE = `${FONTS}:root{color-scheme:light dark;--display:Archivo,"Arial Black","Helvetica Neue",Arial,sans-serif;--page:#faf7f2;--sheet:#fff;--ink:#14171a;--quiet:#575e66;--line:#d9d3c8;--brand:#d81e46;--on-brand:#fff}
@media (prefers-color-scheme:dark){:root{--page:#0e1012;--sheet:#181b1f;--ink:#f5f2ec;--quiet:#a9b0b9;--line:#343a41;--brand:#ff5c7a;--on-brand:#14171a}}
*{box-sizing:border-box}body{margin:0;padding:24px 16px;background:var(--page);color:var(--ink);font:1rem/1.5 Figtree,"Helvetica Neue",Helvetica,Arial,sans-serif;overflow-wrap:anywhere}
main{max-width:520px;margin:0 auto;padding:28px 24px;background:var(--sheet);border-radius:20px}
.brand{display:flex;align-items:center;gap:10px;max-width:520px;margin:0 auto 16px;font:800 1.375rem/1 var(--display);letter-spacing:-.02em}.brand svg{flex:none}.brand path:first-child{fill:var(--brand)}h1{margin:0 0 16px;font:800 1.75rem/1.15 var(--display);letter-spacing:-.02em}.brand,h1{font-stretch:125%}a{color:inherit}
p{margin:0 0 16px}.quiet{color:var(--quiet);font-size:.875rem}.state{font-weight:700}.off{color:var(--brand)}
dl{margin:0 0 20px;border-top:1px solid var(--line)}dt{padding-top:12px;color:var(--quiet);font-size:.875rem}dd{margin:0;padding-bottom:12px;border-bottom:1px solid var(--line);font-weight:600}
.with{display:flex;align-items:center;gap:16px;padding-top:4px}.with img{width:72px;height:72px;border-radius:16px;object-fit:cover}
form{display:flex;flex-wrap:wrap;gap:12px;margin:0 0 20px}button{min-height:48px;padding:12px 24px;border:1px solid var(--line);border-radius:12px;background:none;color:inherit;font:inherit;font-weight:600}
.yes{border-color:var(--brand);background:var(--brand);color:var(--on-brand)}
@media print{:root{--page:#fff;--sheet:#fff;--ink:#000;--quiet:#333}main{padding:0}form{display:none}}`;

const BRAND = `<p class="brand"><svg width="24" height="30" viewBox="76 18 364 476" aria-hidden="true"><path d="M429.8 124A140 140 0 1 0 429.8 192H294A34 34 0 0 1 294 124Z"/><path fill="currentColor" d="M349.5 305.9A140 140 0 0 1 82.2 388H218A34 34 0 0 0 218 320H82.2A140 140 0 0 1 153.3 229.9A158 158 0 0 0 349.5 305.9Z"/></svg>Spotter</p>`;

/** @param body escaped HTML */
export const renderContactPage = (title: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><link rel="icon" href="/symbol.svg" type="image/svg+xml"><title>${escapeHtml(title)} · Spotter</title><style>${STYLE}</style></head>
<body>${BRAND}<main>${body}</main></body></html>`;

export const ENDED_PAGE = renderContactPage(
  "This page has ended",
  `<h1>This page has ended</h1><p>There is nothing to see here any more. Pages like this end a day after a date, or when they are not shared any more.</p>`,
);

/** Stricter than those of the app. @param formAction `'self'` for a page with a form */
export const contactPageHeaders = (formAction: "'self'" | "'none'"): Readonly<Record<string, string>> => ({
  "content-security-policy": `default-src 'none'; img-src 'self'; font-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`,
  "x-robots-tag": "noindex, nofollow",
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
});
