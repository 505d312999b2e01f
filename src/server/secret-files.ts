import { readFileSync } from "node:fs";
import { StartError } from "./start-error.ts";

/** Variables whose value is or holds a secret. `<NAME>_FILE` names a file with the value, as vaults and containers give it. */
const SECRETS = ["DATABASE_URL", "MAIL_URL", "METRICS_TOKEN"];

type Variables = Record<string, string | undefined>;

/** The variables with the contents of the files that stand for secrets. Throws StartError for what cannot be read. */
export function readSecretFiles(variables: Variables): Variables {
  const read = SECRETS.flatMap((name) => {
    const path = variables[`${name}_FILE`];
    if (path === undefined) return [];
    if (variables[name] !== undefined)
      throw new StartError(`The configuration is wrong. Set ${name} or ${name}_FILE, not both.`);
    return [[name, readValue(`${name}_FILE`, path)] as const];
  });
  return { ...variables, ...Object.fromEntries(read) };
}

function readValue(name: string, path: string): string {
  try {
    const value = readFileSync(path, "utf8").trim();
    if (value !== "") return value;
  } catch (error) {
    const { code = "an error" } = error as NodeJS.ErrnoException;
    throw new StartError(`The configuration is wrong. ${path} (${name}) cannot be read: ${code}.`);
  }
  throw new StartError(`The configuration is wrong. ${path} (${name}) is empty.`);
}
