// The page's frame: address to view, log-in, settings, the one live connection.
import { render } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { Analyse } from "./analyse";
import { FinishedGame, Games } from "./games";
import { type ClientMessage, Live, type Status } from "./live";
import { Lobby } from "./lobby";
import { Room } from "./room";
import { applyTheme, change, login, useSettings } from "./settings";
import "./style.css";

/** #/room/Wood%20Lake becomes ["room", "Wood Lake"]. */
function readAddress(): string[] {
  return location.hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
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

// What to say when the line is (re-)made: the log-in, then the room that the page shows. A seat that was ours is given
// back by the server to the same name.
function greeting(name: string): ClientMessage[] {
  const [view, room] = readAddress();
  const messages: ClientMessage[] = [{ type: "login", name, password: login.password }];
  if (view === "room" && room) messages.push({ type: "join", room, as: "spectator" });
  if (view === "play") messages.push({ type: "join", room: "auto", as: "any" });
  return messages;
}

function SettingsMenu() {
  const s = useSettings();
  return (
    <details class="settings">
      <summary aria-label="settings">⚙</summary>
      <div class="menu">
        <label>Theme
          <select value={s.theme} onChange={(e) => change({ theme: e.currentTarget.value as typeof s.theme })}>
            <option>auto</option><option>light</option><option>dark</option>
          </select>
        </label>
        <label>Pieces
          <select value={s.pieces} data-test="pieces" onChange={(e) => change({ pieces: e.currentTarget.value as typeof s.pieces })}>
            <option>amazons</option><option>tanks</option>
          </select>
        </label>
        <label>Heat maps
          <select value={s.palette} onChange={(e) => change({ palette: e.currentTarget.value as typeof s.palette })}>
            <option>green-red</option><option>colour-blind</option>
          </select>
        </label>
      </div>
    </details>
  );
}

function LogIn({ live, me }: { live: Live; me: string }) {
  const s = useSettings();
  const [name, setName] = useState(s.name);
  const [password, setPassword] = useState("");
  return (
    <details class="settings">
      <summary data-test="me">{me || "log in"}</summary>
      <form class="menu" onSubmit={(e) => {
        e.preventDefault();
        change({ name });
        login.password = password;
        live.send({ type: "logout" });
        greeting(name).forEach((m) => live.send(m));
      }}>
        <label>Name<input value={name} maxLength={30} data-test="name" onInput={(e) => setName(e.currentTarget.value)} /></label>
        <label>Password, if the name is reserved
          <input type="password" value={password} onInput={(e) => setPassword(e.currentTarget.value)} />
        </label>
        <button data-test="log-in">Log in</button>
      </form>
    </details>
  );
}

function Page() {
  const [view = "", argument = "", detail] = useAddress();
  const s = useSettings();
  const [me, setMe] = useState("");
  const [room, setRoom] = useState("");
  const [status, setStatus] = useState<Status>("connecting");
  const live = useMemo(() => {
    const url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/live`;
    return new Live(url, () => greeting(s.name));
  }, []);
  useEffect(() => {
    const ends = [
      live.onStatus(setStatus),
      live.on((m) => {
        if (m.type === "login") setMe(m.name);
        if (m.type === "joined") {
          setRoom(m.room);
          if (readAddress()[0] === "play") location.hash = `#/room/${encodeURIComponent(m.room)}`;
        }
      }),
    ];
    return () => ends.forEach((end) => end());
  }, [live]);
  useEffect(() => {
    if (live.status !== "open" || !me) return;
    if (view === "room" && argument && argument !== room) live.send({ type: "join", room: argument, as: "spectator" });
    else if (view === "play") live.send({ type: "join", room: "auto", as: "any" });
    else if (view !== "room" && room) {
      live.send({ type: "leave" });
      setRoom("");
    }
  }, [view, argument, me]);

  return (
    <>
      <header>
        <a href="#/" class="brand">Thermodon</a>
        <nav aria-label="main">
          <a href="#/" aria-current={view === "" ? "page" : undefined}>Rooms</a>
          <a href="#/play">Play</a>
          <a href="#/games" aria-current={view === "games" ? "page" : undefined}>Games</a>
          <a href="#/analyse" aria-current={view === "analyse" ? "page" : undefined}>Analyse</a>
        </nav>
        <LogIn live={live} me={me} />
        <SettingsMenu />
      </header>
      {status === "lost" && <p class="trouble" role="alert">The line to the server is cut; connecting again.</p>}
      {view === "room" ? <Room key={argument + me} live={live} name={argument} me={me} play={detail === "play"} />
        : view === "games" ? <Games />
        : view === "game" ? <FinishedGame key={argument} id={argument} ply={detail === undefined ? undefined : Number(detail)} />
        : view === "analyse" ? <Analyse key={argument} live={live} initial={argument} />
        : <Lobby live={live} />}
    </>
  );
}

applyTheme();
render(<Page />, document.getElementById("page")!);
