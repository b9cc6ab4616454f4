#!/bin/sh
# run.sh PROGRAM SCREENSHOTS: ctest's entry. Skips (77) where node, Chromium or the npm packages are missing, and says so.
cd "$(dirname "$0")" || exit 1
if ! command -v node >/dev/null; then
  echo "skipped: node is not installed (Debian: nodejs)"
  exit 77
fi
if ! command -v chromium >/dev/null; then
  echo "skipped: Chromium is not installed (Debian: chromium)"
  exit 77
fi
if [ ! -d node_modules/playwright-core ] || [ ! -d ../../src/web/node_modules/typescript ]; then
  echo "skipped: the npm packages are not installed; run \`npm ci\` in tests/page and src/web, or ./dev test"
  exit 77
fi
THERMODON=$1 SCREENSHOTS=$2 exec node --test --test-reporter=spec units_test.mjs page_test.mjs
