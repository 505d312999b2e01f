// A copy of every script and style sheet of the build, compressed once as well as Brotli can: a sixth smaller than what a
// server has the time for.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";

const compress = promisify(brotliCompress);

/** Below this, the answer's headers weigh more than the text. */
const SMALLEST_BYTES = 1024;

/** Writes `name.js.br` beside each `name.js` below a folder, and the same for style sheets. */
export async function compressAssets(folder) {
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.(js|css)$/.test(name));
  await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const text = await readFile(path);
      if (text.length >= SMALLEST_BYTES) await writeFile(`${path}.br`, await compress(text));
    }),
  );
}
