import { fileURLToPath } from "node:url";

/** The page's sources. */
export const WEB = fileURLToPath(new URL("../../src/web/", import.meta.url));
