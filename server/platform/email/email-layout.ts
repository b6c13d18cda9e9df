import { createTimeFormat, nameOfZone, timeFormat } from "#contract/format.ts";

/** For HTML and XML, in text and in attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** The content of an email: plain text with line breaks, escaped by `renderEmailHtml`. */
export interface Email {
  readonly subject: string;
  /** The line that email clients show next to the subject. */
  readonly preview: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly button?: { readonly label: string; readonly url: string };
  readonly secondaryLink?: { readonly label: string; readonly url: string };
  readonly reason: string;
  /** In the footer and in the `List-Unsubscribe` header. */
  readonly unsubscribeUrl?: string;
}

/** Such as 'January 31, 2027 at 12:00 PM CST'. @param timeZone a name of the IANA database */
export const formatTimeIn = (at: Date, timeZone: string): string =>
  `${createTimeFormat({ dateStyle: "long", timeStyle: "short", timeZone }).format(at)} ${nameOfZone(timeZone, "short", at.getTime())}`;

const utcTime = timeFormat({
  dateStyle: "long",
  timeStyle: "short",
  hourCycle: "h23",
  timeZone: "UTC",
});

/** Such as 'January 31, 2027 at 18:00 UTC'. */
export const formatUtcTime = (at: Date): string => `${utcTime(at)} UTC`;

export const renderEmailText = ({
  heading,
  paragraphs,
  button,
  secondaryLink,
  reason,
  unsubscribeUrl,
}: Email): string =>
  [
    heading,
    ...paragraphs,
    ...[button, secondaryLink].flatMap((link) => (link ? [`${link.label}:\n${link.url}`] : [])),
    `--\nSpotter. Where Strength Meets Chemistry\n${reason}${unsubscribeUrl ? `\nUnsubscribe: ${unsubscribeUrl}` : ""}`,
  ].join("\n\n");

const FONT = "font-family:Figtree,'Helvetica Neue',Helvetica,Arial,sans-serif";
/** The widest heavy typefaces of mail clients, as they load no fonts. */
const DISPLAY =
  "font-family:Archivo,'Arial Black','Helvetica Neue',Arial,sans-serif;font-weight:900;letter-spacing:-.03em";

/** A line may break within a long name, after a joining character. */
const escapeText = (text: string): string => escapeHtml(text).replace(/_+|\.(?=[a-z])/gi, "$&<wbr>");

/** For email clients with media queries; the others use the inline styles. */
const STYLE = `@media (max-width:480px){.inside{padding:28px 24px!important}.band{padding:20px 24px!important}.name{font-size:24px!important;line-height:28px!important}}
@media (prefers-color-scheme:dark){
.page{background:#0e1012!important}.sheet{background:#181b1f!important}
.band{background:#22262b!important}.ink{color:#f5f2ec!important}.quiet{color:#a9b0b9!important}.press{background:#ff5c7a!important;color:#14171a!important}}`;

/** Heights of plates on a bar, seen from the side; the middle one has the brand's color. */
const PLATES = [18, 26, 34, 26, 18] as const;

const BRAND = `<table role="presentation" cellpadding="0" cellspacing="0"><tr>
${PLATES.map((height, i) => `<td valign="middle" style="padding:0 3px 0 0"><div style="width:8px;height:${height}px;border-radius:3px;background:${i === 2 ? "#ff5c7a" : "#f5f2ec"};font-size:0;line-height:0">&nbsp;</div></td>`).join("")}
<td valign="middle" style="padding:0 0 0 11px;${DISPLAY};font-size:24px;line-height:34px;color:#f5f2ec">Sp<span style="color:#ff5c7a">o</span>tter</td></tr></table>`;

const buttonHtml = ({ label, url }: NonNullable<Email["button"]>): string =>
  `<p style="margin:28px 0"><a class="press" href="${escapeHtml(url)}" style="display:inline-block;padding:16px 28px;border-radius:12px;background:#d81e46;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>
<p class="quiet" style="margin:0 0 16px;font-size:14px;line-height:20px;color:#575e66;word-break:break-all"><a href="${escapeHtml(url)}" style="color:inherit">${escapeHtml(url)}</a></p>`;

const secondaryLinkHtml = ({ label, url }: NonNullable<Email["secondaryLink"]>): string =>
  `<p class="quiet" style="margin:24px 0 16px;font-size:14px;line-height:20px;color:#575e66"><a href="${escapeHtml(url)}" style="color:inherit">${escapeHtml(label)}</a></p>`;

export function renderEmailHtml(email: Email): string {
  const { subject, preview, heading, paragraphs, button, secondaryLink, reason, unsubscribeUrl } = email;
  const text = paragraphs.map(
    (paragraph) =>
      `<p class="ink" style="margin:0 0 16px;color:#14171a;white-space:pre-line">${escapeText(paragraph)}</p>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title><style>${STYLE}</style></head>
<body class="page" style="margin:0;padding:0;background:#faf7f2">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="page" style="background:#faf7f2"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="sheet" style="max-width:520px;background:#ffffff;border-radius:20px"><tr><td class="band" style="padding:22px 32px;border-radius:20px 20px 0 0;background:#14171a">
${BRAND}
</td></tr><tr><td class="inside" style="padding:36px 32px;${FONT};font-size:16px;line-height:24px;overflow-wrap:anywhere;word-break:break-word">
<h1 class="ink name" style="margin:0 0 16px;font-size:28px;line-height:32px;${DISPLAY};color:#14171a">${escapeText(heading)}</h1>
${text.join("\n")}
${button ? buttonHtml(button) : ""}${secondaryLink ? secondaryLinkHtml(secondaryLink) : ""}
<p class="quiet" style="margin:28px 0 0;font-size:13px;line-height:20px;color:#575e66">Where Strength Meets Chemistry<br>${escapeHtml(reason)}${unsubscribeUrl ? `<br><a href="${escapeHtml(unsubscribeUrl)}" style="color:inherit">Unsubscribe</a>` : ""}</p>
</td></tr></table></td></tr></table></body></html>`;
}
