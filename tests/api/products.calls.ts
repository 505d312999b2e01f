import type * as calls from "#contract/admin/products.ts";
import { makeProduct } from "#tests/support/factories.ts";
import type { TestApp } from "#tests/support/make-app.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";

export async function makeOwn({ db }: TestApp) {
  return { productId: (await makeProduct(db)).productId };
}

export const pointed: PointedAt<typeof calls, "productId"> = {
  listProducts: () => ({}),
  addProduct: ({ productId }) => ({
    body: { productName: productId, productUnit: "page", productRate: 0.5 },
  }),
  changeProduct: ({ productId }) => ({
    params: { id: productId },
    body: {
      productName: productId,
      productUnit: "page",
      productRate: 99.95,
      asRead: { productName: productId, productUnit: "hour", productRate: 100 },
    },
  }),
  getProduct: ({ productId }) => ({ params: { id: productId } }),
  retireProduct: ({ productId }) => ({ params: { id: productId }, body: { isRetired: true } }),
  exportProducts: () => ({}),
  checkProducts: ({ productId }) => ({ body: { csv: `Name,Unit,Rate\n${productId},page,1` } }),
  importProducts: ({ productId }) => ({ body: { csv: `Name,Unit,Rate\n${productId},page,1` } }),
  deleteProduct: ({ productId }) => ({ params: { id: productId } }),
};
