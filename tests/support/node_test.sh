#!/bin/sh
# node_test.sh FOLDER SCRIPT "PACKAGE..." PROGRAM: ctest's entry for a test under node. Skips (77) where node or one of the
# folder's npm packages is missing, and says so.
cd "$1" || exit 1
if ! command -v node >/dev/null; then
  echo "skipped: node is not installed (Debian: nodejs)"
  exit 77
fi
for package in $3; do
  if [ ! -d "node_modules/$package" ]; then
    echo "skipped: npm's $package is not installed; run \`npm ci\` in $1, or ./dev test"
    exit 77
  fi
done
exec node "$2" "$4"
