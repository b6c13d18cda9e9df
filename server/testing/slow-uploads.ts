import { connect, type Socket } from "node:net";

/** The first bytes of a form's first photo part. */
export const PHOTO_BEGINS =
  '--x\r\ncontent-disposition: form-data; name="photos"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n';
/** The same with some of the photo: the server hears of a file with its first bytes. */
export const PHOTO_UNDER_WAY = PHOTO_BEGINS + "x".repeat(100);
export const FORM_ENDS = "\r\n--x--\r\n";

export interface SlowUpload {
  readonly socket: Socket;
  /** All that the server answers, once the connection is closed. */
  readonly answer: Promise<string>;
  /** Whether the server still listens. */
  isOpen(): boolean;
  /** Sends `bytes` bytes repeatedly until the connection is closed. */
  dribble(bytes: number, everyMs: number): void;
}

interface Begun {
  readonly path: string;
  readonly token: string;
  readonly body?: string | Buffer;
  /** That is promised. */
  readonly length?: number;
  /** The client's apparent network, if the app trusts a proxy. */
  readonly from?: string;
}

/** Begins an upload over a bare socket, and leaves it at that. */
export function beginUpload(address: string, { path, token, body = "", length = 5_000_000, from }: Begun): SlowUpload {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => undefined);
  const answer = new Promise<string>((resolve) => {
    let text = "";
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
    socket.on("close", () => resolve(text));
  });
  const head = [
    `POST ${path} HTTP/1.1`,
    `host: ${hostname}`,
    `authorization: Bearer ${token}`,
    "content-type: multipart/form-data; boundary=x",
    `content-length: ${length}`,
    "connection: close",
    ...(from ? [`x-forwarded-for: ${from}`] : []),
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  socket.write(body);
  return {
    socket,
    answer,
    isOpen: () => !socket.closed && !socket.readableEnded,
    dribble(bytes, everyMs) {
      const timer = setInterval(() => socket.write(Buffer.alloc(bytes)), everyMs);
      socket.once("close", () => clearInterval(timer));
    },
  };
}
