import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { casesFor, SEED } from "#tests/support/suite-cases.ts";
import { StartError } from "../start-error.ts";
import { Variables } from "./declare-variables.ts";
import { readEnv } from "./read-env.ts";
import { SECRET_FILES } from "./secret-files.ts";

const VARIABLES = [...Object.keys(Variables.shape), ...SECRET_FILES];

test.each([
  ["on a newcomer's own machine", {}, true],
  ["under an address of this machine", { PUBLIC_URL: "http://127.0.0.1:4000" }, true],
  ["behind a proxy that others reach", { PUBLIC_URL: "https://portal.example.test" }, false],
  ["behind a proxy that the portal trusts", { TRUSTED_PROXIES: "1" }, false],
  ["where others reach it", { HOST: "0.0.0.0" }, false],
  ["behind such a proxy, if asked for", { PUBLIC_URL: "https://portal.example.test", DEMO: "1" }, true],
])(
  "TRUST-5 the demo world, whose passwords everybody knows, is loaded %s: %s is %s",
  (_, variables, isDemo) => {
    expect(readEnv(variables).isDemo).toBe(isDemo);
  },
);

test.each([
  ["a password for another machine", "smtp://portal:secret@mail.example.test", undefined, true],
  ["a password for this machine", "smtp://portal:secret@localhost", undefined, false],
  ["no password", "smtp://mail.example.test", undefined, false],
  ["a password, and the operator wants it so", "smtp://portal:secret@mail.example.test", "offered", false],
])("TRUST-10 with %s, mail waits for TLS: %s, MAIL_TLS %s, %s", (_, MAIL_URL, MAIL_TLS, isRequired) => {
  expect(readEnv({ MAIL_URL, MAIL_TLS }).isMailTlsRequired).toBe(isRequired);
});

