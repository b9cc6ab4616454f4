#!/usr/bin/env python3
"""bot.py URL NAME [ROOM [GAMES]]: plays on a Thermodon server by its JSON interface (docs/api.md), at random."""
import asyncio, contextlib, itertools, json, random, re, sys, websockets  # Debian: python3-websockets

def reach(board, square, vacated=None):  # the squares to which a queen on `square` can move
    for step in -12, -11, -10, -1, 1, 10, 11, 12:
        along = itertools.count(square + step, step)
        yield from itertools.takewhile(lambda at: board[at] == "." or at == vacated, along)

def legal_moves(fen):
    rows, side = re.sub(r"\d+", lambda empty: "." * int(empty[0]), fen).split()[:2]
    board = "#" * 12 + rows.replace("/", "#") + "#" * 12  # an edge all around: from row to row it is 11 squares
    name = lambda at: "abcdefghij"[(at - 12) % 11] + str(10 - (at - 12) // 11)
    return [f"{name(a)}-{name(b)}/{name(c)}" for a, cell in enumerate(board) if cell == {"w": "Q", "b": "q"}[side]
            for b in reach(board, a) for c in reach(board, b, vacated=a)]

async def main(url, me, room="auto", games="1"):
    game, ended = {}, set()
    async for ws in websockets.connect(url):  # again when it breaks
        with contextlib.suppress(websockets.ConnectionClosed):
            await ws.send(json.dumps({"type": "login", "name": me}))
            await ws.send(json.dumps({"type": "join", "room": room}))
            while len(ended) < int(games):
                event = json.loads(await ws.recv())
                if event["type"] not in ("game", "move"): continue
                game |= event.get("game", event)  # a move brings its position, ply and side to move
                if game["result"] and me in (game["black"], game["white"]) and game["id"] not in ended:
                    ended.add(game["id"])
                    print(json.dumps({"id": game["id"], **game["result"]}), flush=True)
                    await ws.send(json.dumps({"type": "new-game"}))
                elif game["status"] == "playing" and me == game[game["to_move"]]:
                    if mine := legal_moves(game["position"]):
                        await ws.send(json.dumps({"type": "move", "move": random.choice(mine), "ply": game["ply"] + 1}))
            return

asyncio.run(main(*sys.argv[1:]))
