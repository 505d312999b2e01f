import { expect, test } from "vitest";
import { textsOf, writeInterfaceTexts } from "./interface-texts.ts";

test("FIRST-12 docs/texts.md lists every text of the interface with its file; run: npm run texts", async () => {
  await expect(writeInterfaceTexts()).toMatchFileSnapshot("../../docs/texts.md");
});

const SCREEN = `
  import { Card } from "#web/ui/card.tsx";
  const LINE_CLASS = "flex grow";
  const HINTS = { PAID: "Nothing is due", UNPAID: "Unpaid" };
  export function Sums({ name, isOpen }: { name: string; isOpen: boolean }) {
    if (!name) throw new Error("The sums have no name.");
    log.warn("Only operators read this");
    return (
      <Card className="grid gap-4 text-sm" aria-label="Sums of the page">
        You owe <b>{name}</b>, due on <Due />.
        <p title={\`Opened by \${name}\`}>{isOpen ? "still open" : HINTS.PAID}</p>
        <a href="/invoices">See all</a>
      </Card>
    );
  }`;

test("FIRST-12 the list has what people read, whole sentences with their values, and neither classes nor errors of programs", () => {
  expect(textsOf(SCREEN, "src/web/sums.tsx")).toEqual([
    "Nothing is due",
    "Unpaid",
    "You owe …, due on …. See all",
    "Sums of the page",
    "Opened by …",
    "still open",
    "See all",
  ]);
});

test("FIRST-12 of the server it has sentences alone", () => {
  const code = `export const GONE = conflict("gone", "This draft was deleted. Nothing was saved."); const KIND = "Work order";`;
  expect(textsOf(code, "src/server/gone.ts")).toEqual(["This draft was deleted. Nothing was saved."]);
});
