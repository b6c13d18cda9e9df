import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createFolderMailer, createSmtpMailer, type EmailMessage } from "#server/platform/adapters/mailer.ts";
import { renderEmailHtml, renderEmailText } from "#server/platform/email/email-layout.ts";
import { startMailServer } from "#server/testing/fake-smtp-server.ts";
import { makeDataFolder } from "#server/testing/spotter-process.ts";

const FROM = "Spotter <hello@spotter.example>";
const mail: EmailMessage = {
  id: "0192-abc",
  to: "maya@example.com",
  subject: "Hello\r\nBcc: all@example.com",
  text: "Hi",
  html: "<p>Hi</p>",
};

describe("the folder mailer", () => {
  test("writes one file per id", async () => {
    const folder = makeDataFolder();
    const mailer = createFolderMailer(folder.path, FROM);
    await mailer.send(mail);
    await mailer.send(mail);
    expect(readdirSync(folder.path)).toEqual(["0192-abc.eml"]);
    const text = readFileSync(`${folder.path}/0192-abc.eml`, "utf8");
    expect(text).toMatch(/^From: Spotter <hello@spotter\.example>$/m);
    expect(text).toMatch(/^Message-ID: <0192-abc@spotter\.example>$/m);
    expect(text).not.toMatch(/^Bcc:/m);
    expect(text).toMatch(/^Auto-Submitted: auto-generated$/m);
    folder.remove();
  });

  test("sets Reply-To without allowing header injection", async () => {
    const folder = makeDataFolder();
    const mailer = createFolderMailer(folder.path, FROM);
    const name = 'Eve", <all@example.com>\r\nBcc: all@example.com';
    await mailer.send({ ...mail, replyTo: { name, address: "eve@example.com\r\nCc: all@example.com" } });
    const text = readFileSync(`${folder.path}/0192-abc.eml`, "utf8").replace(/\n[ \t]+/g, " ");
    const [head = ""] = text.split("\n\n");
    expect(head.match(/^(bcc|cc):/gim)).toBeNull();
    expect(head.match(/^to:.*$/gim)).toEqual(["To: maya@example.com"]);
    expect(head.match(/^reply-to:.*$/gim)).toEqual([
      'Reply-To: "Eve\\", <all@example.com> Bcc: all@example.com" <"eve@example.com Cc: all"@example.com>',
    ]);
    expect(head).not.toMatch(/^Auto-Submitted/m);
    folder.remove();
  });

  test("sets List-Unsubscribe headers for one click", async () => {
    const folder = makeDataFolder();
    const mailer = createFolderMailer(folder.path, FROM);
    await mailer.send({ ...mail, unsubscribeUrl: "https://spotter.test/newsletter/unsubscribe/abc" });
    const text = readFileSync(`${folder.path}/0192-abc.eml`, "utf8");
    expect(text).toMatch(/^List-Unsubscribe: <https:\/\/spotter\.test\/newsletter\/unsubscribe\/abc>$/m);
    expect(text).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
    folder.remove();
  });
});

describe("the SMTP mailer", () => {
  test("rejects if the server refuses, and succeeds at the next attempt", async () => {
    let tries = 0;
    const server = await startMailServer(() => (++tries === 1 ? "refuses" : undefined));
    const mailer = createSmtpMailer(server.url, FROM, 5);
    await expect(mailer.send(mail)).rejects.toThrow(/try again later/i);
    await mailer.send(mail);
    expect(server.received).toEqual([
      { to: mail.to, messageId: "<0192-abc@spotter.example>", text: expect.any(String) },
    ]);
    mailer.close();
    await server.close();
  });

  test("sends nothing to a server without TLS if TLS is required", async () => {
    const server = await startMailServer(() => undefined);
    const mailer = createSmtpMailer(server.url, FROM, 5, { requireTLS: true });
    await expect(mailer.send(mail)).rejects.toThrow(/STARTTLS/);
    expect(server.received).toEqual([]);
    mailer.close();
    await server.close();
  });
});

describe("an email", () => {
  const email = {
    subject: "S",
    preview: "P",
    heading: "Welcome, <b>&\"'",
    paragraphs: ["<script>alert(1)</script>"],
    button: { label: "Go", url: "https://spotter.test/?a=1&b=2" },
    reason: "Because.",
    unsubscribeUrl: "https://spotter.test/u?a=1&b=2",
  };

  test("escapes HTML and has the same content as text", () => {
    const html = renderEmailHtml(email);
    expect(html).not.toMatch(/<script|<b>/);
    expect(html).toContain("prefers-color-scheme:dark");
    expect(html).not.toMatch(/<(img|svg)/);
    expect(renderEmailText(email)).toContain("https://spotter.test/?a=1&b=2");
    expect(renderEmailText(email)).toContain("Because.\nUnsubscribe: https://spotter.test/u?a=1&b=2");
    expect(html).toContain('href="https://spotter.test/u?a=1&#38;b=2"');
  });

  test("allows line breaks after joining characters of long names, in HTML only", () => {
    const named = { ...email, heading: "Welcome, Bartholomew_Weatherington", paragraphs: ["iron.lady pays $4.99."] };
    expect(renderEmailHtml(named)).toContain("Welcome, Bartholomew_<wbr>Weatherington</h1>");
    expect(renderEmailHtml(named)).toContain("iron.<wbr>lady pays $4.99.</p>");
    expect(renderEmailText(named)).not.toContain("<wbr>");
  });
});
