// Loaded first: after a seal was made, Node 24 loads it without its functions.
import "node:tls";
import { format } from "node:util";
import { afterAll, afterEach } from "vitest";

// A message on the console goes unread, so it fails the test that caused it.

const complaints: string[] = [];

for (const method of ["error", "warn"] as const) {
  console[method] = (...message: unknown[]) => {
    complaints.push(`console.${method}: ${format(...message)}`);
  };
}

function failOnComplaints(): void {
  const message = complaints.splice(0);
  if (message.length > 0) throw new Error(`Nothing may be printed here.\n${message.join("\n")}`);
}

afterEach(failOnComplaints);
afterAll(failOnComplaints);
