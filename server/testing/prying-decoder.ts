import { readdirSync, readFileSync } from "node:fs";
import { connect } from "node:net";

/** For tests of the sandbox. Answers with the data that a decoder must not reach. */
const attempt = (read: () => string): string => {
  try {
    return read();
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? "failed";
  }
};

const [, , parent = "", key = "", given = "", port = ""] = process.argv;
const socket = connect(Number(port), "127.0.0.1");
const answer = (network: string) =>
  process.send?.({
    environment: attempt(() => readFileSync(`/proc/${parent}/environ`, "utf8")),
    processes: attempt(() =>
      String(
        readdirSync("/proc")
          .filter((name) => /^\d+$/.test(name))
          .includes(parent),
      ),
    ),
    key: attempt(() => readFileSync(key, "utf8")),
    given: attempt(() => readFileSync(given, "utf8")),
    own: Object.keys(process.env).toSorted(),
    network,
  });
socket
  .once("connect", () => answer("connected"))
  .once("error", ({ code }: NodeJS.ErrnoException) => answer(code ?? ""));
