import { existsSync } from "node:fs";
import { join } from "node:path";

type Locked = { dependencies?: Record<string, string>; optionalDependencies?: Record<string, string> };
/** The packages of package-lock.json by their folders: "node_modules/pg". */
export type Lock = Record<string, Locked>;

/**
 * The folders of the packages that the built server loads, with all that these need. `exists`: whether a folder is
 * installed, because optional packages are there for one platform only. Throws if a package that is needed is missing.
 */
export function findRunTimePackages(
  lock: Lock,
  names: readonly string[],
  exists: (folder: string) => boolean,
): string[] {
  const found = new Set<string>();
  const visit = (name: string, from: string, isOptional: boolean): void => {
    const folder = placesOf(name, from).find((one) => lock[one] !== undefined && exists(one));
    if (folder === undefined) {
      if (isOptional) return;
      throw new Error(`The package ${name} is not installed.`);
    }
    if (found.has(folder)) return;
    found.add(folder);
    const { dependencies = {}, optionalDependencies = {} } = lock[folder] ?? {};
    for (const one of Object.keys(dependencies)) visit(one, folder, one in optionalDependencies);
    for (const one of Object.keys(optionalDependencies)) visit(one, folder, true);
  };
  for (const name of names) visit(name, "", false);
  return [...found].sort();
}

/** Where Node looks for a package, the nearest first. */
function placesOf(name: string, from: string): string[] {
  const places = [join("node_modules", name)];
  const parts = from.split("/node_modules/");
  for (let count = 1; from !== "" && count <= parts.length; count += 1)
    places.unshift(join(parts.slice(0, count).join("/node_modules/"), "node_modules", name));
  return places;
}

/** Whether a folder of a checkout has a package. */
export function isInstalledIn(root: string): (folder: string) => boolean {
  return (folder) => existsSync(join(root, folder, "package.json"));
}
