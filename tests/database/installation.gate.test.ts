import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { expect, inject, onTestFinished, test } from "vitest";
import { adoptDataDir } from "#server/installation/adopt-data-dir.ts";
import { openDatabase } from "#server/installation/open-database.ts";
import { RLS } from "#server/start/nouns.ts";
import { StartError } from "#server/start-error.ts";
import { dumpDatabase } from "#tests/support/dump-database.ts";
import { makePerson, PASSWORD } from "#tests/support/factories.ts";
import { createTestApp, type TestApp } from "#tests/support/make-app.ts";

const log = pino({ level: "silent" });
const isEmbedded = inject("databaseTemplate").kind === "embedded";

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "counterpart-installation-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A portal at which a person has signed in, stopped again. */
async function usePortal() {
  const app = await createTestApp();
  onTestFinished(() => app.close());
  const person = await makePerson(app.db);
  const token = await app.signInAs(person);
  await app.deps.files.put(Buffer.from("a PDF"));
  await app.stop();
  return { app, person, token, dataDir: app.deps.env.dataDir };
}

function config({ variables: { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = "" } }: TestApp) {
  return { databaseUrl, dataDir };
}

/** All rows of the stopped portal. */
async function dump(app: TestApp): Promise<string> {
  const database = await openDatabase(config(app), log, async () => undefined);
  try {
    return await dumpDatabase(database);
  } finally {
    await database.close();
  }
}

/** Every file below the folder, with its content. */
function listFiles(folder: string): string[] {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted();
  return paths.map((path) => {
    const whole = join(folder, path);
    const isFile = statSync(whole).isFile();
    return isFile ? `${path} ${createHash("sha256").update(readFileSync(whole)).digest("hex")}` : path;
  });
}

