import { readFileSync } from "node:fs";

/** Variables whose value is or holds a secret. `<NAME>_FILE` names a file with the value, as vaults and containers give it. */
const SECRETS = ["DATABASE_URL", "MAIL_URL", "METRICS_TOKEN"];

/** The variables that name such a file. */
export const SECRET_FILES = SECRETS.map((name) => `${name}_FILE`);

type Variables = Record<string, string | undefined>;

/** The variables with the contents of the files that stand for secrets, and a sentence for each file that cannot. */
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
    if (fault === undefined) set[name] = value;
    else faults.push(`${name}_FILE names a file that ${fault}.`);
  }
  return { set, faults };
}

function readValue(path: string): { value?: string; fault?: string } {
  try {
    const value = readFileSync(path, "utf8").trim();
    return value === "" ? { fault: "is empty" } : { value };
  } catch (error) {
    const { code = "an error" } = error as NodeJS.ErrnoException;
    return { fault: `cannot be read: ${code}` };
  }
}
