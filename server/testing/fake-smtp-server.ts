import type { Socket } from "node:net";
import { SMTPServer } from "smtp-server";

/** What the server does with an email: rejects it temporarily, delays it, times out, or disconnects. */
export type Fault = "refuses" | "delays" | "drops in the middle" | "drops after taking it" | "answers late";

const LATE_MS = 150;

export interface Arrived {
  readonly to: string;
  /** The complete email, as received. */
  readonly text: string;
  readonly messageId: string;
}

/** A real SMTP server on loopback. */
export interface MailServer {
  readonly url: string;
  /** The accepted emails, in order. */
  readonly got: readonly Arrived[];
  /** Calls the listener after each accepted email. */
  watch(listener: () => void): void;
  close(): Promise<void>;
}

const bodyOf = async (stream: AsyncIterable<Buffer>): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};

const asArrived = (text: string): Arrived => {
  const [head = ""] = text.replace(/\r\n[ \t]+/g, " ").split("\r\n\r\n");
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, "im").exec(head)?.[1]?.trim() ?? "";
  return { to: header("To"), text, messageId: header("Message-ID") };
};

/**
 * Starts a server on a free or a given port.
 * @param decide the fault for an email to an address, called for each attempt
 */
export async function startMailServer(
  decide: (to: string) => Fault | undefined | Promise<Fault | undefined> = () => undefined,
  port = 0,
): Promise<MailServer> {
  const got: Arrived[] = [];
  const heard = new Set<() => void>();
  const sockets = new Set<Socket>();
  const later = Object.assign(new Error("Try again later"), { responseCode: 451 });
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
      const line = [...sockets].find(({ remotePort }) => remotePort === session.remotePort);
      if (fault === "drops in the middle") return void stream.once("data", () => line?.destroy());
      const answer = (text: string) => {
        if (fault === "refuses") return callback(later);
        got.push(asArrived(text));
        for (const listener of heard) listener();
        if (fault === "drops after taking it") line?.destroy();
        else if (fault === "answers late") setTimeout(callback, LATE_MS);
        else callback();
      };
      // A connection that the sender drops ends without a complete email.
      void bodyOf(stream).then(answer, () => undefined);
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
    got,
    watch(listener) {
      heard.add(listener);
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
