import { expect, test } from "vitest";
import { isAnchor, mediaSource, safeUrl } from "./safe-url.ts";

test.each([
  "https://example.com/a?b=c#d",
  "http://example.com",
  "HTTPS://EXAMPLE.COM",
  "mailto:hello@example.com",
  "tel:+61299990000",
  "#scope",
  "#",
  "/general-document/terms",
  "/",
])("BLOCK-4 a link may be %s", (url) => {
  expect(safeUrl(url)).toBe(url);
});

test.each([
  "javascript:alert(1)",
  " javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\nscript:alert(1)",
  "java\tscript:alert(1)",
  "\u0001javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:msgbox(1)",
  "file:///etc/passwd",
  "blob:https://example.com/1",
  "//evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "https:\\\\evil.example",
  "https://user:pass@example.com",
  "https://",
  "www.example.com",
  "relative/path",
  "",
  "   ",
  `https://example.com/${"a".repeat(2000)}`,
  null,
  undefined,
  5,
  {},
  ["https://example.com"],
])("BLOCK-4 a link may not be %j", (url) => {
  expect(safeUrl(url)).toBeUndefined();
});

test.each([
  ["example.com/a.png", "https://example.com/a.png"],
  ["http://example.com/a.png", "https://example.com/a.png"],
  ["https://example.com/a.png", "https://example.com/a.png"],
  ["//example.com/a.png", "https://example.com/a.png"],
  ["example.com:8443/a.png", "https://example.com:8443/a.png"],
  ["  example.com/a b.png ", "https://example.com/a%20b.png"],
  ["/demo/a.svg", "/demo/a.svg"],
])("BLOCK-19 the source %s is loaded from %s", (source, address) => {
  expect(mediaSource(source)).toBe(address);
});

test.each([
  "javascript:alert(1)",
  "data:image/svg+xml,<svg onload=alert(1)>",
  "https://user:pass@example.com/a.png",
  "localhost/a.png",
  "https://",
  "a\u0000.png",
  "",
  null,
  {},
])("BLOCK-19 %j is no source", (source) => {
  expect(mediaSource(source)).toBeUndefined();
});

test("an anchor leads to a place on the same page", () => {
  expect([isAnchor("#scope"), isAnchor("/a#scope")]).toEqual([true, false]);
});
