import type { HttpClient } from "./http-client.ts";
import { BENCH_ADMIN, BENCH_READER } from "./make-world.ts";
import { signIn } from "./sign-in.ts";
import { startMeasuredPortal } from "./start-measured-portal.ts";
import { type Measured, summarize, timed } from "./statistics.ts";

const ROWS = 100_000;
const READ = "/api/unique-document/user/org-2-doc-1";

const rowsOf = (row: (n: number) => string) =>
  Array.from({ length: ROWS }, (_, at) => row(at + 1)).join("\n");

/** Files of new records, in the order in which they are imported. */
const FILES = {
  product: () => `Name,Unit,Rate\n${rowsOf((n) => `Part number ${n},piece,${n % 500}.25`)}`,
  organization: () => `Name\n${rowsOf((n) => `Imported client ${n}`)}`,
  "user-profile": () =>
    `Email,First name,Last name,Organization,Right\n${rowsOf(
      (n) => `person-${n}@import.test,Pat,Number ${n},Imported client ${1 + (n % 10_000)},Can read`,
    )}`,
  "work-order": () =>
    `Organization,Name,Products,Description\n${rowsOf(
      (n) =>
        `Imported client ${1 + (n % 10_000)},Imported work ${n},An hour (hour): ${1 + (n % 40)},<p>Work number ${n % 100}</p>`,
    )}`,
};

type Step = { ms: number; readerMs: Measured };
export type ImportMeasure = Record<keyof typeof FILES, { check: Step; import: Step; again: Step }>;

/** How long files of 100,000 rows take: the dry run, the import, the same once more; and a client's reads meanwhile. */
export async function measureImports(variables: Record<string, string>): Promise<ImportMeasure> {
  const portal = await startMeasuredPortal(variables);
  const admin = await signIn(portal.url, BENCH_ADMIN);
  const reader = await signIn(portal.url, BENCH_READER);
  const read = () => reader.get(`${portal.url}${READ}`);
  const measured: Partial<ImportMeasure> = {};
  try {
    for (const [noun, write] of Object.entries(FILES) as [keyof typeof FILES, () => string][]) {
      const address = `${portal.url}/api/${noun}/admin/import`;
      const csv = write();
      measured[noun] = {
        check: await meanwhile(admin, `${address}/check`, csv, read),
        import: await meanwhile(admin, address, csv, read),
        again: await meanwhile(admin, address, csv, read),
      };
    }
    return measured as ImportMeasure;
  } finally {
    admin.close();
    reader.close();
    await portal.remove();
  }
}

async function meanwhile(
  admin: HttpClient,
  address: string,
  csv: string,
  read: () => Promise<unknown>,
): Promise<Step> {
  let isOver = false;
  const waits: number[] = [];
  const working = timed(() => admin.send("POST", address, { csv })).finally(() => {
    isOver = true;
  });
  while (!isOver) waits.push(await timed(read));
  return { ms: Math.round(await working), readerMs: summarize(waits, 0) };
}
