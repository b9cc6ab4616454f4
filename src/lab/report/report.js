// Draws the report from the JSON in #data (see lab/report.hpp). No network, no globals but Chart.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const root = document.getElementById("report");
  const colours = ["#2a6fbb", "#d1662a", "#3b8f4e", "#8c4fb0", "#b8372f", "#7a6a2f", "#2f8c8c", "#a33c78"];
  const style = getComputedStyle(document.documentElement);
  Chart.defaults.color = style.getPropertyValue("--ink").trim();
  Chart.defaults.borderColor = style.getPropertyValue("--line").trim();
  Chart.defaults.animation = false;
  Chart.defaults.maintainAspectRatio = false;

  const element = (tag, attributes = {}, ...children) => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...children);
    return made;
  };
  const section = (title) => {
    const made = element("section", {}, element("h2", {}, title));
    root.append(made);
    return made;
  };
  const table = (head, rows) =>
    element("div", { class: "scroll" },
      element("table", {},
        element("thead", {}, element("tr", {}, ...head.map((text) => element("th", { scope: "col" }, text)))),
        element("tbody", {}, ...rows.map((row) => element("tr", {}, ...row.map((cell) => element("td", {}, cell)))))));
  const chart = (place, caption, configuration) => {
    const canvas = element("canvas", { role: "img", "aria-label": caption });
    place.append(element("figure", {}, element("figcaption", {}, caption), element("div", { class: "canvas" }, canvas)));
    return new Chart(canvas, configuration);
  };
  const signed = (value, digits = 1) => (value >= 0 ? "+" : "") + value.toFixed(digits);
  const percent = (value) => (100 * value).toFixed(1) + "%";
  const share = (counts) =>
    counts.games === 0 ? "–"
      : `${counts.wins} of ${counts.games} (${percent(counts.wins / counts.games)}, ${percent(counts.low)} to ${percent(counts.high)})`;
  const name = (engine) => data.engines[engine].name;
  // For charts, where a long name would leave no room for what is drawn; the number keeps them apart.
  const short = (engine) => name(engine).length <= 24 ? name(engine) : `${name(engine).slice(0, 20)}… (${engine + 1})`;

  function head() {
    root.append(element("h1", {}, data.engines.map((engine) => engine.name).join(" · ")));
    root.append(element("p", { class: "quiet" },
      `${data.games_played} games, seed ${data.match.seed}; White won ${share(data.white)}`));
  }

  function results() {
    const place = section("Results");
    place.append(table(["first against second", "score", "Elo", "95% interval", "nElo", "LOS", "pairs lost-split-won"],
      data.pairings.map((p) => [`${name(p.a)} against ${name(p.b)}`, `${p.wins} – ${p.losses}`, signed(p.elo),
        `${signed(p.low)} to ${signed(p.high)}`, signed(p.nelo), percent(p.los),
        `${p.pairs[0]}-${p.pairs[2]}-${p.pairs[4]}`])));
    if (data.sprt)
      place.append(element("p", {}, `SPRT [${data.sprt.elo0}, ${data.sprt.elo1}]: LLR ${data.sprt.llr.toFixed(2)} ` +
        `(${data.sprt.low.toFixed(2)}, ${data.sprt.high.toFixed(2)}), ${data.sprt.state}`));
    if (data.engines.length > 2) crosstable(place);
    const charts = element("div", { class: "charts" });
    place.append(charts);
    interval_chart(charts, "Elo with 95% intervals", data.pairings.map((p) => ({
      label: `${short(p.a)} – ${short(p.b)}`, value: p.elo, low: p.low, high: p.high })));
    if (data.engines.length > 2)
      interval_chart(charts, "Ratings, the mean being 0", data.engines.map((e, i) => ({
        label: short(i), value: e.rating, low: e.rating - e.rating_error, high: e.rating + e.rating_error })));
    interval_chart(charts, "Games won by colour, %", data.engines.flatMap((e, i) => ["white", "black"].map((side) => ({
      label: `${short(i)}, ${side}`, value: e[side].games ? 100 * e[side].wins / e[side].games : 0,
      low: 100 * e[side].low, high: 100 * e[side].high }))));
  }

  function crosstable(place) {
    const order = data.engines.map((_, i) => i).sort((a, b) => data.engines[b].rating - data.engines[a].rating);
    const cell = (row, column) => {
      if (row === column) return "·";
      const p = data.pairings.find((q) => (q.a === row && q.b === column) || (q.a === column && q.b === row));
      if (!p) return "";
      return p.a === row ? `${p.wins} – ${p.losses}` : `${p.losses} – ${p.wins}`;
    };
    place.append(table(["", "rating", "won", ...order.map((_, i) => String(i + 1))],
      order.map((row, i) => {
        const engine = data.engines[row];
        return [`${i + 1} ${engine.name}`, `${signed(engine.rating)} ± ${engine.rating_error.toFixed(1)}`,
          `${engine.all.wins} of ${engine.all.games}`, ...order.map((column) => cell(row, column))];
      })));
  }

  // Points with whiskers: floating bars, thin, and the value as a point upon them.
  function interval_chart(place, caption, items) {
    const labels = items.map((item) => item.label);
    chart(place, caption, {
      data: {
        labels,
        datasets: [
          { type: "line", label: "estimate", data: items.map((i) => i.value), showLine: false, pointRadius: 5,
            pointBackgroundColor: colours[0], borderColor: colours[0] },
          { type: "bar", label: "95% interval", data: items.map((i) => [i.low, i.high]), barThickness: 4,
            backgroundColor: colours[0] + "80" },
        ],
      },
      options: { plugins: { legend: { display: false } } },
    });
  }

  function engines() {
    section("Engines").append(table(
      ["", "won", "as White", "as Black", "longest move", "mean", "depth", "nodes/s", "crashes", "illegal", "time"],
      data.engines.map((e) => [e.name, share(e.all), share(e.white), share(e.black), e.max_seconds.toFixed(3) + " s",
        (e.moves ? e.seconds / e.moves : 0).toFixed(3) + " s", (e.moves ? e.depth / e.moves : 0).toFixed(1),
        e.seconds > 0 ? Math.round(e.nodes / e.seconds).toLocaleString("en") : "–",
        String(e.crashes), String(e.illegal), String(e.timeouts)])));
  }

  function by_move() {
    const charts = element("div", { class: "charts" });
    section("By move number").append(charts);
    const line = (key) => data.by_move.map((series, i) => ({
      label: short(i), borderColor: colours[i % colours.length], backgroundColor: colours[i % colours.length],
      pointRadius: 0, borderWidth: 2, data: series.ply.map((ply, k) => ({ x: ply, y: series[key][k] })) }));
    const options = (unit, logarithmic) => ({ scales: {
      x: { type: "linear", title: { display: true, text: "ply" } },
      y: { type: logarithmic ? "logarithmic" : "linear", title: { display: true, text: unit } } } });
    chart(charts, "Time used, mean", { type: "line", data: { datasets: line("seconds") }, options: options("seconds") });
    chart(charts, "Time used, longest", { type: "line", data: { datasets: line("longest") }, options: options("seconds") });
    chart(charts, "Depth, mean", { type: "line", data: { datasets: line("depth") }, options: options("plies") });
    chart(charts, "Nodes, mean", { type: "line", data: { datasets: line("nodes") }, options: options("nodes", true) });
  }

  function openings() {
    const place = section("Openings");
    const charts = element("div", { class: "charts" });
    place.append(charts);
    const bars = (caption, key) => chart(charts, caption, {
      type: "bar",
      data: { labels: data.openings.map((o) => String(o.opening)),
        datasets: [{ label: caption, data: data.openings.map((o) => 100 * o[key] / o.games), backgroundColor: colours[2] }] },
      options: { plugins: { legend: { display: false },
        tooltip: { callbacks: { afterLabel: (item) => `${data.openings[item.dataIndex].games} games: ${data.openings[item.dataIndex].moves}` } } },
        scales: { y: { min: 0, max: 100 } } },
    });
    if (data.engines.length === 2) bars(`Won by ${short(0)}, %`, "first_wins");
    bars("Won by White, %", "white_wins");
  }

  // --- a game's board beside its evaluation curve ---

  function read_fen(fen) {
    const ranks = fen.split(" ")[0].split("/");
    const board = ranks.map((rank) => {
      const cells = [];
      for (const part of rank.match(/\d+|[Qq*]/g) ?? [])
        if (/\d/.test(part)) cells.push(...Array(Number(part)).fill(""));
        else cells.push(part);
      return cells;
    }).reverse();
    return { board, columns: board[0].length, rows: board.length };
  }
  const square = (text) => ({ column: text.charCodeAt(0) - 97, row: Number(text.slice(1)) - 1 });

  function position_after(game, plies) {
    const position = read_fen(game.start);
    let last = null;
    for (const move of game.moves.slice(0, plies)) {
      const [from, to, arrow] = move.split(/[-/]/).map(square);
      position.board[to.row][to.column] = position.board[from.row][from.column];
      position.board[from.row][from.column] = "";
      position.board[arrow.row][arrow.column] = "*";
      last = { from, to, arrow };
    }
    return { ...position, last };
  }

  function draw_board(svg, { board, columns, rows, last }) {
    const cell = 40, edge = 22;
    svg.setAttribute("viewBox", `0 0 ${columns * cell + edge} ${rows * cell + edge}`);
    const shape = (tag, attributes, text) => {
      const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
      for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
      if (text) made.textContent = text;
      svg.append(made);
    };
    svg.replaceChildren();
    for (let row = 0; row < rows; ++row)
      for (let column = 0; column < columns; ++column) {
        const x = edge + column * cell, y = (rows - 1 - row) * cell, kind = board[row][column];
        shape("rect", { x, y, width: cell, height: cell,
          style: `fill: var(--field-${(row + column) % 2 ? "light" : "dark"})` });
        const marked = last && [last.from, last.to, last.arrow].some((s) => s.row === row && s.column === column);
        if (marked) shape("rect", { x: x + 1.5, y: y + 1.5, width: cell - 3, height: cell - 3, fill: "none",
          stroke: "#c23b22", "stroke-width": 3 });
        if (kind === "*") shape("circle", { cx: x + cell / 2, cy: y + cell / 2, r: 7, fill: "#5a3d2b" });
        if (kind === "Q" || kind === "q")
          shape("circle", { cx: x + cell / 2, cy: y + cell / 2, r: 15, fill: kind === "Q" ? "#ffffff" : "#15171c",
            stroke: "#55514a", "stroke-width": 2 });
      }
    for (let column = 0; column < columns; ++column)
      shape("text", { x: edge + column * cell + cell / 2, y: rows * cell + 16, "text-anchor": "middle", "font-size": 13,
        fill: "currentColor" }, String.fromCharCode(97 + column));
    for (let row = 0; row < rows; ++row)
      shape("text", { x: edge / 2, y: (rows - 1 - row) * cell + cell / 2 + 5, "text-anchor": "middle", "font-size": 13,
        fill: "currentColor" }, String(row + 1));
  }

  function games() {
    if (data.games.length === 0) return;
    const place = section("Games");
    if (data.games.length < data.games_played)
      place.append(element("p", { class: "quiet" }, `The first ${data.games.length} of ${data.games_played} games.`));
    const select = element("select", { "aria-label": "Game" }, ...data.games.map((game, i) =>
      element("option", { value: i }, `${game.number}. ${name(game.white)} (White) – ${name(game.black)}: ` +
        `${game.winner ?? "nobody"} won, ${game.reason}`)));
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("role", "img");
    const caption = element("p", { "aria-live": "polite" });
    const opinions = element("div");
    const buttons = [["«", "First position", () => 0], ["‹", "Back", (ply) => ply - 1], ["›", "Forward", (ply) => ply + 1],
      ["»", "Last position", () => Infinity]].map(([text, label, step]) => {
      const button = element("button", { type: "button", "aria-label": label, title: label }, text);
      button.addEventListener("click", () => show(step(ply)));
      return button;
    });
    const right = element("div");
    place.append(element("div", { class: "controls" }, select), element("div", { class: "viewer" },
      element("div", {}, svg, element("div", { class: "controls" }, ...buttons), caption, opinions), right));
    let game = data.games[0], ply = 0;
    const curve = chart(right, "Score from White's view, in squares, as each engine saw it", {
      type: "line", data: { datasets: [] },
      options: {
        interaction: { mode: "nearest", axis: "x", intersect: false },
        onClick: (_, items) => { if (items.length) show(items[0].element.$context.raw.x); },
        scales: { x: { type: "linear", title: { display: true, text: "ply" } } },
      },
    });
    // Proved wins lie far outside what the curve is to show.
    const clipped = (score) => score === null ? null : Math.max(-60, Math.min(60, score));
    const load = () => {
      game = data.games[Number(select.value)];
      const first = game.start.split(" ")[1] === "w" ? 0 : 1;
      curve.data.datasets = ["White", "Black"].map((side, s) => ({
        label: `${side}: ${short(s === 0 ? game.white : game.black)}`, borderColor: colours[s], backgroundColor: colours[s],
        borderWidth: 2, pointRadius: 1.5, spanGaps: true,
        data: game.scores.map((score, i) => ({ x: i + 1, y: (i + first) % 2 === s ? clipped(score) : null })) }));
      curve.data.datasets.push({ label: "shown", data: [], borderColor: "#c23b22", borderWidth: 1, pointRadius: 0 });
      show(game.moves.length);
    };
    const show = (wanted) => {
      ply = Math.max(0, Math.min(game.moves.length, wanted));
      draw_board(svg, position_after(game, ply));
      const move = ply === 0 ? "start" : `${ply}. ${game.moves[ply - 1]}`;
      const score = ply > 0 && game.scores[ply - 1] !== null ? `, score ${signed(game.scores[ply - 1], 2)}` : "";
      caption.textContent = move + score + (ply === game.moves.length ? ` — ${game.detail || game.reason}` : "");
      svg.setAttribute("aria-label", "Board after " + move);
      const choices = game.choices?.[ply] ?? [];
      opinions.replaceChildren(...(choices.length === 0 ? [] : [table(["engine of the ensemble", "its choice", "its score"],
        choices.map((c) => [c.by, c.move + (c.move === game.moves[ply - 1] ? " (played)" : ""),
          c.score === null ? "" : signed(c.score, 2)]))]));
      const marks = curve.data.datasets[2];
      if (marks) marks.data = [{ x: ply, y: -60 }, { x: ply, y: 60 }];
      curve.options.scales.y = { suggestedMin: -10, suggestedMax: 10 };
      if (marks) {
        const values = game.scores.filter((s) => s !== null).map(clipped);
        const reach = Math.max(5, ...values.map(Math.abs));
        curve.options.scales.y = { min: -reach, max: reach };
      }
      curve.update();
    };
    select.addEventListener("change", load);
    place.addEventListener("keydown", (event) => {
      if (event.target === select) return;
      if (event.key === "ArrowLeft") show(ply - 1);
      else if (event.key === "ArrowRight") show(ply + 1);
      else return;
      event.preventDefault();
    });
    load();
  }

  function provenance() {
    const place = section("How it was run");
    place.append(table(["engine", "limits"], data.match.engines.map((e) => [e.spec, JSON.stringify(e.limits)])));
    for (const run of data.match.runs)
      place.append(element("pre", {}, `$ ${run.command.join(" ")}`),
        element("p", { class: "quiet" }, [`version ${run.version}`, ...run.programs.filter((p) => p), run.started, run.machine].join(", ")));
  }

  head();
  results();
  engines();
  by_move();
  openings();
  games();
  provenance();
})();
