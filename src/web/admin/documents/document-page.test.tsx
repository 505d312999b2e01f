import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { EvidenceNotice } from "./document-page.tsx";

const noticeOf = (...evidenceDifferences: string[]) =>
  renderToStaticMarkup(<EvidenceNotice document={{ evidenceDifferences }} />).replaceAll("&#x27;", "'");

test("TRUST-1 a document that differs from its evidence says what differs, once and in words", () => {
  expect(noticeOf()).toBe("");
  const notice = noticeOf("missing", "userName", "missing");
  expect(notice).toContain("This document differs from its evidence");
  expect(notice).toContain("outside the portal: it has no event, userName. The document can't be opened");
});
