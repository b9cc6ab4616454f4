// A child process whose lines of JSON on stdout can be waited for, always with a bound.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

export class JsonProcess {
  constructor(program, args) {
    this.title = `${program.split("/").pop()} ${args[0]}`;
    this.events = [];
    this.waiters = [];
    this.stderr = "";
    this.status = null;  // exit status or signal, once it has ended
    this.child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
    this.child.stderr.on("data", (data) => (this.stderr += data));
    createInterface({ input: this.child.stdout }).on("line", (line) => {
      let event;
      try {
        event = JSON.parse(line);
      } catch {
        event = { event: "not JSON", line };
      }
      this.events.push(event);
      this.wake();
    });
    this.child.on("error", (error) => this.ended(error.message));
    // "close" comes after the last line was read.
    this.child.on("close", (code, signal) => this.ended(code ?? signal));
  }

  ended(status) {
    this.status ??= status;
    this.wake();
  }

  wake() {
    for (const waiter of [...this.waiters]) waiter();
  }

  // What `look` gives as soon as it is not undefined; it is asked again after each line and at the end.
  wait(what, milliseconds, look) {
    return new Promise((resolve, reject) => {
      const finish = (action) => {
        clearTimeout(timer);
        this.waiters.splice(this.waiters.indexOf(waiter), 1);
        action();
      };
      const fail = (why) =>
        finish(() => reject(new Error(`${this.title}: ${why} while waiting for ${what}\n${this.stderr}`)));
      const waiter = () => {
        const found = look();
        if (found !== undefined) finish(() => resolve(found));
        else if (this.status !== null) fail(`ended with ${this.status}`);
      };
      const timer = setTimeout(() => fail(`nothing for ${milliseconds} ms`), milliseconds);
      this.waiters.push(waiter);
      waiter();
    });
  }

  event(what, matches, milliseconds = 20_000) {
    return this.wait(what, milliseconds, () => this.events.find(matches));
  }

  exit(milliseconds = 20_000) {
    return this.wait("its end", milliseconds, () => this.status ?? undefined);
  }

  async stop() {
    if (this.status !== null) return this.status;
    this.child.kill("SIGTERM");
    try {
      return await this.exit(10_000);
    } finally {
      if (this.status === null) this.child.kill("SIGKILL");
    }
  }
}
