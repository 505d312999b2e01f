import type { Screen } from "../screens.ts";

export const screens: Screen[] = [
  {
    path: "/products",
    label: "Products",
    load: async () => (await import("./products-page.tsx")).ProductsPage,
  },
];
