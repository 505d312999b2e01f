import { readFileSync } from "node:fs";

/** Variables with secrets. `<NAME>_FILE` may name a file with the value in their place. */
const SECRETS = ["DATABASE_URL", "MAIL_URL", "METRICS_TOKEN", "BOUNCE_TOKEN", "BACKUP_KEY"];

export const SECRET_FILES = SECRETS.map((name) => `${name}_FILE`);

/** The rest of a sentence about the file, by the system's code. */
const UNREAD: Readonly<Record<string, string>> = {
  ENOENT: "does not exist",
  EACCES: "this user may not read",
  EISDIR: "is a folder",
};

type Variables = Record<string, string | undefined>;

/** The variables with the contents of these files, and a sentence for each file that cannot be read. */
export function readSecretFiles(variables: Variables): { set: Variables; faults: string[] } {
  const set = { ...variables };
  const faults: string[] = [];
  for (const name of SECRETS) {
    const path = variables[`${name}_FILE`];
    if (path === undefined) continue;
    if (variables[name] !== undefined) {
      faults.push(`Set ${name} or ${name}_FILE, not both.`);
      continue;
    }
    const { value, fault } = readValue(path);
    if (fault === undefined) set[name] = name === "BACKUP_KEY" ? findKey(value ?? "") : value;
    else faults.push(`${name}_FILE names a file that ${fault}.`);
  }
  return { set, faults };
}

/** Files of age-keygen have comments beside the key, and those of `npm run` its banner. */
function findKey(text: string): string {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const [key, ...others] = lines.filter((line) => line.startsWith("AGE-SECRET-KEY-"));
  return key !== undefined && others.length === 0 ? key : text;
}

function readValue(path: string): { value?: string; fault?: string } {
  try {
    const value = readFileSync(path, "utf8").trim();
    return value === "" ? { fault: "is empty" } : { value };
  } catch (error) {
    const { code = "an error" } = error as NodeJS.ErrnoException;
    return { fault: UNREAD[code] ?? `cannot be read: ${code}` };
  }
}
