import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { folderMailer, type Mail, smtpMailer } from "#server/adapters/mailer.ts";
import { letterHtml, letterText } from "#server/email/email-layout.ts";
import { startMailServer } from "#server/testing/mail-server.ts";
import { makeDataFolder } from "#server/testing/processes.ts";

const FROM = "Spotter <hello@spotter.example>";
const mail: Mail = {
  id: "0192-abc",
  to: "maya@example.com",
  subject: "Hello\r\nBcc: all@example.com",
  text: "Hi",
  html: "<p>Hi</p>",
};

describe("mail into a folder", () => {
  test("is one file a mail, and the same mail again is the same file", async () => {
    const folder = makeDataFolder();
    const mailer = folderMailer(folder.path, FROM);
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

  test("is answered to whoever wrote it, whatever they call themselves", async () => {
    const folder = makeDataFolder();
    const mailer = folderMailer(folder.path, FROM);
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

  test("offers to unsubscribe with one click where it is of a list", async () => {
    const folder = makeDataFolder();
    const mailer = folderMailer(folder.path, FROM);
    await mailer.send({ ...mail, unsubscribe: "https://spotter.test/newsletter/unsubscribe/abc" });
    const text = readFileSync(`${folder.path}/0192-abc.eml`, "utf8");
    expect(text).toMatch(/^List-Unsubscribe: <https:\/\/spotter\.test\/newsletter\/unsubscribe\/abc>$/m);
    expect(text).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
    folder.remove();
  });
});

describe("mail to a server", () => {
  test("is handed over; a refusal is an error, and the next try works", async () => {
    let tries = 0;
    const server = await startMailServer(() => (++tries === 1 ? "refuses" : undefined));
    const mailer = smtpMailer(server.url, FROM, 5);
    await expect(mailer.send(mail)).rejects.toThrow(/try again later/i);
    await mailer.send(mail);
    expect(server.got).toEqual([{ to: mail.to, messageId: "<0192-abc@spotter.example>", text: expect.any(String) }]);
    mailer.close();
    await server.close();
  });
});

describe("a letter", () => {
  const letter = {
    subject: "S",
    preview: "P",
    heading: "Welcome, <b>&\"'",
    paragraphs: ["<script>alert(1)</script>"],
    button: { label: "Go", url: "https://spotter.test/?a=1&b=2" },
    reason: "Because.",
    unsubscribe: "https://spotter.test/u?a=1&b=2",
  };

  test("keeps what members wrote as text, and says the same as text and as HTML", () => {
    const html = letterHtml(letter);
    expect(html).not.toMatch(/<script|<b>/);
    expect(html).toContain("prefers-color-scheme:dark");
    expect(letterText(letter)).toContain("https://spotter.test/?a=1&b=2");
    expect(letterText(letter)).toContain("Because.\nUnsubscribe: https://spotter.test/u?a=1&b=2");
    expect(html).toContain('href="https://spotter.test/u?a=1&#38;b=2"');
  });

  test("lets a line end within a long name after what joins its words, as HTML", () => {
    const named = { ...letter, heading: "Welcome, Bartholomew_Weatherington", paragraphs: ["iron.lady pays $4.99."] };
    expect(letterHtml(named)).toContain("Welcome, Bartholomew_<wbr>Weatherington</h1>");
    expect(letterHtml(named)).toContain("iron.<wbr>lady pays $4.99.</p>");
    expect(letterText(named)).not.toContain("<wbr>");
  });
});