test("TRUST-10 secrets come from files that a vault gives, and what cannot be read is said without them", () => {
  const folder = mkdtempSync(join(tmpdir(), "counterpart-env-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "database-url");
  writeFileSync(file, "postgres://portal:secret@db.example.test/portal\n");
  expect(readEnv({ DATABASE_URL_FILE: file }).databaseUrl).toBe(
    "postgres://portal:secret@db.example.test/portal",
  );
  const both = { DATABASE_URL: "postgres://db.example.test/portal", DATABASE_URL_FILE: file };
  expect(() => readEnv(both)).toThrow("Set DATABASE_URL or DATABASE_URL_FILE, not both");
  const missing = { METRICS_TOKEN_FILE: join(folder, "nothing") };
  expect(() => readEnv(missing)).toThrow(
    "METRICS_TOKEN_FILE names a file that cannot be read: it does not exist.",
  );
  expect(() => readEnv({ METRICS_TOKEN_FILE: folder })).toThrow(
    "METRICS_TOKEN_FILE names a file that cannot be read: it is a folder.",
  );
  writeFileSync(file, "\n");
  expect(() => readEnv({ MAIL_URL_FILE: file })).toThrow(
    /MAIL_URL_FILE names a file that cannot be read: it is empty/,
  );
  writeFileSync(file, "http://secret-words");
  expect(() => readEnv({ MAIL_URL_FILE: file })).toThrow(/^(?!.*secret-words)/s);
});

const BACKUP_KEY = `AGE-SECRET-KEY-1${"Q".repeat(58)}`;

test.each([
  ["the line alone", `${BACKUP_KEY}\n`],
  ["of age-keygen", `# created: 2026-11-28T10:00:00+11:00\n# public key: age1qqq\n${BACKUP_KEY}\n`],
  [
    "with the banner of npm",
    `\n> counterpart@1.0.0 counterpart\n> node cli.ts backup-key\n\n${BACKUP_KEY}\r\n`,
  ],
])("RUN-3 the file of BACKUP_KEY_FILE may be %s, but has one key", (_, content) => {
  const folder = mkdtempSync(join(tmpdir(), "counterpart-env-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "backup-key");
  writeFileSync(file, content);
  expect(readEnv({ BACKUP_KEY_FILE: file }).backupKey).toBe(BACKUP_KEY);
  writeFileSync(file, content + content);
  expect(refusalOf({ BACKUP_KEY_FILE: file })).toBe("BACKUP_KEY must be one line.");
  writeFileSync(file, content.replace(BACKUP_KEY, "hunter2"));
  expect(refusalOf({ BACKUP_KEY_FILE: file })).toMatch(/^(?!.*hunter2)BACKUP_KEY must be /s);
});

test("RUN-3 scheduled backups are off without a folder, and their folder is not the portal's own", () => {
  expect(readEnv({ BACKUP_KEY }).backups).toBeNull();
  const both = { BACKUP_KEY, BACKUP_FOLDER: "/mnt/backups" };
  expect(readEnv(both).backups).toEqual({ folder: "/mnt/backups", key: BACKUP_KEY, hour: 2, count: 14 });
  for (const folder of ["/srv/portal", "/srv/portal/backups"])
    expect(() => readEnv({ ...both, BACKUP_FOLDER: folder, DATA_DIR: "/srv/portal" })).toThrow(
      "BACKUP_FOLDER must be outside DATA_DIR, or both are lost together.",
    );
  expect(
    readEnv({ ...both, BACKUP_FOLDER: "/srv/portal-b", DATA_DIR: "/srv/portal" }).backups,
  ).not.toBeNull();
});

/** What a start says of these variables; null if it takes them. */
function refusalOf(variables: Record<string, string>): string | null {
  try {
    readEnv(variables);
    return null;
  } catch (error) {
    expect(error).toBeInstanceOf(StartError);
    return (error as StartError).message;
  }
}

test.each<[string, string, string]>([
  ["PORT", "abc", "must be a whole number from 0 to 65535"],
  ["PORT", "4e3", "must be a whole number"],
  ["HOST", "0.0.0.0:4000", "without a port"],
  ["HOST", "http://0.0.0.0", "must be an address or a name of this machine"],
  ["BACKUP_KEY", "hunter2", "must be the line that `counterpart backup-key` or `age-keygen` prints"],
  ["BACKUP_KEY", `${BACKUP_KEY}A`, "must be the line"],
  ["BACKUP_FOLDER", "/mnt/backups", "needs BACKUP_KEY, because scheduled backups are encrypted"],
  ["BACKUP_HOUR", "24", "must be a whole number from 0 to 23"],
  ["BACKUP_COUNT", "one", "must be a whole number from 2 to 1000"],
  ["MAIL_FROM", "Harbour", "must be one email address"],
  ["MAIL_FROM", "Ember & Oak <>", "must be one email address"],
  ["MAIL_FROM", "a@ember.example, b@ember.example", "must be one email address"],
  ["MAIL_FROM", "A <a@ember.example>, B <b@ember.example>", "must be one email address"],
  ["MAIL_FROM", "Ember\nBcc: all@ember.example <a@ember.example>", "must be one line"],
  ["MAIL_URL", "smtp://user:p#ss@smtp.example:587", "write # as %23"],
  ["MAIL_URL", "smtp://user:p@ss#1@smtp.example:587", "write # as %23"],
  ["MAIL_URL", "smtp://user:12/ss?@smtp.example", "write / as %2F, ? as %3F"],
  ["MAIL_URL", "smtp://user:secret@smtp.example?ignoreTLS=true", "has a parameter that weakens TLS"],
  ["MAIL_URL", "smtp://smtp.example?tls.rejectUnauthorized=false", "NODE_EXTRA_CA_CERTS names"],
  ["MAIL_URL", "smtp://smtp.example/inbox", "without a path"],
  ["MAIL_URL", "smtp://smtp.example?debug=true", "has a parameter after ? that the portal does not read"],
  ["MAIL_URL", "smtp:smtp.example:587", "must be an address such as smtps://"],
  ["DATABASE_URL", "postgres://user:12#ss@db.example/portal", "write # as %23"],
  ["DATABASE_URL", "postgres://db.example/portal?sslmod=require", "nearly equals sslmode"],
  ["DATABASE_URL", "postgres://db.example/portal?sslmode=on", "has an unknown sslmode"],
  [
    "DATABASE_URL",
    "postgres://db.example/p?sslrootcert=/nope.pem",
    "a file in sslrootcert that cannot be read: it does not exist",
  ],
  ["PUBLIC_URL", "https://portal.example/clients", "the portal has a name of its own"],
  ["PUBLIC_URL", "https://portal.example/?x=1", "the portal has a name of its own"],
  ["PUBLIC_URL", "https://portal.example#x", "the portal has a name of its own"],
  ["PUBLIC_URL", "harbour.example", "must be an address such as https://portal.example"],
  ["TIME_ZONE", "+10:00", "must be a name of the time zone database"],
  ["TIME_ZONE", "CET", "must be a name of the time zone database"],
  ["TIME_ZONE", "Mars/Olympus", "must be a name of the time zone database"],
  ["DEMO", "true", "must be 0 or 1"],
  ["ACCENT", "'#0f6b5c'", "has quotes around it"],
  ["NODE_EXTRA_CA_CERTS", "/nope/ca.pem", "names a file that cannot be read: it does not exist"],
])("FIELD-11 %s=%s is refused in one sentence", (name, value, words) => {
  const refusal = refusalOf({ [name]: value });
  expect(refusal).toMatch(new RegExp(`^${name} [^\\n]+\\.$`));
  expect(refusal).toContain(words);
  expect(refusal).not.toContain(value);
});

test.each([
  ["DATABSE_URL", "DATABASE_URL"],
  ["PUBLIC_URl", "PUBLIC_URL"],
  ["TIMEZONE", "TIME_ZONE"],
  ["MAIL_FORM", "MAIL_FROM"],
  ["DATABASE_URL_FIEL", "DATABASE_URL_FILE"],
  ["NODE_EXTRA_CA_CERT", "NODE_EXTRA_CA_CERTS"],
])("FIELD-11 %s is refused as %s, unless that is set too", (typed, expected) => {
  expect(refusalOf({ [typed]: "secret-words" })).toMatch(
    new RegExp(`^${typed} is not read, and nearly equals ${expected}: [^\\n]+\\.$`),
  );
  expect(refusalOf({ [typed]: "x", [expected]: "" })).toBeNull();
});

test("FIELD-11 the variables of usual environments are none of ours, and files of other settings are told", () => {
  const foreign =
    "PORTAINER HOSTNAME POST HOSTS PROJECT_NAME MAIL MAILTO LOGNAME TZ PGHOST DATABASE_HOST SMTP_URL";
  const services = "COUNTERPART_PORT POSTGRES_PORT KUBERNETES_SERVICE_HOST DB_URL NODE_OPTIONS XDG_DATA_DIRS";
  const names = `${foreign} ${services}`.split(" ");
  expect(refusalOf(Object.fromEntries(names.map((name) => [name, "x"])))).toBeNull();
  expect(refusalOf({ SEAL_KEY_FILE: "/key.pem" })).toMatch(
    /^SEAL_KEY_FILE is not read: [^\n]+ Set SEAL_KEY\.$/,
  );
});

test("FIELD-11 several faults are a sentence each", () => {
  const refusal = refusalOf({ PORT: "abc", DATABSE_URL: "x", TLS_KEY: "package.json", TIME_ZONE: "+10:00" });
  expect(refusal?.split("\n").map((line) => line.split(" ")[0])).toEqual([
    "DATABSE_URL",
    "PORT",
    "TIME_ZONE",
    "Set",
  ]);
});

test.each([
  ["portal@ember.example", { name: "", address: "portal@ember.example" }],
  ["<portal@ember.example>", { name: "", address: "portal@ember.example" }],
  [
    '"Ember & Oak, Ltd" <portal@ember.example>',
    { name: "Ember & Oak, Ltd", address: "portal@ember.example" },
  ],
  ["Ember & Oak, Ltd <portal@ember.example>", { name: "Ember & Oak, Ltd", address: "portal@ember.example" }],
  ['"The \\"Oak\\"" <portal@mail>', { name: 'The "Oak"', address: "portal@mail" }],
])("FIELD-11 MAIL_FROM=%s is one sender", (MAIL_FROM, sender) => {
  expect(readEnv({ MAIL_FROM }).mailFrom).toEqual(sender);
});

// Settings of portals that ran before settings were refused.
test.each([
  ["MAIL_URL", "smtps://office@ember.example:abcd efgh ijkl mnop@smtp.gmail.com"],
  ["MAIL_URL", "smtps://postmaster@mg.ember.example:key-1@smtp.mailgun.org:465"],
  ["MAIL_URL", "smtps://AKIAX:BPx+ab%2Fd@email-smtp.us-east-1.amazonaws.com:465"],
  ["MAIL_URL", "smtps://user:100%@smtp.example/?pool=true&maxConnections=2&socketTimeout=60000"],
  ["MAIL_URL", "smtp://user:secret@smtp.example:587?requireTLS=true"],
  ["MAIL_URL", "smtp://relay:25?ignoreTLS=true"],
  ["DATABASE_URL", "postgres://u:p@ep-x.neon.tech/portal?sslmode=require&channel_binding=require"],
  ["DATABASE_URL", "postgres://u:p@db.example/portal?options=-c search_path=portal&application_name=portal"],
  ["DATABASE_URL", "postgres:///portal?host=/var/run/postgresql"],
  ["TIME_ZONE", "Singapore"],
  ["HOST", "fe80::1%eth0.100"],
  ["METRICS_TOKEN", "correct horse battery staple"],
  ["COMPANY_NAME", '"Ember" & "Oak"'],
])("FIELD-11 %s=%s is taken", (name, value) => {
  expect(refusalOf({ [name]: value })).toBeNull();
});

test("FIELD-11 addresses are read as they are meant", () => {
  expect(readEnv({ MAIL_URL: "smtp://u:a b%40%@relay" }).mailUrl).toBe("smtp://u:a%20b%40%25@relay");
  expect(readEnv({ DATABASE_URL: "postgres://u:a b%2F%@db/p" }).databaseUrl).toBe(
    "postgres://u:a%20b%2F%25@db/p",
  );
  expect(readEnv({ PUBLIC_URL: " https://Portal.example/ " }).publicUrl).toBe("https://portal.example");
  const full = "postgres://db.example/portal?sslmode=verify-full";
  expect(readEnv({ DATABASE_URL: full.replace("verify-full", "require") }).databaseUrl).toBe(full);
  const compatible = "postgres://db.example/portal?sslmode=require&uselibpqcompat=true";
  expect(readEnv({ DATABASE_URL: compatible }).databaseUrl).toBe(compatible);
});

// A grammar of passwords, hosts and what people write around them.
const SIGNS = "aZ09-._~!$&'()*+,;=:@#/?% %41%2f%23é".split("");
const password = fc
  .array(fc.constantFrom(...SIGNS), { minLength: 1, maxLength: 8 })
  .map((signs) => signs.join(""));
const wrapped = fc.constantFrom<(text: string) => string>(
  (text) => text,
  (text) => ` ${text}\r`,
  (text) => `"${text}"`,
);

test("FIELD-11 an address with any password leads to its own host with that password, or is refused without it", () => {
  const schemes = fc.constantFrom<["MAIL_URL" | "DATABASE_URL", string]>(
    ["MAIL_URL", "smtps://user:{}@smtp.example:465"],
    ["DATABASE_URL", "postgres://user:{}@db.example:5432/portal"],
  );
  fc.assert(
    fc.property(schemes, password, fc.boolean(), wrapped, ([name, form], typed, isEncoded, wrap) => {
      const written = isEncoded ? encodeURIComponent(typed) : typed;
      const variables = { [name]: wrap(form.replace("{}", () => written)) };
      const refusal = refusalOf(variables);
      if (refusal !== null) {
        expect(refusal).toMatch(new RegExp(`^${name} [^\\n]+\\.$`));
        // Single signs are named in the cure.
        if (written.length > 3) expect(refusal).not.toContain(written);
        return;
      }
      const { databaseUrl, mailUrl } = readEnv(variables);
      const url = new URL((name === "MAIL_URL" ? mailUrl : databaseUrl) ?? "");
      expect(url.hostname).toBe(name === "MAIL_URL" ? "smtp.example" : "db.example");
      const expected = typed.replaceAll(/%(?![0-9a-f]{2})/gi, "%25");
      expect(decodeURIComponent(url.password)).toBe(isEncoded ? typed : decodeURIComponent(expected));
    }),
    { seed: SEED, numRuns: casesFor(300, 20_000) },
  );
});

test("FIELD-11 any value of any variable is taken, or refused in a sentence that names the variable", () => {
  const values = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.constantFrom(
      "0",
      "1",
      "-1",
      "1e3",
      "0x10",
      "65536",
      "true",
      "null",
      "UTC",
      "utc",
      "GMT+0",
      "Etc/GMT+10",
    ),
    fc.constantFrom(
      "a@b.example",
      "A <a@b.example>",
      "https://a.example",
      "http://a.example:0/",
      "#ffffff",
      "::1",
    ),
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
    fc.emailAddress(),
  );
  fc.assert(
    fc.property(fc.constantFrom(...VARIABLES), values, wrapped, (name, value, wrap) => {
      const refusal = refusalOf({ [name]: wrap(value) });
      if (refusal === null) return;
      expect(refusal).toMatch(new RegExp(`^((?:${name}|Set both) [^\\n]+\\.(?:\\n|$))*$`));
      expect(refusal).not.toMatch(/Invalid|expected|undefined|NaN/);
    }),
    { seed: SEED, numRuns: casesFor(500, 20_000) },
  );
});
