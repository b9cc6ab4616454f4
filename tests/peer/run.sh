#!/bin/sh
# ctest's entry: skips (77) where node or the npm package is missing, and says so.
cd "$(dirname "$0")" || exit 1
if ! command -v node >/dev/null; then
  echo "skipped: node is not installed (Debian: nodejs)"
  exit 77
fi
if [ ! -d node_modules/fairy-stockfish-nnue.wasm ]; then
  echo "skipped: the npm package is not installed; run \`npm ci\` in tests/peer, or ./dev test"
  exit 77
fi
exec node peer_test.mjs "$1"
