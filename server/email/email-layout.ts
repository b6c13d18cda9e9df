import { escapeMarkup as safe } from "#server/lib/escape-html.ts";

/** What an e-mail of ours says. Plain text throughout, with line breaks where there are any: it is escaped here. */
export interface Letter {
  readonly subject: string;
  /** The line beside the subject in a list of mails. */
  readonly preview: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly button?: { readonly label: string; readonly url: string };
  /** A quieter way, under the button. */
  readonly otherWay?: { readonly label: string; readonly url: string };
  /** Why it came. */
  readonly reason: string;
  /** Where one ends mails of this kind. */
  readonly unsubscribe?: string;
}

const moment = new Intl.DateTimeFormat("en-US", {
  dateStyle: "long",
  timeStyle: "short",
  hourCycle: "h23",
  timeZone: "UTC",
});

/** A time in words that mean the same everywhere: 'January 31, 2027 at 18:00 UTC'. */
export const momentWords = (at: Date): string => `${moment.format(at)} UTC`;

/** As text: for programs that show no HTML, and people who prefer it. */
export const letterText = ({ heading, paragraphs, button, otherWay, reason, unsubscribe }: Letter): string =>
  [
    heading,
    ...paragraphs,
    ...[button, otherWay].flatMap((way) => (way ? [`${way.label}:\n${way.url}`] : [])),
    `--\nSpotter. Where Strength Meets Chemistry\n${reason}${unsubscribe ? `\nUnsubscribe: ${unsubscribe}` : ""}`,
  ].join("\n\n");

const FONT = "font-family:'Helvetica Neue',Helvetica,Arial,sans-serif";

/** What members wrote or are called. A line may end within a long name, but after what joins its words. */
const words = (text: string): string => safe(text).replace(/_+|\.(?=[a-z])/gi, "$&<wbr>");

/**
 * Less room and a smaller heading on phones, and colours for the dark, where a mail program asks; the others keep what stands in
 * the elements.
 */
const STYLE = `@media (max-width:480px){.inside{padding:28px 24px!important}.name{font-size:24px!important;line-height:28px!important}}
@media (prefers-color-scheme:dark){
.page{background:#0e1012!important}.sheet{background:#181b1f!important}
.ink{color:#f5f2ec!important}.quiet{color:#a9b0b9!important}.press{background:#ff5c7a!important;color:#14171a!important}}`;

const buttonHtml = ({ label, url }: NonNullable<Letter["button"]>): string =>
  `<p style="margin:28px 0"><a class="press" href="${safe(url)}" style="display:inline-block;padding:16px 28px;border-radius:12px;background:#d81e46;color:#ffffff;font-weight:600;text-decoration:none">${safe(label)}</a></p>
<p class="quiet" style="margin:0 0 16px;font-size:14px;line-height:20px;color:#575e66;word-break:break-all"><a href="${safe(url)}" style="color:inherit">${safe(url)}</a></p>`;

const otherWayHtml = ({ label, url }: NonNullable<Letter["otherWay"]>): string =>
  `<p class="quiet" style="margin:24px 0 16px;font-size:14px;line-height:20px;color:#575e66"><a href="${safe(url)}" style="color:inherit">${safe(label)}</a></p>`;

/** As HTML: one column, styles in the elements, no picture that would have to be fetched. */
export function letterHtml(letter: Letter): string {
  const { subject, preview, heading, paragraphs, button, otherWay, reason, unsubscribe } = letter;
  const text = paragraphs.map(
    (paragraph) => `<p class="ink" style="margin:0 0 16px;color:#14171a;white-space:pre-line">${words(paragraph)}</p>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${safe(subject)}</title><style>${STYLE}</style></head>
<body class="page" style="margin:0;padding:0;background:#faf7f2">
<div style="display:none;max-height:0;overflow:hidden">${safe(preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="page" style="background:#faf7f2"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="sheet" style="max-width:520px;background:#ffffff;border-radius:20px"><tr><td class="inside" style="padding:36px 32px;${FONT};font-size:16px;line-height:24px;overflow-wrap:anywhere;word-break:break-word">
<p class="ink" style="margin:0 0 28px;font-size:22px;font-weight:800;letter-spacing:-.02em;color:#14171a">Spotter</p>
<h1 class="ink name" style="margin:0 0 16px;font-size:28px;line-height:32px;font-weight:800;letter-spacing:-.02em;color:#14171a">${words(heading)}</h1>
${text.join("\n")}
${button ? buttonHtml(button) : ""}${otherWay ? otherWayHtml(otherWay) : ""}
<p class="quiet" style="margin:28px 0 0;font-size:13px;line-height:20px;color:#575e66">Where Strength Meets Chemistry<br>${safe(reason)}${unsubscribe ? `<br><a href="${safe(unsubscribe)}" style="color:inherit">Unsubscribe</a>` : ""}</p>
</td></tr></table></td></tr></table></body></html>`;
}
