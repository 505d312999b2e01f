import { type ComponentProps, lazy, Suspense } from "react";

const load = () => import("./starter-dialogs.tsx");
const Library = lazy(async () => ({ default: (await load()).LibraryDialog }));
const Starter = lazy(async () => ({ default: (await load()).StarterDialog }));
const Terms = lazy(async () => ({ default: (await load()).TermsDialog }));

// The dialogs are seldom opened, so that their screens load without them.

export function LibraryDialog(props: ComponentProps<typeof Library>) {
  return (
    <Suspense>
      <Library {...props} />
    </Suspense>
  );
}

export function StarterDialog(props: ComponentProps<typeof Starter>) {
  return (
    <Suspense>
      <Starter {...props} />
    </Suspense>
  );
}

export function TermsDialog(props: ComponentProps<typeof Terms>) {
  return (
    <Suspense>
      <Terms {...props} />
    </Suspense>
  );
}
