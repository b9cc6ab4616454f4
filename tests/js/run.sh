#!/bin/sh
# ctest's entry: skips (77) where node or the npm packages are missing, and says so.
cd "$(dirname "$0")" || exit 1
if ! command -v node >/dev/null; then
  echo "skipped: node is not installed (Debian: nodejs)"
  exit 77
fi
if [ ! -d node_modules/sfs2x-api ] || [ ! -d node_modules/ws ]; then
  echo "skipped: the npm packages are not installed; run \`npm ci\` in tests/js, or ./dev test"
  exit 77
fi
exec node official_client_test.mjs "$1"
