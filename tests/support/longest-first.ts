import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Files that take long for their size, by which Vitest orders them in a fresh clone. Begun last, each would leave a core
 * idle at the end of the run.
 */
const LONG = [
  ...["api/fuzz", "api/list-large", "api/mixed-load", "api/rate-limit", "database/killed-worker"],
  ...["e2e/first-paint", "e2e/lost-connection", "e2e/passkeys", "e2e/second-factor", "e2e/processes"],
  ...["guards/find-guards", "scripts/prepare", "bench/simulate-queues", "images/remake-image"],
  ...["pricing/price-work-orders", "bundle/verify-bundle", "pdf/chromium-renderer"],
].map((name) => `/${name}.test.ts`);

/** Begins the long files of each project first, and the others in Vitest's order. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((one) => {
      const own = sorted.filter(({ project }) => project === one);
      const isLong = ({ moduleId }: TestSpecification) => LONG.some((end) => moduleId.endsWith(end));
      return [...own.filter(isLong), ...own.filter((file) => !isLong(file))];
    });
  }
}
