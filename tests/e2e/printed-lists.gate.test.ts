import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { encodeColumnFilters } from "#domain/lists/list-columns.ts";
import type { PageOptions } from "#tests/support/browser.ts";
import { addManyDocuments } from "#tests/support/many-documents.ts";
import { printedText } from "#tests/support/printed-list.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";

const READER = "archivist@bigmill.example";
const PASSWORD = "flour-and-water";
const DOCUMENTS = 2000;

const { browser } = await startJourneys({
  world: {
    organizations: [{ organizationId: "big-mill", organizationName: "Big Mill", status: "ACTIVE" }],
    people: [
      {
        firstName: "Ines",
        lastName: "Moser",
        email: READER,
        password: PASSWORD,
        permissions: [{ organizationId: "big-mill", permissionType: "read" }],
      },
    ],
  },
  prepare: (db) => addManyDocuments(db, "big-mill", DOCUMENTS),
});

const NUMBERS = Array.from({ length: DOCUMENTS }, (_, index) => `P-${index + 1}`).toSorted();
const ofBigMill = encodeColumnFilters([{ id: "organizationName", value: "Big Mill" }]);

type Side = {
  side: string;
  who: PageOptions;
  path: string;
  heads: string;
  says: string;
  columns: string[];
};

const SIDES: Side[] = [
  {
    side: "client",
    who: { as: READER, password: PASSWORD },
    path: "/documents",
    heads: "Big Mill, printed",
    says: "2,000 rows",
    columns: ["Document ID", "Name", "Type", "Status", "Signed By", "Date signed", "Total"],
  },
  {
    side: "company",
    who: { as: "staff@demo.test" },
    path: `/admin/documents?columnFilters=${encodeURIComponent(ofBigMill)}`,
    heads: "Ember & Oak Digital, printed",
    says: "2,000 rows Organization: “Big Mill”",
    columns: ["Number", "Name", "Organization", "Type", "Value", "Updated", "Status"],
  },
];

/** Presses Print below View, and returns once the browser's dialog would open. */
async function pressPrint(page: Page, table = page.getByRole("main")): Promise<void> {
  const opened = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        window.print = resolve;
      }),
  );
  await table.getByRole("button", { name: "View" }).click();
  await page.getByRole("button", { name: "Print", exact: true }).click();
  await opened;
}

test.each(SIDES)(
  "FIRST-11 the $side prints 2,000 rows, each once, with title, owner, filters and all columns, and no control",
  async ({ who, path, heads, says, columns }) => {
    const page = await browser.openPage(path, who);
    await page.getByText("1 - 10 of 2000", { exact: true }).waitFor();
    await pressPrint(page);
    const text = await printedText(page);
    expect(text.startsWith(`Documents ${heads}`), text.slice(0, 200)).toBe(true);
    expect(text).toContain(says);
    expect(text).toContain(columns.join(" "));
    expect((text.match(/\bP-\d+\b/g) ?? []).toSorted()).toEqual(NUMBERS);
    expect(text).not.toMatch(/Filters|View|Download|first|updated|New document|Archive|1 - 10 of|Preparing/);
    // The screen shows what it showed.
    expect(await page.getByRole("rowgroup").last().getByRole("row").count()).toBe(10);
  },
);

test("FIRST-11 a phone, which announces the end of a print before it lays the page out, prints all rows", async () => {
  const page = await browser.openPage("/documents?sort=externalId", { as: READER, password: PASSWORD });
  await page.getByText("1 - 10 of 2000", { exact: true }).waitFor();
  await pressPrint(page);
  await page.emulateMedia({ media: "print" });
  const rows = page.getByRole("table").getByRole("row");
  const endPrint = () =>
    page.evaluate(() => {
      window.dispatchEvent(new Event("beforeprint"));
      window.dispatchEvent(new Event("afterprint"));
    });
  await endPrint();
  expect(await rows.count()).toBe(DOCUMENTS + 1);
  // After the next action the browser's own command prints the rows of now.
  await page.emulateMedia({ media: null });
  await page.getByPlaceholder("Search", { exact: true }).fill("no such document");
  await page.getByText("0 - 0 of 0", { exact: true }).waitFor();
  expect(await printedText(page)).toMatch(/0 rows Search: “no such document”.*No items/);
});

test("FIRST-11 of a page with two tables, one is printed alone, under its name", async () => {
  const page = await browser.openPage("/documents/type/LEGAL_DOCUMENT", { as: "writer@demo.test" });
  const signed = page.getByRole("region", { name: "General Legal Documents" });
  await page.getByRole("cell", { name: "L-301", exact: true }).waitFor();
  await signed.getByRole("row").nth(1).waitFor();
  await pressPrint(page, signed);
  const text = await printedText(page);
  expect(text).toContain("General Legal Documents Harbour Coffee Roasters, printed");
  expect(text).not.toContain("L-301");
  // The browser's own command prints the page.
  await page.keyboard.press("Escape");
  const whole = await printedText(page);
  expect(whole).toContain("L-301");
  expect(whole).toContain("General Legal Documents");
});
