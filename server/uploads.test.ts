import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { addPhotos } from "#contract/profiles.ts";
import { makeMember } from "#server/testing/members.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();

const jpeg = () =>
  sharp({ create: { width: 60, height: 80, channels: 3, background: "#d81e46" } })
    .jpeg()
    .toBuffer();

async function upload(token: string) {
  const form = new FormData();
  form.append("photos", new Blob([new Uint8Array(await jpeg())]), "photo.jpg");
  return app.call(addPhotos, { form }, token);
}

/** Begins an upload of its own making over a bare socket. */
function begin(token: string, body: string, length = 100_000) {
  const { hostname, port } = new URL(app.address);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => undefined);
  const answer = new Promise<string>((resolve) => {
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk.toString();
    });
    socket.on("close", () => resolve(text));
  });
  socket.write(
    `POST ${addPhotos.path} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${token}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: ${length}\r\nconnection: close\r\n\r\n${body}`,
  );
  return { socket, answer };
}

const BEGINNING =
  '--x\r\ncontent-disposition: form-data; name="photos"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\nabc';

describe("uploads", () => {
  test("that are hung up on give their turn on, at whatever moment", async () => {
    const { token } = await makeMember(app);
    for (let i = 0; i < 40; i++) {
      const { socket } = begin(token, i % 3 === 0 ? "" : BEGINNING);
      await pause(i % 4);
      if (i % 2 === 0) socket.resetAndDestroy();
      else socket.end();
    }
    expect((await upload(token)).status).toBe(201);
  });

  test("that never end hold nobody else's", async () => {
    const [slow, other] = [await makeMember(app), await makeMember(app)];
    const sockets = Array.from({ length: 12 }, () => begin(slow.token, BEGINNING).socket);
    await pause(100);
    expect((await upload(other.token)).status).toBe(201);
    for (const socket of sockets) socket.destroy();
    expect((await upload(slow.token)).status).toBe(201);
  });

  test("whose form breaks off are malformed", async () => {
    const { token } = await makeMember(app);
    const { answer } = begin(token, BEGINNING, BEGINNING.length);
    expect(await answer).toMatch(/^HTTP\/1\.1 400[\s\S]*"code":"malformed"/);
  });
});
