import { expect, test } from "vitest";
import { priceLineItems } from "../pricing/price-work-orders.ts";
import { readPriceTable } from "./read-price-table.ts";

const read = (...rows: string[]) =>
  readPriceTable(
    rows.map((row) => row.split("|").map((cell) => cell.trim())),
    10,
  );
const line = (product: string, price: number, count = 1, countLabel = "") => ({
  product,
  price,
  count,
  countLabel,
});

test("STUDIO-19 a table of items, quantities and prices is read to the last digit", () => {
  expect(
    read(
      "Item | Qty | Unit price | Total",
      "Oak door | 2 | $1,250.50 | 2,501.00",
      "Fitting | 1.5 | 95 | 142.50",
    ),
  ).toEqual({ lines: [line("Oak door", 1250.5, 2), line("Fitting", 95, 1.5)], sums: [] });
  expect(read("Work | Hours | Rate", "Design | 8 | 120", "Credit | 1 | (50)")).toEqual({
    lines: [line("Design", 120, 8, "hours"), line("Credit", -50, 1, "hours")],
    sums: [],
  });
  expect(read("Part | Note | Quantity | Price", "Wall | painted | 12.5 m | 3.005")).toEqual({
    lines: [line("Wall – painted", 3.005, 12.5, "m")],
    sums: [],
  });
  expect(read("Part number | Part | Price", "1001 | Door | 9")).toEqual({
    lines: [line("1001 – Door", 9)],
    sums: [],
  });
  expect(read("What | Unit | Count | Price each", "Sand | bag | 3 | 9")).toEqual({
    lines: [line("Sand", 9, 3, "bag")],
    sums: [],
  });
  expect(read("Part | Cost", "Survey | 400", "| ", "Report | 1 200")).toEqual({
    lines: [line("Survey", 400), line("Report", 1200)],
    sums: [],
  });
});

test("STUDIO-19 the sums of a table are left out where they are what the portal computes", () => {
  const rows = ["Item | Qty | Price | Total", "Door | 3 | 33.335 | 100.01", "Lock | 1 | 20 | 20"];
  const sums = ["Subtotal | | | $120.01", "GST (10%) | | | 12.00", "Total | | | 132.01"];
  const table = read(...rows, ...sums);
  expect(table).toMatchObject({ sums: ["Subtotal", "GST (10%)", "Total"] });
  const { lines } = table as Exclude<typeof table, string>;
  expect(String(priceLineItems({ lineItems: lines, gstPercent: 10 }).total)).toBe("132.01");
  expect(read(...rows, "Total | | | 130")).toBe("“Total” isn't what the lines above it come to.");
  expect(read("Part | Cost", "Survey | 400", "GST | 41")).toBe(
    "“GST” isn't what the lines above it come to.",
  );
  expect(read("Part | Cost", "Total station hire | 400")).toMatchObject({ lines: [{ price: 400 }] });
});

test.each([
  [["Item | Price"], "A pricing table needs a row of titles and a row for each line."],
  [["Item | Price", "Door"], "Some cells span others, so lines can't be told apart."],
  [["Item | Price inc. GST", "Door | 110"], "These prices include GST, which a pricing table adds."],
  [["Item | Price (EUR)", "Door | 110"], expect.stringContaining("in Australian dollars")],
  [["Item | Price €", "Door | 110"], expect.stringContaining("in Australian dollars")],
  [["Door | 110", "Lock | 20"], expect.stringContaining("one column titled “Price”")],
  [["Item | Qty | Cost", "Door | 2 | 110"], expect.stringContaining("one column titled “Price”")],
  [["Item | Price | Price", "Door | 1 | 2"], expect.stringContaining("one column titled “Price”")],
  [["Item | Price", "Door | on request"], "“Door”: “on request” can't be read as a price."],
  [["Item | Price", "Door | €110"], "“Door”: “€110” can't be read as a price."],
  [["Item | Price", "Door | 1.234567890123456"], "“Door”: “1.234567890123456” can't be read as a price."],
  [["No. | Item | Price", "2 | Door | 110"], "A pricing table has no column for “No.”."],
  [["Item | Price | Discount", "Door | 110 | 10%"], "A pricing table has no column for “Discount”."],
  [["Item | Qty | Price total", "Door | 2 | 220"], expect.stringContaining("one column titled “Price”")],
  [["Item | Price (inc tax)", "Door | 110"], "These prices include GST, which a pricing table adds."],
  [["Item | Price", "Door | 110", "Total inc GST | 110"], expect.stringContaining("isn't what the lines")],
  [["Item | Price", "Door | 110", "Total ex GST | 121"], expect.stringContaining("isn't what the lines")],
  [["Item | Price", "Door | 110", "Total | 110", "Extra lock | 20"], "“Extra lock” is below the total."],
  [["Item | Qty | Price", "Door | -1 | 110"], "“Door”: “-1” can't be read as a quantity."],
  [["Item | Qty | Price", "Door | | 110"], "“Door”: a quantity is missing."],
  [["Item | Price", " | 110"], "“110”: this line names no product."],
  [["Item | Qty | Price | Total", "Door | 2 | 110 | 230"], "“Door”: 2 × 110 isn't 230."],
])("STUDIO-19 a table that is not clear stays as it is, with a sentence: %j", (rows, sentence) => {
  expect(read(...rows)).toEqual(sentence);
});
