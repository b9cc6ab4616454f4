// Taking a game along: files, a picture, a link to the move, the analysis.
import { useState } from "preact/hooks";
import { savePng, saveText } from "./download";
import type { GameState } from "./live";
import { type Position, parsePosition, toFen } from "./rules";
import { writeSgf } from "./sgf";
import { extendBy, rootOf } from "./tree";

interface Props {
  game: GameState;
  at: number;
  position: Position;
  board: () => SVGSVGElement | null;
  link?: ((ply: number) => string) | undefined;
}

export function sgfOf(game: GameState): string {
  const { tree } = extendBy(rootOf(parsePosition(game.start)), 0, game.moves.map((m) => m.move));
  const winner = game.result?.winner;
  const result = winner ? (winner === "white" ? "W+" : "B+") : game.result ? "Void" : undefined;
  return writeSgf(tree, { black: game.black, white: game.white, ...(result ? { result } : {}) });
}

/** The address of the analysis of a game, standing at a ply. */
export function analysisOf(start: string, moves: string[], at: number): string {
  const text = moves.length ? `${start} moves ${moves.join(" ")}` : start;
  return `#/analyse/${encodeURIComponent(text)}/${at}`;
}

export function Share({ game, at, position, board, link }: Props) {
  const [copied, setCopied] = useState("");
  const name = `${game.black || "black"}-${game.white || "white"}`.replace(/[^\w-]+/g, "_");
  const address = link ? `${location.origin}${location.pathname}${link(at)}` : "";
  const copy = (what: string, text: string) =>
    navigator.clipboard?.writeText(text).then(() => setCopied(what)).catch(() => setCopied(""));
  return (
    <>
      <h2>Share and keep</h2>
      <div class="row">
        <button data-test="sgf" onClick={() => saveText(`${name}.sgf`, "application/x-go-sgf", sgfOf(game))}>SGF</button>
        <button data-test="json" onClick={() => saveText(`${name}.json`, "application/json", JSON.stringify(game, null, 1) + "\n")}>JSON</button>
        <button data-test="png" onClick={() => { const svg = board(); if (svg) savePng(`${name}-${at}.png`, svg); }}>PNG</button>
        <a class="button" data-test="to-analysis" href={analysisOf(game.start, game.moves.map((m) => m.move), at)}>Analyse</a>
      </div>
      {link && (
        <label class="copy">Link to this move
          <input readOnly value={address} data-test="link" onFocus={(e) => e.currentTarget.select()} />
          {navigator.clipboard && <button onClick={() => copy("link", address)}>{copied === "link" ? "Copied" : "Copy"}</button>}
        </label>
      )}
      <label class="copy">FEN
        <input readOnly value={toFen(position)} data-test="fen" onFocus={(e) => e.currentTarget.select()} />
        {navigator.clipboard && <button onClick={() => copy("fen", toFen(position))}>{copied === "fen" ? "Copied" : "Copy"}</button>}
      </label>
    </>
  );
}
