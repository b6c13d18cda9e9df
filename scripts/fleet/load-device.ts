import { setTimeout as pause } from "node:timers/promises";
import WebSocket from "ws";

/** The longest pause before a device connects again, as the app's client has it. */
const RECONNECT_MS_MAX = 5_000;
/** Longer than the server takes between two pings: without one the connection is dead. */
const SILENCE_MS = 45_000;

/** Without the client library, of which ten thousand would need gigabytes. */
export interface Device {
  isConnected(): boolean;
  close(): void;
}

interface DeviceOptions {
  readonly host: string;
  readonly port: number;
  readonly origin: string;
  readonly localAddress: string;
  readonly token: string;
  readonly onEvent: (name: string, payload: unknown) => void;
  /** After each connect, and when the server has lost events. */
  readonly catchUp: () => Promise<void>;
}

export function openDevice(options: DeviceOptions): Device {
  const { host, port, origin, localAddress, token, onEvent, catchUp } = options;
  let socket: WebSocket | undefined;
  let connected = false;
  let isClosed = false;

  const connectOnce = (): Promise<void> =>
    new Promise((resolve) => {
      const address = `ws://${host}:${port}/socket.io/?EIO=4&transport=websocket`;
      const own = new WebSocket(address, { localAddress, origin, handshakeTimeout: 10_000, perMessageDeflate: false });
      socket = own;
      let silence = setTimeout(() => own.terminate(), SILENCE_MS);
      own.on("message", (data: Buffer) => {
        const packet = data.toString();
        if (packet === "2") {
          clearTimeout(silence);
          silence = setTimeout(() => own.terminate(), SILENCE_MS);
          own.send("3");
        } else if (packet.startsWith("0")) own.send(`40${JSON.stringify({ token, catchesUp: true })}`);
        else if (packet.startsWith("40")) {
          connected = true;
          // As an open page does. Without it each text would be worth a push or an email.
          own.send('42["presence",{"present":true}]');
          void catchUp();
        } else if (packet.startsWith("42")) {
          // The number before the event asks for an acknowledgement.
          const start = packet.indexOf("[");
          const [name, payload] = JSON.parse(packet.slice(start)) as [string, unknown];
          if (name === "events_missed") void catchUp().then(() => own.send(`43${packet.slice(2, start)}[]`));
          else onEvent(name, payload);
        } else if (packet.startsWith("41") || packet.startsWith("44")) own.terminate();
      });
      own.on("error", () => undefined);
      own.once("close", () => {
        clearTimeout(silence);
        connected = false;
        resolve();
      });
    });

  const stayConnected = async (): Promise<void> => {
    for (let failures = 0; !isClosed; ) {
      const wasConnectedAt = Date.now();
      await connectOnce();
      failures = Date.now() - wasConnectedAt > 5_000 ? 0 : failures + 1;
      const delay = Math.min(RECONNECT_MS_MAX, 1_000 * 2 ** failures);
      await pause(delay * (0.5 + Math.random()), undefined, { ref: false });
    }
  };
  void stayConnected();
  return {
    isConnected: () => connected,
    close() {
      isClosed = true;
      socket?.terminate();
    },
  };
}