async function refusalOf(app: TestApp, variables: Record<string, string> = {}): Promise<string> {
  const failure = await createTestApp({ ...app.variables, ...variables }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(StartError);
  return (failure as StartError).message;
}

/** Moves the portal's own things out of its data directory, except an embedded database. */
function loseFolder(dataDir: string): string {
  const present = makeFolder();
  for (const name of readdirSync(dataDir).filter((one) => one !== "database"))
    renameSync(join(dataDir, name), join(present, name));
  return present;
}

if (isEmbedded) {
  test("CARE-7 `adopt` refuses a folder that does not exist, or is empty, and makes nothing in it", async () => {
    const dataDir = makeFolder();
    for (const one of [dataDir, join(dataDir, "nowhere")]) {
      const refused = await adoptDataDir({ databaseUrl: undefined, dataDir: one }, log, RLS).catch(
        (error: unknown) => error,
      );
      expect(refused).toBeInstanceOf(StartError);
      expect((refused as StartError).message).toContain(
        `There is no database in ${one}: there is nothing to adopt. Nothing was changed.`,
      );
    }
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test.each([
    ["PG_VERSION", "PG_VERSION is missing"],
    [".", "its database"],
  ])(
    "CARE-7 without database/%s a start refuses and touches nothing; restored, all is there",
    async (part, words) => {
      const { app, person, dataDir } = await usePortal();
      const aside = join(makeFolder(), "aside");
      const path = join(dataDir, "database", part);
      renameSync(path, aside);
      const before = listFiles(dataDir);
      expect(await refusalOf(app)).toContain(words);
      expect(listFiles(dataDir)).toEqual(before);
      renameSync(aside, path);
      const again = await createTestApp(app.variables);
      expect((await again.rawRequest("GET /api/user-profile/user", { as: person })).status).toBe(200);
      await again.close();
    },
  );

  test("a first start that was killed while it made the database is made again", async () => {
    const dataDir = makeFolder();
    mkdirSync(join(dataDir, "database.part", "base"), { recursive: true });
    const app = await createTestApp({ DATA_DIR: dataDir });
    expect(existsSync(join(dataDir, "database.part"))).toBe(false);
    await app.close();
  });
} else {
  test("CARE-7 a lost folder is refused, the database is untouched, and `adopt` continues with a new one", async () => {
    const { app, person, token, dataDir } = await usePortal();
    const before = await dump(app);
    const present = loseFolder(dataDir);
    const refusal = await refusalOf(app);
    expect(refusal).toContain(`The data directory ${dataDir} is empty, but the database is not`);
    expect(refusal).toContain("npm run counterpart -- adopt");
    expect(readdirSync(dataDir).filter((one) => one !== "database")).toEqual([]);
    expect(await dump(app)).toBe(before);

    expect(await adoptDataDir(config(app), log, RLS)).toContain("Everyone signs in again");
    const again = await createTestApp(app.variables);
    const body = { email: person.email, password: PASSWORD };
    const session = (await (await again.rawRequest("POST /api/auth/sign-in/email", { body })).json()) as {
      token: string;
    };
    const issued = await again.rawRequest("GET /api/auth/token", { token: session.token });
    expect(issued.status).toBe(200);
    await again.close();

    // The first folder appears again. Its secret is the old one, and its token is of a retired key.
    for (const name of readdirSync(present)) {
      rmSync(join(dataDir, name), { recursive: true, force: true });
      renameSync(join(present, name), join(dataDir, name));
    }
    expect(await refusalOf(app)).toContain(
      "holds another secret than the one that this database was used with",
    );
    expect(token).not.toBe(session.token);
  });

  test("CARE-7 a folder or a database without an id is adopted, and both get the same one", async () => {
    const { app, token, dataDir } = await usePortal();
    const path = join(dataDir, "installation");
    const id = readFileSync(path, "utf8");
    rmSync(path);
    const second = await createTestApp(app.variables);
    expect(readFileSync(path, "utf8")).toBe(id);
    await second.alterTables("comment on schema drizzle is null");
    await second.close();

    const third = await createTestApp(app.variables);
    expect((await third.rawRequest("GET /api/user-profile/user", { token })).status).toBe(401);
    await third.close();
    expect(readFileSync(path, "utf8")).toBe(id);
  });

  test("CARE-7 an older program refuses the database of a newer one", async () => {
    const { app } = await usePortal();
    const database = await openDatabase(config(app), log);
    await database.asOwner((owner) =>
      owner.query(
        "insert into drizzle.__drizzle_migrations (hash, created_at, name) values ('x', 1, '29990101000000_later')",
      ),
    );
    await database.close();
    const before = await dump(app);
    const refusal = await refusalOf(app);
    expect(refusal).toMatch(
      /^The database belongs to a newer version of the portal: it has 29990101000000_later, and /,
    );
    expect(refusal).toContain("Nothing was changed. Start the newer version again");
    expect(await dump(app)).toBe(before);
  });

  test("CARE-7 a folder in place of the secret is refused in one sentence, by a start and by `adopt`", async () => {
    const { app, dataDir } = await usePortal();
    rmSync(join(dataDir, "secret"));
    mkdirSync(join(dataDir, "secret"));
    const before = listFiles(dataDir);
    const words = `${join(dataDir, "secret")} can't be read: it is a folder in place of a file. Nothing was changed.`;
    expect(await refusalOf(app)).toContain(words);
    const refused = await adoptDataDir(config(app), log, RLS).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StartError);
    expect((refused as StartError).message).toContain(words);
    expect(listFiles(dataDir)).toEqual(before);
  });

  test("CARE-7 a second process with another folder is refused beside the first, whose key stays", async () => {
    const app = await createTestApp();
    onTestFinished(() => app.close());
    const person = await makePerson(app.db);
    const token = await app.signInAs(person);
    const before = await dumpDatabase(app.deps.database, { isRunning: true });
    const dataDir = makeFolder();
    expect(await refusalOf(app, { DATA_DIR: dataDir })).toContain("is empty, but the database is not");
    expect(readdirSync(dataDir)).toEqual([]);

    await expect(adoptDataDir({ ...config(app), dataDir }, log, RLS)).rejects.toThrow(
      "A process of the portal uses the database. Nothing was changed.",
    );
    expect(readdirSync(dataDir)).toEqual([]);

    const other = await createTestApp();
    onTestFinished(() => other.close());
    const { dataDir: foreign } = other.deps.env;
    const files = listFiles(foreign);
    expect(await refusalOf(app, { DATA_DIR: foreign })).toMatch(
      /belongs to another database \(installation /,
    );
    await expect(adoptDataDir({ ...config(app), dataDir: foreign }, log, RLS)).rejects.toThrow(
      "belongs to another",
    );
    expect(listFiles(foreign)).toEqual(files);
    expect(await dumpDatabase(app.deps.database, { isRunning: true })).toBe(before);
    expect((await app.rawRequest("GET /api/user-profile/user", { token })).status).toBe(200);
  });
}
