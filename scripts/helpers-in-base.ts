import { basename } from "node:path";
import type { Plugin } from "vite";

/** So begin the names of the helpers in the file of every page. The minifier makes no such names. */
const OURS = "$_";

/**
 * The bundler gives its helpers, 700 bytes, a file of their own, which every page would ask for. Here they move into the
 * file that every page loads anyway.
 */
export const helpersInBase: Plugin = {
  name: "helpers-in-base",
  apply: "build",
  // Names of files hold the hash of their text, which changes after that.
  augmentChunkHash: () => "helpers in base",
  generateBundle: {
    // Before the names of files are written into pages and lists.
    order: "pre",
    handler(_options, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === "chunk");
      const helpers = chunks.find(({ name }) => name === "rolldown-runtime");
      const base = chunks.find(({ name }) => name === "base");
      const [, body, told] = /^(.*)export\{([^}]+)\};\s*$/s.exec(helpers?.code ?? "") ?? [];
      if (!helpers || !base || !body || !told || base.code.includes(OURS))
        throw new Error("The bundler writes its helpers in another way: see scripts/helpers-in-base.ts");
      // Two files that wait for each other would find no helpers at load.
      const isBefore = ({ imports, fileName }: (typeof chunks)[number]) =>
        base.imports.includes(fileName) && imports.includes(helpers.fileName);
      if (chunks.some((one) => one !== helpers && isBefore(one)))
        throw new Error(
          "A file that base imports asks for the bundler's helpers: see scripts/helpers-in-base.ts",
        );
      const asked = new RegExp(`import\\{([^}]+)\\}from"\\./${basename(helpers.fileName)}";`);
      for (const chunk of chunks.filter(({ imports }) => imports.includes(helpers.fileName))) {
        const others = chunk.imports.filter((file) => file !== helpers.fileName && file !== base.fileName);
        chunk.imports = chunk === base ? others : [base.fileName, ...others];
        // One that only waits for the helpers finds them in the base.
        const waits = `import"./${basename(helpers.fileName)}";`;
        chunk.code = chunk.code.replace(waits, "").replace(asked, (_all, list: string) => {
          const pairs = pairsOf(list);
          if (chunk === base)
            return `var ${pairs.map(([name, local]) => `${local}=${OURS}${name}`).join(",")};`;
          const names = pairs.map(([name, local]) => `${OURS}${name} as ${local}`).join(",");
          return `import{${names}}from"./${basename(base.fileName)}";`;
        });
      }
      const pairs = pairsOf(told);
      const names = pairs.map(([, name]) => OURS + name).join(",");
      const made = `(()=>{${body}return[${pairs.map(([local]) => local).join(",")}]})()`;
      base.code = `var[${names}]=${made};${base.code}export{${names}};`;
      Reflect.deleteProperty(bundle, helpers.fileName);
    },
  },
};

/** Of `a as b,c`: a and b, c and c. */
function pairsOf(list: string): [string, string][] {
  return list.split(",").map((one) => {
    const [first = "", second = first] = one.trim().split(" as ");
    return [first, second];
  });
}
