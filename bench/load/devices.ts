import { setTimeout as pause } from "node:timers/promises";
import WebSocket from "ws";
import { networkOf } from "./client.ts";
import { tokenOf } from "./members.ts";

const CONNECTING_MAX = 100;
/** The beginning of a packet, in which its event's name is. */
const NAME_BYTES = 32;
const SENDER = '"sender":{"_id":"';
const ID_LENGTH = 36;

/** A text that has come to a member's device, from another one. */
export interface Arrival {
  readonly member: number;
  readonly senderId: string;
  readonly text: string;
}

/** Open pages of members, present, each connected as the app's client is. */
export interface Devices {
  /** Called for each text of another member. Undefined: texts are not read, so that they cost this process less. */
  onText: ((arrival: Arrival) => void) | undefined;
  close(): void;
}

/** @throws Error if one is refused */
export async function connectDevices(address: string, members: readonly number[]): Promise<Devices> {
  const devices: Devices = { onText: undefined, close: () => undefined };
  const sockets: WebSocket[] = [];
  let connected = 0;
  let failure: Error | undefined;
  const open = (member: number): void => {
    const socket = new WebSocket(`${address.replace("http", "ws")}/socket.io/?EIO=4&transport=websocket`, {
      headers: { "x-forwarded-for": networkOf(member) },
      origin: address,
      perMessageDeflate: false,
    });
    const readText = (packet: string): void => {
      const at = packet.indexOf(SENDER) + SENDER.length;
      devices.onText?.({ member, senderId: packet.slice(at, at + ID_LENGTH), text: packet });
    };
    socket.on("message", (data: Buffer) => {
      const start = data.toString("latin1", 0, NAME_BYTES);
      if (start === "2") socket.send("3");
      else if (start.startsWith("0")) socket.send(`40${JSON.stringify({ token: tokenOf(member), catchesUp: true })}`);
      else if (start.startsWith("40")) {
        connected++;
        // As an open page does. Without it each text would be worth a push or an email.
        socket.send('42["presence",{"present":true}]');
      } else if (start.startsWith("42")) {
        const acknowledged = /^42(\d+)\[/.exec(start)?.[1];
        if (acknowledged) socket.send(`43${acknowledged}[]`);
        if (devices.onText && start.includes('["new_message"')) readText(data.toString());
      } else if (start.startsWith("44")) failure ??= new Error(data.toString());
    });
    socket.on("error", (error) => {
      failure ??= error;
    });
    sockets.push(socket);
  };
  for (const member of members) {
    open(member);
    while (sockets.length - connected > CONNECTING_MAX && !failure) await pause(5);
  }
  while (connected < members.length && !failure) await pause(20);
  if (failure) throw failure;
  devices.close = () => {
    for (const socket of sockets) socket.terminate();
  };
  return devices;
}
