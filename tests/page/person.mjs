// Somebody in front of a browser: a page of its own with what a test does on it.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";

const SHOTS = process.env.SCREENSHOTS;
const WAIT_MS = 15_000;

export class Person {
  /** A context of its own: own storage, own name. Everything that the page loads must come from the server itself. */
  static async come(browser, address, options = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, acceptDownloads: true, ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(WAIT_MS);
    const person = new Person(page, address);
    page.on("pageerror", (e) => person.faults.push(String(e)));
    page.on("console", (m) => m.type() === "error" && person.faults.push(m.text()));
    page.on("request", (r) => {
      if (!r.url().startsWith(address) && !/^(data|blob):/.test(r.url())) person.faults.push(`asked for ${r.url()}`);
    });
    return person;
  }
  constructor(page, address) {
    this.page = page;
    this.address = address;
    this.faults = [];
    this.expected = [];
  }
  async leave() {
    await this.page.context().close();
    assert.deepEqual(this.faults.filter((f) => !this.expected.some((e) => e.test(f))), []);
  }
  /** Complaints of this kind are no faults from now on. */
  expects(pattern) {
    this.expected.push(pattern);
  }

  go = (hash) => this.page.goto(this.address + hash);
  by = (name) => this.page.locator(`[data-test="${name}"]`);
  square = (name) => this.page.locator(`.board [data-square="${name}"]`);
  text = (name) => this.by(name).innerText();
  click = (name) => this.by(name).click();
  /** The state line, once it says what `pattern` says. */
  state = (pattern, timeout = WAIT_MS) => this.by("state").filter({ hasText: pattern }).waitFor({ timeout });
  ply = async () => Number((await this.text("ply")).split("/")[1]);
  fen = () => this.by("fen").inputValue();

  /** Squares with this attribute, for example data-target. */
  squares(selector) {
    return this.page.$$eval(`.board .square${selector}`, (all) => all.map((e) => e.dataset.square));
  }
  /** Enters a move by three clicks. */
  async move(from, to, arrow) {
    for (const name of [from, to, arrow]) await this.square(name).click();
  }
  /** Plays some legal move by clicks on what the page offers. `pick` chooses from a list. */
  async moveSomehow(color, pick) {
    for (const from of await this.squares(`[data-cell="${color}"]`)) {
      await this.square(from).click();
      const targets = await this.squares("[data-target]");
      if (targets.length === 0) continue;
      await this.square(pick(targets)).click();
      await this.square(pick(await this.squares("[data-target]"))).click();
      return;
    }
    assert.fail("no amazon can move");
  }

  async shoot(name) {
    if (!SHOTS) return;
    mkdirSync(SHOTS, { recursive: true });
    await this.page.screenshot({ path: join(SHOTS, `${name}.png`), animations: "disabled" });
  }
  async download(name) {
    const [file] = await Promise.all([this.page.waitForEvent("download"), this.click(name)]);
    return file.path();
  }
  /** Nothing sticks out at the side. */
  async fits() {
    const over = await this.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(over <= 0, `the page is ${over} px too wide`);
  }
  /** Every button, link and field has a name for a screen reader. */
  async isNamed() {
    const unnamed = await this.page.$$eval("button, a, input, select, textarea, summary", (all) =>
      all.filter((e) => e.checkVisibility()).filter((e) => {
        const label = e.getAttribute("aria-label") || e.title || e.textContent.trim() || e.labels?.[0]?.textContent.trim();
        return !label;
      }).map((e) => e.outerHTML.slice(0, 100)));
    assert.deepEqual(unnamed, []);
  }
}
