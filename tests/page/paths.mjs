import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The page's sources. */
export const WEB = fileURLToPath(new URL("../../src/web/", import.meta.url));

const temporary = mkdtempSync(join(tmpdir(), "thermodon-page-"));
process.once("exit", () => rmSync(temporary, { recursive: true, force: true }));

/** A new folder, which is gone when the test has ended. */
export const temporaryFolder = (name) => mkdtempSync(join(temporary, `${name}-`));
