import { connect, type Socket } from "node:net";

export const PHOTO_HEADERS =
  '--x\r\ncontent-disposition: form-data; name="photos"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n';
/** The same with some bytes of the photo, without which the server does not start to process a file. */
export const PHOTO_STARTED = PHOTO_HEADERS + "x".repeat(100);
export const FORM_END = "\r\n--x--\r\n";

export interface SlowUpload {
  readonly socket: Socket;
  /** The complete response, once the connection is closed. */
  readonly answer: Promise<string>;
  isOpen(): boolean;
  /** Sends `bytes` bytes repeatedly until the connection is closed. */
  keepSending(bytes: number, everyMs: number): void;
}

interface UploadOptions {
  readonly path: string;
  readonly token: string;
  readonly body?: string | Buffer;
  readonly length?: number;
  /** The client's apparent network, if the app trusts a proxy. */
  readonly from?: string;
}

export function startUpload(
  address: string,
  { path, token, body = "", length = 5_000_000, from }: UploadOptions,
): SlowUpload {
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
    keepSending(bytes, everyMs) {
      const timer = setInterval(() => socket.write(Buffer.alloc(bytes)), everyMs);
      socket.once("close", () => clearInterval(timer));
    },
  };
}
