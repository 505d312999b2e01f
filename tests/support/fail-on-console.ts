// First of all: whoever loads it only after a seal was made gets it without its functions (seen with Node 24).
import "node:tls";
import { format } from "node:util";
import { afterAll, afterEach } from "vitest";

// Nobody reads a complaint on the console, so it fails the test that caused it.

const complaints: string[] = [];

for (const method of ["error", "warn"] as const) {
  console[method] = (...said: unknown[]) => {
    complaints.push(`console.${method}: ${format(...said)}`);
  };
}

function failOnComplaints(): void {
  const said = complaints.splice(0);
  if (said.length > 0) throw new Error(`Nothing may be printed here.\n${said.join("\n")}`);
}

afterEach(failOnComplaints);
afterAll(failOnComplaints);
