// From the address to a view.
import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Analyse } from "./analyse";
import { Games, KeptGame } from "./games";
import { Header } from "./header";
import { Lobby } from "./lobby";
import { Play } from "./play";
import { Room } from "./room";
import { roomAddress } from "./room_card";
import { Session, useSession } from "./session";
import { applyTheme } from "./settings";
import "./style/base.css";
import "./style/board.css";
import "./style/views.css";
import { TournamentPage } from "./tournament";
import { Tournaments } from "./tournaments";

/** #/room/Wood%20Lake becomes ["room", "Wood Lake"]. */
function readAddress(): string[] {
  const parts = location.hash.replace(/^#\/?/, "").split("/");
  try {
    return parts.map(decodeURIComponent);
  } catch {
    return [""];
  }
}
function useAddress(): string[] {
  const [address, setAddress] = useState(readAddress);
  useEffect(() => {
    const l = () => setAddress(readAddress());
    addEventListener("hashchange", l);
    return () => removeEventListener("hashchange", l);
  }, []);
  return address;
}
const plyOf = (text: string | undefined): number | undefined => (/^\d+$/.test(text ?? "") ? Number(text) : undefined);

function View({ session, address }: { session: Session; address: string[] }) {
  const [view = "", argument = "", detail] = address;
  if (view === "room" && argument) return <Room key={argument + detail} session={session} name={argument} zone={detail} />;
  if (view === "play") return <Play session={session} />;
  if (view === "games") return <Games />;
  if (view === "game") return <KeptGame key={argument + detail} id={argument} ply={plyOf(detail)} />;
  if (view === "analyse") return <Analyse key={argument} live={session.live} initial={argument} ply={plyOf(detail)} />;
  if (view === "tournaments") return <Tournaments session={session} />;
  if (view === "tournament") return <TournamentPage key={argument} session={session} id={Number(argument)} />;
  return <Lobby session={session} />;
}

function Page({ session }: { session: Session }) {
  useSession(session);
  const address = useAddress();
  const [view = "", argument = ""] = address;
  const inRoom = view === "room" && argument === session.room;
  useEffect(() => {
    if (view !== "room") session.away();
    scrollTo(0, 0);
  }, [view]);
  // The server seats a player for the next tournament game: the page goes along.
  useEffect(() => {
    if ((view === "room" || view === "tournament") && session.seated && session.room !== argument) location.hash = roomAddress(session.room);
  }, [session.room, session.seated]);
  const { game, me } = session;
  const myTurn = session.playing && game !== null && game[game.to_move] === me;
  useEffect(() => {
    const place = argument && (view === "room" || view === "game") ? argument : view || "rooms";
    document.title = `${myTurn ? "● Your move" : place} – Thermodon`;
  }, [view, argument, myTurn]);
  return (
    <>
      <Header session={session} view={view} />
      {session.status === "lost" && <p class="trouble bar" role="alert">The line to the server is cut; connecting again.</p>}
      {session.status === "closed" && (
        <p class="trouble bar" role="alert">
          The server ended this connection, perhaps because the name is in use elsewhere.{" "}
          <button onClick={() => session.live.connect()}>Connect again</button>
        </p>
      )}
      {session.trouble && (
        <p class="trouble bar" role="alert" data-test="trouble">{session.trouble} <button onClick={() => session.clearTrouble()}>OK</button></p>
      )}
      {session.seated && !inRoom && (
        <p class="bar note">
          {session.playing ? `Your game in ${session.room} goes on.` : `You sit in ${session.room}.`}{" "}
          <a href={roomAddress(session.room)}>Back to it</a>
        </p>
      )}
      <View session={session} address={address} />
    </>
  );
}

applyTheme();
const scheme = location.protocol === "https:" ? "wss" : "ws";
render(<Page session={new Session(`${scheme}://${location.host}/api/live`)} />, document.getElementById("page")!);
