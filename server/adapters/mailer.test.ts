import { readdirSync, readFileSync } from "node:fs";
import { SMTPServer } from "smtp-server";
import { describe, expect, test } from "vitest";
import { folderMailer, type Mail, smtpMailer } from "#server/adapters/mailer.ts";
import { letterHtml, letterText } from "#server/letter.ts";
import { makeMember } from "#server/testing/members.ts";
import { makeDataFolder } from "#server/testing/processes.ts";
import { testApp } from "#server/testing/test-app.ts";

const FROM = "Spotter <hello@spotter.example>";
const mail: Mail = {
  id: "0192-abc",
  to: "maya@example.com",
  subject: "Hello\r\nBcc: all@example.com",
  text: "Hi",
  html: "<p>Hi</p>",
};

/** A real SMTP server on a free port. `answer` may refuse a mail or wait with it. */
async function listen(answer: (tries: number) => Promise<Error | undefined>) {
  const got: string[] = [];
  let tries = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, _session, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", async () => {
        const refusal = await answer(++tries);
        if (!refusal) got.push(Buffer.concat(chunks).toString());
        callback(refusal ?? null);
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as { port: number };
  return { url: `smtp://127.0.0.1:${port}`, got, close: () => new Promise<void>((resolve) => server.close(resolve)) };
}

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
    folder.remove();
  });
});

describe("mail to a server", () => {
  test("is handed over; a refusal is an error, and the next try works", async () => {
    const server = await listen(async (tries) => (tries === 1 ? new Error("try again later") : undefined));
    const mailer = smtpMailer(server.url, FROM, 5);
    await expect(mailer.send(mail)).rejects.toThrow(/try again later/);
    await mailer.send(mail);
    expect(server.got).toHaveLength(1);
    mailer.close();
    await server.close();
  });

  describe("that refuses, delays and is gone for a while", () => {
    let server: Awaited<ReturnType<typeof listen>> | undefined;
    const late = {
      send: async (one: Mail) => {
        server ??= await listen(async (tries) => {
          if (tries <= 2) return new Error("not now");
          await new Promise((resolve) => setTimeout(resolve, 300));
          return undefined;
        });
        const mailer = smtpMailer(server.url, FROM, 5);
        await mailer.send(one).finally(() => mailer.close());
      },
      close: () => undefined,
    };
    const app = testApp({}, { mailer: late, work: true });

    test("everything arrives once it takes it, once", async () => {
      const member = await makeMember(app);
      await expect.poll(() => server?.got.length, { timeout: 18_000 }).toBe(1);
      expect(server?.got[0]).toContain(`To: ${member.email}`);
      await server?.close();
    });
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
  };

  test("keeps what members wrote as text, and says the same as text and as HTML", () => {
    const html = letterHtml(letter);
    expect(html).not.toMatch(/<script|<b>/);
    expect(html).toContain("prefers-color-scheme:dark");
    expect(letterText(letter)).toContain("https://spotter.test/?a=1&b=2");
    expect(letterText(letter)).toContain("Because.");
  });
});
