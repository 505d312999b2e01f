import type { PuckState } from "../page/page.ts";
import type { OwnVariable } from "../templates/own-variable.ts";
import { composePage, type Part } from "./compose-page.ts";
import { PROPOSAL } from "./proposal.ts";
import { RETAINER, RETAINER_VARIABLES } from "./retainer.ts";
import { SCOPE_OF_WORK, SCOPE_VARIABLES } from "./scope-of-work.ts";
import { AGREEMENT_VARIABLES, SERVICES_AGREEMENT } from "./services-agreement.ts";
import { STARTERS, type Starter } from "./starter.ts";

const PARTS: Record<Starter, { parts: readonly Part[]; variables: OwnVariable[] }> = {
  proposal: { parts: PROPOSAL, variables: [] },
  "scope-of-work": { parts: SCOPE_OF_WORK, variables: SCOPE_VARIABLES },
  retainer: { parts: RETAINER, variables: RETAINER_VARIABLES },
  "services-agreement": { parts: SERVICES_AGREEMENT, variables: AGREEMENT_VARIABLES },
};

/** A page of the library with its variables, each of which has a usual text. */
export function starterPage(starter: Starter): { page: PuckState; variables: OwnVariable[] } {
  const { parts, variables } = PARTS[starter];
  return { page: composePage(STARTERS[starter].name, parts), variables };
}
