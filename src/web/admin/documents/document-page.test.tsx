import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { EvidenceNotice } from "./document-page.tsx";

const told = (...evidenceDifferences: string[]) =>
  renderToStaticMarkup(<EvidenceNotice document={{ evidenceDifferences }} />);

test("TRUST-1 a document that differs from its evidence says what differs, once and in words", () => {
  expect(told()).toBe("");
  const notice = told("missing", "userName", "missing");
  expect(notice).toContain("This document differs from its evidence");
  expect(notice).toContain("outside the portal: it has no event, userName. The document cannot be opened");
});
