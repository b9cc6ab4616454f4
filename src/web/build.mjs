// npm run build -- --outdir=DIR: the page as three files, index.html, app.js and app.css.
import { build } from "esbuild";
import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";

const { values } = parseArgs({ options: { outdir: { type: "string", default: "dist" } } });

await mkdir(values.outdir, { recursive: true });
await build({
  entryPoints: { app: "app/main.tsx" },
  outdir: values.outdir,
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  jsx: "automatic",
  jsxImportSource: "preact",
  legalComments: "none",
  logLevel: "warning",
});
await copyFile("app/index.html", join(values.outdir, "index.html"));
