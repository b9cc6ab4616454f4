// The program under test: its server on free ports, and its other subcommands.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const binary = process.env.THERMODON;
const START_MS = 20_000;

/** The subcommand's output as lines of JSON. */
export function thermodon(...args) {
  const out = execFileSync(binary, [...args, "--json"], { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
  return out.trim().split("\n").map((line) => JSON.parse(line));
}

/** A server in this folder's own data directory; `stop` ends it. */
export async function startServer(...args) {
  const data = mkdtempSync(join(tmpdir(), "thermodon-page-"));
  const child = spawn(binary, ["serve", "--bind", "127.0.0.1", "--port", "0", "--http", "0", "--json", "--data", data, "--log-level", "warn", ...args],
    { stdio: ["ignore", "pipe", "inherit"] });
  const ports = {};
  const lines = createInterface({ input: child.stdout });
  await new Promise((done, fail) => {
    const timer = setTimeout(() => fail(new Error("the server did not tell its ports")), START_MS);
    child.once("exit", (code) => fail(new Error(`the server ended with ${code}`)));
    lines.on("line", (line) => {
      const event = JSON.parse(line);
      if (event.event === "listening") ports[event.kind] = event.port;
      if (ports.tcp && ports.http) {
        clearTimeout(timer);
        done();
      }
    });
  });
  return {
    address: `http://127.0.0.1:${ports.http}/`,
    tcp: ports.tcp,
    stop: () => new Promise((done) => {
      child.removeAllListeners("exit");
      child.once("exit", done);
      child.kill("SIGTERM");
    }),
  };
}

/** A tournament client that plays random moves until it is told to stop. */
export function startClient(tcp, name, ...args) {
  const child = spawn(binary, ["join", "--host", "127.0.0.1", "--port", String(tcp), "--name", name, "--searcher", "random", ...args], { stdio: "ignore" });
  return { stop: () => new Promise((done) => {
    if (child.exitCode !== null) return done();
    child.once("exit", done);
    child.kill("SIGTERM");
  }) };
}
