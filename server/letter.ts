/** What an e-mail of ours says. Plain text throughout: it is escaped here. */
export interface Letter {
  readonly subject: string;
  /** The line beside the subject in a list of mails. */
  readonly preview: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly button?: { readonly label: string; readonly url: string };
  /** Why it came. */
  readonly reason: string;
}

const safe = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** As text: for programs that show no HTML, and people who prefer it. */
export const letterText = ({ heading, paragraphs, button, reason }: Letter): string =>
  [
    heading,
    ...paragraphs,
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    `--\nSpotter. Where Strength Meets Chemistry\n${reason}`,
  ].join("\n\n");

const FONT = "font-family:'Helvetica Neue',Helvetica,Arial,sans-serif";

/** Colours for the dark, where a mail program asks; the others keep the light ones, which stand in the elements. */
const DARK = `@media (prefers-color-scheme:dark){
.page{background:#0e1012!important}.sheet{background:#181b1f!important}
.ink{color:#f5f2ec!important}.quiet{color:#a9b0b9!important}.press{background:#ff5c7a!important;color:#14171a!important}}`;

const buttonHtml = ({ label, url }: NonNullable<Letter["button"]>): string =>
  `<p style="margin:28px 0"><a class="press" href="${safe(url)}" style="display:inline-block;padding:16px 28px;border-radius:12px;background:#d81e46;color:#ffffff;font-weight:600;text-decoration:none">${safe(label)}</a></p>
<p class="quiet" style="margin:0 0 16px;font-size:14px;line-height:20px;color:#575e66;word-break:break-all">${safe(url)}</p>`;

/** As HTML: one column, styles in the elements, no picture that would have to be fetched. */
export function letterHtml({ subject, preview, heading, paragraphs, button, reason }: Letter): string {
  const text = paragraphs.map(
    (paragraph) => `<p class="ink" style="margin:0 0 16px;color:#14171a">${safe(paragraph)}</p>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${safe(subject)}</title><style>${DARK}</style></head>
<body class="page" style="margin:0;padding:0;background:#faf7f2">
<div style="display:none;max-height:0;overflow:hidden">${safe(preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="page" style="background:#faf7f2"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="sheet" style="max-width:520px;background:#ffffff;border-radius:20px"><tr><td style="padding:36px 32px;${FONT};font-size:16px;line-height:24px">
<p class="ink" style="margin:0 0 28px;font-size:22px;font-weight:800;letter-spacing:-.02em;color:#14171a">Spotter</p>
<h1 class="ink" style="margin:0 0 16px;font-size:28px;line-height:32px;font-weight:800;letter-spacing:-.02em;color:#14171a">${safe(heading)}</h1>
${text.join("\n")}
${button ? buttonHtml(button) : ""}
<p class="quiet" style="margin:28px 0 0;font-size:13px;line-height:20px;color:#575e66">Where Strength Meets Chemistry<br>${safe(reason)}</p>
</td></tr></table></td></tr></table></body></html>`;
}
