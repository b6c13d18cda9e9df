/*
 * Imported before React, whose scheduler renders in `setImmediate` if there is one, and otherwise in messages of a channel
 * of its own, each of which sends the next one. WebKit loses a message that arrives while the page is being kept for Back:
 * after Back, React would never render again.
 */

type Task = () => void;

const { port1, port2 } = new MessageChannel();
const tasks: Task[] = [];
const send = () => port2.postMessage(undefined);

port1.onmessage = () => tasks.shift()?.();
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) tasks.forEach(send);
});
Object.assign(globalThis, {
  setImmediate: (task: Task) => {
    tasks.push(task);
    send();
  },
});
