import { expect, test } from "vitest";
import { describeNote } from "./describe-note.ts";

test.each([
  ["document.change", { fields: ["name", "documentType"] }, "name, type"],
  ["document.duplicate", { copyOf: "P-1042", name: "Shop" }, "a copy of P-1042"],
  ["document.decline", { reason: "Too dear" }, "“Too dear”"],
  ["document.decline", { reason: null }, null],
  ["document.reopen", { times: 1200 }, "visit 1,200"],
  ["work-order.choose", { doesClientWantWorkDone: false }, "leaves it out"],
  ["work-order.move", { from: "OPEN", to: "IN_PROGRESS" }, "from open to in progress"],
  ["organization.rename", { from: "Harbour", to: "Harbour & Co" }, "from Harbour to Harbour & Co"],
  ["settings.change", { timeZone: { from: "A", to: "B" }, abn: {} }, "time zone, abn"],
  ["invitation.send", { email: "ada@example.test", adminRole: "owner" }, "ada@example.test"],
  ["invoice.add", { externalId: "I-7", total: 3 }, "I-7"],
  ["document.open", { times: "once", fields: "name" }, null],
])("COMPANY-9 %s with %j says: %s", (action, details, note) => {
  expect(describeNote(action, details)).toBe(note);
});
