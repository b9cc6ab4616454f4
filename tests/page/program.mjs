// The program under test: its server on free ports, and its other subcommands.
import { execFileSync, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { temporaryFolder } from "./paths.mjs";

const binary = process.env.THERMODON;
const START_MS = 20_000;

/** The subcommand's output as lines of JSON. */
export function thermodon(...args) {
  const out = execFileSync(binary, [...args, "--json"], { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
  return out.trim().split("\n").map((line) => JSON.parse(line));
}

/** Flags for a server with a certificate of its own, made by Debian's openssl. */
export function tlsFlags() {
  const folder = temporaryFolder("tls");
  const [cert, key] = ["chain.pem", "key.pem"].map((name) => join(folder, name));
  execFileSync("openssl", ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1",
    "-subj", "/CN=127.0.0.1", "-keyout", key, "-out", cert], { stdio: "ignore" });
  return ["--tls-cert", cert, "--tls-key", key];
}

/** A server with a data directory of its own. */
export class Server {
  #args;
  #data = temporaryFolder("data");
  #ports = { tcp: 0, http: 0 }; // free ones at the first start, the same ones after that
  #child;

  constructor(...args) {
    this.#args = args;
  }
  get address() {
    return `${this.#args.includes("--tls-cert") ? "https" : "http"}://127.0.0.1:${this.#ports.http}/`;
  }
  get tcp() {
    return this.#ports.tcp;
  }
  start() {
    const { tcp, http } = this.#ports;
    const args = ["serve", "--bind", "127.0.0.1", "--port", tcp, "--http", http, "--json", "--data", this.#data, "--log-level", "warn"];
    this.#child = spawn(binary, [...args.map(String), ...this.#args], { stdio: ["ignore", "pipe", "inherit"] });
    const told = new Set();
    return new Promise((done, fail) => {
      const timer = setTimeout(() => fail(new Error("the server did not tell its ports")), START_MS);
      this.#child.once("exit", (code) => fail(new Error(`the server ended with ${code}`)));
      createInterface({ input: this.#child.stdout }).on("line", (line) => {
        const { event, kind, port } = JSON.parse(line);
        if (event === "listening") this.#ports[kind] = port;
        if (told.add(kind).size < 2) return;
        clearTimeout(timer);
        done();
      });
    });
  }
  stop(signal = "SIGTERM") {
    return new Promise((done) => {
      this.#child.once("exit", done);
      this.#child.kill(signal);
    });
  }
}

/** A tournament client, until it is told to stop. */
export function startClient(tcp, name, ...args) {
  const child = spawn(binary, ["join", "--host", "127.0.0.1", "--port", String(tcp), "--name", name, ...args], { stdio: "ignore" });
  return { stop: () => new Promise((done) => {
    if (child.exitCode !== null) return done();
    child.once("exit", done);
    child.kill("SIGTERM");
  }) };
}
