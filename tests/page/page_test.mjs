// The page in a real Chromium, served by the program itself.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";
import { dice } from "./dice.mjs";
import { Person } from "./person.mjs";
import { Server, startClient, thermodon, tlsFlags } from "./program.mjs";

const TOKEN = "a-token-for-the-test";
const START = "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1";
const METRICS = ["strength", "moves", "queen-distance", "king-distance", "mobility"];
const GAME_MS = 90_000;

let server;
let browser;
let finished; // the id of the whole game that the first test plays

before(async () => {
  server = new Server("--first", "white", "--move-time", "60s", "--organiser-token", TOKEN);
  await server.start();
  browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

test("an evaluator is asked for where the searcher uses one", async () => {
  const player = await Person.come(browser, server.address);
  await player.go("#/play");
  const searchers = player.by("searcher");
  await searchers.locator("option[value=two-step]").waitFor({ state: "attached" });
  for (const [searcher, uses] of [["two-step", 0], ["mcts", 1], ["random", 0], ["greedy", 1]]) {
    await searchers.selectOption(searcher);
    await player.by("evaluator").waitFor({ state: uses ? "visible" : "detached" });
  }
  await player.leave();
});

test("a whole game by clicks against the engine, watched live, with a reload on the way", { timeout: GAME_MS + 30_000 }, async () => {
  const player = await Person.come(browser, server.address, { reducedMotion: "reduce" });
  await player.go("#/play");
  await player.click("pick-White");
  await player.by("searcher").selectOption("greedy");
  await player.by("evaluator").selectOption("terrain");
  await player.by("engine-time").selectOption("100");
  await player.click("start");
  await player.state(/Your move/);
  const hash = new URL(player.page.url()).hash;
  assert.match(hash, /^#\/room\//);

  const watcher = await Person.come(browser, server.address);
  await watcher.go(hash);
  await watcher.state(/is to move/);

  const pick = dice(7);
  let reloaded = false;
  for (const end = Date.now() + GAME_MS; ; ) {
    assert.ok(Date.now() < end, "the game takes too long");
    await player.state(/Your move: |wins/);
    const ply = await player.ply();
    if (/wins/.test(await player.text("state"))) break;
    if (ply >= 8 && !reloaded) {
      reloaded = true;
      const fen = await player.fen();
      await player.page.reload();
      await player.state(/Your move/);
      assert.equal(await player.fen(), fen);
    }
    await player.moveSomehow("white", pick);
    // Our own move, or the engine's answer to it, stands on the board before the next look.
    await player.page.waitForFunction((n) => Number(document.querySelector('[data-test="ply"]')?.textContent.split("/")[1]) > n, ply);
    if (ply === 20) await watcher.shoot("game-live");
  }
  assert.ok(reloaded);
  await watcher.state(/wins/);
  assert.equal(await watcher.fen(), await player.fen());
  const link = await player.by("link").inputValue();
  finished = /#\/game\/(\d+)\//.exec(link)[1];

  // What the page shows is what the rules say.
  const kept = await (await fetch(`${server.address}api/games/${finished}`)).json();
  assert.equal(kept.game.moves.length, await player.ply());
  const sgf = await player.download("sgf");
  assert.deepEqual(thermodon("records", "check", sgf), [{ games: 1, legal: 1, illegal: [] }]);
  const json = JSON.parse(readFileSync(await player.download("json"), "utf8"));
  assert.equal(json.moves.length, kept.game.moves.length);
  const png = readFileSync(await player.download("png"));
  assert.equal(png.subarray(1, 4).toString(), "PNG");
  assert.equal(png.readUInt32BE(16), 1200);
  await player.leave();
  await watcher.leave();
});

test("stepping by keyboard, buttons, list, graph and link", async () => {
  const reader = await Person.come(browser, server.address);
  await reader.go(`#/game/${finished}/3`);
  const at = async (n) => reader.by("ply").filter({ hasText: new RegExp(`^${n} /`) }).waitFor();
  await at(3);
  await reader.page.keyboard.press("ArrowRight");
  await at(4);
  await reader.page.keyboard.press("ArrowLeft");
  await reader.page.keyboard.press("ArrowLeft");
  await at(2);
  await reader.page.keyboard.press("Home");
  await at(0);
  assert.equal(await reader.fen(), START);
  await reader.page.keyboard.press("End");
  await at(await reader.ply());
  await reader.by("moves").locator("button").nth(4).click();
  await at(5);
  const link = await reader.by("link").inputValue();
  const other = await Person.come(browser, server.address);
  await other.page.goto(link);
  await other.by("ply").filter({ hasText: /^5 \// }).waitFor();
  assert.equal(await other.fen(), await reader.fen());
  await other.leave();

  const before = await reader.squares("");
  await reader.page.keyboard.press("f");
  assert.deepEqual(await reader.squares(""), before.reverse());
  await reader.page.keyboard.press("f");

  const count = (await reader.ply()) + 1;
  await reader.page.waitForSelector(`[data-test="graph"][data-known="${count}"]`);
  await reader.by("graph").click({ position: { x: 2, y: 20 } });
  await at(0);
  const [{ score }] = thermodon("eval", "--position", START, "--evaluator", "amazong");
  assert.equal(Number((await reader.text("score")).replace("−", "-")), Number(score.toFixed(1)));
  await reader.isNamed();
  await reader.leave();
});

test("heat maps hold the program's numbers, for either side, and territory", async () => {
  const reader = await Person.come(browser, server.address);
  await reader.go(`#/game/${finished}/24`);
  await reader.by("ply").filter({ hasText: /^24 \// }).waitFor();
  const fen = await reader.fen();
  for (const metric of METRICS) {
    const maps = thermodon("eval", "--position", fen, "--evaluator", "terrain", "--metric", metric).at(-1);
    await reader.by("overlay").selectOption(metric);
    for (const side of ["white", "black"]) {
      await reader.click(`side-${side}`);
      const wanted = Object.fromEntries(maps[side].flatMap((rank, r) =>
        rank.flatMap((value, f) => (value === null ? [] : [[String.fromCharCode(97 + f) + (10 - r), value]]))));
      const read = () => reader.page.$$eval("[data-heat]", (all) => Object.fromEntries(all.map((e) => [e.dataset.heat, Number(e.dataset.value)])));
      let shown;
      for (let i = 0; i < 50; i++) {
        shown = await read();
        if (JSON.stringify(Object.entries(shown).sort()) === JSON.stringify(Object.entries(wanted).sort())) break;
        await reader.page.waitForTimeout(100);
      }
      assert.deepEqual(shown, wanted, `${metric}, ${side}`);
    }
  }
  const hot = await reader.page.locator("[data-heat]").first();
  const name = await hot.getAttribute("data-heat");
  await reader.square(name).hover();
  const value = Number(await hot.getAttribute("data-value"));
  assert.equal(await reader.text("pointed"), `${name}: ${Number(value.toFixed(2))}`);
  await reader.page.getByLabel("numbers").check();
  await reader.shoot("game-heat-map");
  const color = () => hot.getAttribute("fill");
  const green = await color();
  await reader.click("settings");
  await reader.click("set-colour-blind safe");
  assert.notEqual(await color(), green);
  await reader.click("set-tanks");
  await reader.click("settings");
  await reader.by("overlay").selectOption("territory");
  await reader.by("territory").waitFor();
  await reader.shoot("game-tanks-territory");
  await reader.leave();
});

test("two people in one room: seats, turns, undo, chat, a server that dies", { timeout: 60_000 }, async () => {
  const ann = await Person.come(browser, server.address, { reducedMotion: "reduce" });
  const bob = await Person.come(browser, server.address, { reducedMotion: "reduce" });
  await ann.go("#/");
  await ann.page.locator(".room.free a").nth(2).click();
  const hash = new URL(ann.page.url()).hash;
  await ann.click("sit-white");
  await ann.state(/Waiting/);
  await bob.go(hash);
  await bob.click("sit-black");
  await ann.state(/Your move/);
  await bob.state(/is to move/);

  // Not bob's turn, and not ann's amazon: nothing happens.
  await bob.square("d10").click();
  assert.deepEqual(await bob.squares("[data-target]"), []);
  await ann.square("d10").click();
  assert.deepEqual(await ann.squares("[data-target]"), []);

  // Undo before the arrow, by the button and by the keyboard.
  await ann.square("d1").click();
  await ann.square("d7").click();
  assert.equal(await ann.square("d7").getAttribute("data-cell"), "white");
  await ann.click("undo");
  assert.equal(await ann.square("d1").getAttribute("data-cell"), "white");
  await ann.page.keyboard.press("Escape");
  assert.deepEqual(await ann.squares("[data-target]"), []);
  await ann.move("d1", "d7", "g7");
  await bob.state(/Your move/);
  assert.equal(await bob.square("g7").getAttribute("data-cell"), "arrow");

  // Keys that come faster than the page is drawn are all taken.
  await bob.square("d10").focus();
  await bob.page.evaluate((keys) => {
    for (const key of keys)
      document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  }, ["Enter", "ArrowUp", "ArrowUp", "Enter"]);
  await bob.page.locator('.board [data-square="d8"][data-cell="black"]').waitFor();
  await bob.click("undo");
  await bob.page.locator('.board [data-square="d10"][data-cell="black"]').waitFor();
  await bob.click("undo");

  // Bob plays by keyboard alone: from d10 to d8, arrow on d10.
  await bob.square("d10").focus();
  const press = async (...keys) => { for (const key of keys) await bob.page.keyboard.press(key); };
  // His board is turned, so down on the screen is up the ranks.
  await press("Enter", "ArrowUp", "ArrowUp", "Enter", "ArrowDown", "ArrowDown", "Enter");
  await ann.page.locator('.board [data-square="d8"][data-cell="black"]').waitFor();
  await ann.state(/Your move/);
  assert.equal(await ann.fen(), await bob.fen());
  assert.equal(await ann.square("d8").getAttribute("data-cell"), "black");

  await ann.by("say").fill("well shot");
  await ann.page.keyboard.press("Enter");
  await bob.by("chat").filter({ hasText: "well shot" }).waitFor();
  await ann.isNamed();

  // Both pages come back by themselves, and the game goes on where it was.
  // What they ask for meanwhile is refused.
  for (const one of [ann, bob]) one.expects(/WebSocket|ERR_CONNECTION_REFUSED/);
  await server.stop("SIGKILL");
  await ann.page.getByText("connecting again").waitFor();
  await server.start();
  await ann.page.getByText("connecting again").waitFor({ state: "hidden" });
  await ann.state(/Your move/);
  await ann.move("g1", "g3", "g2");
  await bob.state(/Your move/);
  assert.equal(await bob.ply(), 3);

  // Looking at the rooms gives no seat up.
  await ann.go("#/");
  await ann.page.locator(".room.playing").first().waitFor();
  await ann.shoot("lobby");
  await ann.page.getByText("Back to it").click();
  await ann.state(/is to move/);
  ann.page.once("dialog", (d) => d.accept());
  await ann.click("leave");
  await bob.state(/wins as Black/);
  await ann.leave();
  await bob.leave();
});

test("who watches a room while the page shows another is taken there when he is seated", async () => {
  const carol = await Person.come(browser, server.address, { reducedMotion: "reduce" });
  let say;
  await carol.page.routeWebSocket(/\/api\/live/, (line) => {
    line.connectToServer(); // both ways; beside it the test speaks as the server
    say = (message) => line.send(JSON.stringify(message));
  });
  await carol.go("#/");
  const free = carol.page.locator(".room.free a");
  await free.first().waitFor();
  const [here, there] = (await free.evaluateAll((all) => all.map((a) => new URL(a.href).hash))).slice(0, 2);
  const shown = () => new URL(carol.page.url()).hash;
  await carol.go(here);
  await carol.click("sit-white");
  await carol.state(/Waiting/);
  const name = await carol.page.evaluate(() => JSON.parse(sessionStorage.getItem("thermodon")).name);
  const room = decodeURIComponent(there.split("/")[2]);
  say({ type: "joined", room, users: [{ name, role: "spectator" }] });
  await carol.page.waitForTimeout(300);
  assert.equal(shown(), here);
  say({ type: "entered", room, name, role: "player" });
  await carol.page.waitForURL((url) => url.hash === `#/room/${encodeURIComponent(room)}`);
  await carol.leave();
});

test("the rooms show games as they go", async () => {
  const pairs = [["Wood Lake", "team01", "team02"], ["Bear Lake", "team03", "team04"], ["Echo Lake", "team05", "team06"], ["Skaha Lake", "team07", "team08"]];
  const clients = pairs.flatMap(([room, ...names]) =>
    names.map((name) => startClient(server.tcp, name, "--room", room, "--searcher", "alphabeta", "--move-time", "400ms", "--margin", "100ms")));
  const ann = await Person.come(browser, server.address);
  try {
    await ann.go("#/");
    const board = ann.page.locator('.room.playing[data-room="Bear Lake"]');
    await board.filter({ hasText: /move [1-9]\d/ }).waitFor({ timeout: 30_000 });
    assert.match(await board.innerText(), /team03/);
    await ann.shoot("rooms");
    await board.click();
    await ann.state(/team0[34] is to move/);
  } finally {
    await Promise.all(clients.map((c) => c.stop()));
  }
  await ann.leave();
});

test("analysis: set-up, engine lines, variations, save and load", async () => {
  const ann = await Person.come(browser, server.address, { reducedMotion: "reduce" });
  await ann.go(`#/game/${finished}/10`);
  await ann.click("to-analysis");
  await ann.by("ply").filter({ hasText: /^10 \// }).waitFor();
  await ann.click("analyse");
  await ann.by("lines").locator("li").nth(2).waitFor();
  assert.match(await ann.text("engine-state"), /depth \d+/);
  const best = ann.by("lines").locator("li").first().locator("button").first();
  assert.match(await best.innerText(), /^[a-j]\d+-[a-j]\d+\/[a-j]\d+$/);
  await ann.shoot("analysis");
  await best.click();
  await ann.by("ply").filter({ hasText: /^11 \// }).waitFor();
  await ann.click("analyse");
  await ann.click("undo");
  await ann.by("ply").filter({ hasText: /^10 \// }).waitFor();

  // A variation, by hand.
  const before = await ann.by("tree").locator("button").count();
  await ann.moveSomehow("white", dice(3));
  await ann.by("ply").filter({ hasText: /^11 \// }).waitFor();
  assert.equal(await ann.by("tree").locator("button").count(), before + 1);
  await ann.page.getByText("Save and load").click();
  await ann.by("save-name").fill("mine");
  await ann.click("save");

  // The evaluator's terms are the program's.
  await ann.page.getByText("Set up a position").click();
  const fen = "2qq2/6/q4q/Q4Q/6/2QQ2 w - - 0 1";
  await ann.by("text").fill(fen);
  await ann.click("read");
  await ann.by("terms-evaluator").selectOption("terrain");
  const [{ score }] = thermodon("eval", "--position", fen, "--evaluator", "terrain");
  await ann.page.waitForSelector(`[data-test="eval-score"][data-score="${score}"]`);

  // By hand: an arrow more.
  await ann.click("brush-arrow");
  await ann.square("c3").click();
  assert.equal(await ann.square("c3").getAttribute("data-cell"), "arrow");
  await ann.click("brush-moves");
  await ann.by("text").fill("(;GM[18];W[d1-d7/g7];B[d10-d8/d9])");
  await ann.click("read");
  await ann.by("ply").filter({ hasText: /^0 \/ 2/ }).waitFor();
  await ann.by("text").fill("3x w");
  await ann.click("read");
  await ann.page.getByRole("alert").waitFor();
  await ann.page.getByRole("button", { name: "mine", exact: true }).click();
  await ann.by("tree").locator("button").nth(before).waitFor();
  await ann.isNamed();
  await ann.leave();
});

test("a tournament from the form to the last result", { timeout: 90_000 }, async () => {
  const ann = await Person.come(browser, server.address);
  await ann.go("#/tournaments");
  await ann.page.getByText("New tournament").click();
  const form = ann.by("new-tournament");
  await form.getByLabel("Name").fill("Test cup");
  await form.getByLabel(/^Players/).fill("one\ntwo\nthree");
  await form.getByLabel("Seconds a move").fill("5");
  await form.getByLabel("Seconds until").fill("6");
  await form.getByLabel("Begins").selectOption("now");
  await ann.by("token").first().fill(TOKEN);
  await form.getByRole("button").click();
  await ann.page.waitForURL(/#\/tournament\/\d+/);
  const id = /(\d+)$/.exec(ann.page.url())[1];
  const read = async () => (await fetch(`${server.address}api/tournaments/${id}`)).json();

  // The third never comes, and loses by forfeit.
  const clients = ["one", "two"].map((name) => startClient(server.tcp, name, "--room", "auto", "--games", "0", "--searcher", "random"));
  try {
    await ann.page.locator("h1").filter({ hasText: "finished" }).waitFor({ timeout: 75_000 });
  } finally {
    await Promise.all(clients.map((c) => c.stop()));
  }

  // The organiser was told better.
  const { number, white } = (await read()).games.find((g) => [g.white, g.black].includes("three"));
  await ann.page.getByText("Organiser", { exact: true }).click();
  await ann.page.getByLabel("Why").fill("three was in the wrong room");
  await ann.page.getByLabel("game", { exact: true }).selectOption(String(number));
  await ann.page.getByLabel("winner").selectOption(white === "three" ? "white" : "black");
  await ann.page.getByText("Set the result").click();
  await ann.page.getByText("three was in the wrong room").waitFor();
  const data = await read();
  const rows = await ann.page.$$eval('[data-test="standings"] tbody tr', (all) => all.map((e) => [e.dataset.player, e.children[2].textContent]));
  assert.deepEqual(rows, data.standings.map((s) => [s.player, String(s.points)]));
  assert.equal(await ann.page.locator('[data-test="crosstable"] tbody tr').count(), 3);
  await ann.shoot("tournament");
  await ann.isNamed();
  await ann.leave();
});

test("a phone, dark: nothing sticks out", async () => {
  const ann = await Person.come(browser, server.address, { viewport: { width: 360, height: 740 }, colorScheme: "dark", hasTouch: true, isMobile: true });
  for (const [name, hash] of [["lobby", "#/"], ["play", "#/play"], ["game", `#/game/${finished}/30`], ["games", "#/games"], ["analysis", "#/analyse"], ["tournaments", "#/tournaments"], ["tournament", "#/tournament/1"]]) {
    await ann.go(hash);
    await ann.page.locator("main h1").waitFor();
    await ann.page.waitForLoadState("networkidle");
    await ann.fits();
    await ann.isNamed();
    await ann.shoot(`phone-${name}`);
  }
  await ann.leave();
});

test("all of it over https and wss", { timeout: 60_000 }, async () => {
  const safe = new Server("--first", "white", ...tlsFlags());
  await safe.start();
  try {
    const player = await Person.come(browser, safe.address, { ignoreHTTPSErrors: true });
    await player.go("#/play");
    await player.click("pick-White");
    await player.by("engine-time").selectOption("100");
    await player.click("start");
    await player.state(/Your move/);
    await player.move("d1", "d7", "g7");
    await player.page.waitForFunction(() => document.querySelector('[data-test="ply"]').textContent.endsWith("/ 2"));
    await player.leave();
  } finally {
    await safe.stop();
  }
});
