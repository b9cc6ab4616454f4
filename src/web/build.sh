#!/bin/sh
# build.sh DIR: CMake's entry. Writes the page's three files into DIR; a notice in their place, with a warning, where
# npm or its packages are not to be had. Uses no network once the packages are there.
set -eu
mkdir -p "$1"
out=$(cd "$1" && pwd)
cd "$(dirname "$0")"

installed() { [ node_modules/.package-lock.json -nt package-lock.json ]; }
if command -v npm >/dev/null; then
  installed || npm ci --no-audit --no-fund --loglevel=error || true
fi
if installed; then
  exec npm run --silent build -- "--outdir=$out"
fi

echo "warning: the binary will hold no page: npm, or its packages in $PWD, could not be had" >&2
cat >"$out/index.html" <<'HTML'
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Thermodon</title>
<p>This server was built without its page: npm was not there. Install nodejs and npm, and build again. The games go on
all the same.</p>
</html>
HTML
: >"$out/app.js"
: >"$out/app.css"
# Older than its sources, so that the next build tries again.
touch -d '2000-01-01' "$out/index.html" "$out/app.js" "$out/app.css"
