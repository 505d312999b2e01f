import type { Screen } from "../screens.ts";

export const screens: Screen[] = [
  {
    path: "/products",
    label: "Products",
    place: 6,
    load: async () => (await import("./products-page.tsx")).ProductsPage,
  },
  {
    path: "/products/import",
    load: async () => (await import("./import-products-page.tsx")).ImportProductsPage,
  },
  {
    path: "/products/:productId",
    shows: "product",
    load: async () => (await import("./product-page.tsx")).ProductPage,
  },
];
