import { Fragment, type ReactNode } from "react";
import { Isolated } from "./directed.tsx";

export type HeroFact = { kind: "client" | "author" | "type" | "number" | "date"; fact: ReactNode };

/** Who a document is for, who wrote it, and when: one quiet line. */
export function HeroFacts({ facts }: { facts: readonly HeroFact[] }) {
  return (
    <p className="cp-facts">
      {facts.map(({ kind, fact }, index) => (
        <Fragment key={kind}>
          {index > 0 && " · "}
          <bdi translate={["author", "number", "date"].includes(kind) ? "no" : undefined}>{fact}</bdi>
        </Fragment>
      ))}
    </p>
  );
}

export function PreparedFor({ name }: { name: string }) {
  return (
    <>
      Prepared for <Isolated text={name} translate="no" />
    </>
  );
}
