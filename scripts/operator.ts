import { runOperator } from "#server/cli/cli.ts";
import { readConfig } from "#server/config.ts";

const code = await runOperator(process.argv.slice(2), () => readConfig(process.env), {
  print: (line) => console.log(line),
  printError: (line) => console.error(line),
  sudoUser: process.env["SUDO_USER"],
});
process.exit(code);
