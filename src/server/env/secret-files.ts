import { readFileSync } from "node:fs";
import { describeReadError } from "../file-fault.ts";

/** Variables with secrets. `<NAME>_FILE` may name a file with the value in their place. */
const SECRETS = ["DATABASE_URL", "MAIL_URL", "METRICS_TOKEN", "BOUNCE_TOKEN", "BACKUP_KEY"];

export const SECRET_FILES = SECRETS.map((name) => `${name}_FILE`);

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
    else faults.push(`${name}_FILE names a file that cannot be read: ${fault}.`);
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
    return value === "" ? { fault: "it is empty" } : { value };
  } catch (error) {
    return { fault: describeReadError(error) };
  }
}
