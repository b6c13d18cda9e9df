import type { Socket } from "node:net";
import { SMTPServer } from "smtp-server";

/** A fault of the server for one email. "refuses" is a temporary rejection, "delays" never acknowledges the recipient. */
export type Fault = "refuses" | "delays" | "drops in the middle" | "drops after taking it" | "answers late";

const LATE_MS = 150;

export interface ReceivedEmail {
  readonly to: string;
  readonly text: string;
  readonly messageId: string;
}

export interface MailServer {
  readonly url: string;
  /** The accepted emails, in order. */
  readonly received: readonly ReceivedEmail[];
  /** Calls the listener after each accepted email. */
  watch(listener: () => void): void;
  close(): Promise<void>;
}

const bodyOf = async (stream: AsyncIterable<Buffer>): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};

const parseEmail = (text: string): ReceivedEmail => {
  const [head = ""] = text.replace(/\r\n[ \t]+/g, " ").split("\r\n\r\n");
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, "im").exec(head)?.[1]?.trim() ?? "";
  return { to: header("To"), text, messageId: header("Message-ID") };
};

/** @param decide returns the fault for an email to an address; called for each attempt */
export async function startMailServer(
  decide: (to: string) => Fault | undefined | Promise<Fault | undefined> = () => undefined,
  port = 0,
): Promise<MailServer> {
  const received: ReceivedEmail[] = [];
  const listeners = new Set<() => void>();
  const sockets = new Set<Socket>();
  const temporaryError = Object.assign(new Error("Try again later"), { responseCode: 451 });
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    async onRcptTo({ address }, session, callback) {
      const fault = await decide(address);
      Object.assign(session, { fault });
      if (fault !== "delays") callback();
    },
    onData(stream, session, callback) {
      const { fault } = session as { fault?: Fault };
      const connection = [...sockets].find(({ remotePort }) => remotePort === session.remotePort);
      if (fault === "drops in the middle") return void stream.once("data", () => connection?.destroy());
      const respond = (text: string) => {
        if (fault === "refuses") return callback(temporaryError);
        received.push(parseEmail(text));
        for (const listener of listeners) listener();
        if (fault === "drops after taking it") connection?.destroy();
        else if (fault === "answers late") setTimeout(callback, LATE_MS);
        else callback();
      };
      // A connection that the sender drops ends without a complete email.
      void bodyOf(stream).then(respond, () => undefined);
    },
  });
  server.on("error", () => undefined);
  server.server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = server.server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    watch(listener) {
      listeners.add(listener);
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
