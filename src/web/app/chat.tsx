// What people in the room say, and what the server tells them.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Session } from "./session";

const LONGEST = 400;

export function Chat({ session }: { session: Session }) {
  const [text, setText] = useState("");
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.scrollTo(0, list.current.scrollHeight), [session.chat]);
  return (
    <section class="card">
      <h2>Chat</h2>
      <ul class="chat" ref={list} role="log" aria-live="polite" data-test="chat">
        {session.chat.map((l, i) => (
          <li key={i} class={l.name ? "" : "soft"}>{l.name ? <b>{l.name}</b> : null} {l.text}</li>
        ))}
      </ul>
      <form class="row" onSubmit={(e) => {
        e.preventDefault();
        if (text.trim()) session.live.send({ type: "chat", text: text.trim() });
        setText("");
      }}>
        <label class="grow"><span class="unseen">message</span>
          <input value={text} maxLength={LONGEST} placeholder="Say something" data-test="say"
            onInput={(e) => setText(e.currentTarget.value)} />
        </label>
        <button>Send</button>
      </form>
      <p class="soft people">{session.users.map((u) => u.name).join(", ")}</p>
    </section>
  );
}
