#!/usr/bin/env python3
"""bot.py URL NAME [ROOM [GAMES]]: plays on a Thermodon server by its JSON interface (docs/api.md), at random."""
import asyncio, json, random, sys, websockets  # Debian: python3-websockets

def lines(board, square, vacated=None):  # the squares that a queen on `square` reaches
    for up, right in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]:
        at = (square[0] + right, square[1] + up)
        while at == vacated or board.get(at) == ".":
            yield at
            at = (at[0] + right, at[1] + up)

def legal_moves(fen):
    rows, side = fen.replace("10", "." * 10).split()[:2]
    rows = "".join("." * int(c) if c.isdigit() else c for c in rows).split("/")
    board = {(file, 10 - i): cell for i, row in enumerate(rows) for file, cell in enumerate(row)}
    name = lambda square: "abcdefghij"[square[0]] + str(square[1])
    return [f"{name(a)}-{name(b)}/{name(c)}" for a in board if board[a] == {"w": "Q", "b": "q"}[side]
            for b in lines(board, a) for c in lines(board, b, a)]

async def main(url, me, room="auto", games="1"):
    results = {}  # by the game's id
    async for line in websockets.connect(url):  # again when it breaks
        try:
            for message in {"type": "login", "name": me}, {"type": "join", "room": room}:
                await line.send(json.dumps(message))
            while len(results) != int(games):
                event = json.loads(await line.recv())
                game = event["game"] if event["type"] == "game" else event
                if event["type"] == "game":
                    mine = {game["black"]: "black", game["white"]: "white"}.get(me)
                if game.get("result") and mine and game["id"] not in results:
                    results[game["id"]] = game["result"]
                    print(json.dumps({"id": game["id"], **game["result"]}), flush=True)
                    await line.send(json.dumps({"type": "new-game"}))
                elif "position" in game and mine == game["to_move"] and game.get("status") in ("playing", None):
                    if moves := legal_moves(game["position"]):
                        await line.send(json.dumps({"type": "move", "move": random.choice(moves),
                                                    "ply": game["ply"] + 1}))
            return
        except websockets.ConnectionClosed:
            pass

asyncio.run(main(*sys.argv[1:]))
