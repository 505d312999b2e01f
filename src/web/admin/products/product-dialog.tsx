import { addProduct, changeProduct, getProduct, listProducts } from "#contract/admin/products.ts";
import { formatRate } from "#domain/format.ts";
import { CataloguedProduct, ProductDetails, typedRate } from "#domain/products/product.ts";
import { describeConflict, errorDetails, useSchemaForm } from "#web/admin/ui/use-schema-form.ts";
import { call } from "#web/lib/call.ts";
import { useCached } from "#web/lib/use-call.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { showToast } from "#web/ui/toasts.tsx";

const ProductForm = ProductDetails.extend({ productRate: typedRate() });

type ProductDialogProps = { product: CataloguedProduct | null; onClose: () => void };

/** Changes a product, or adds one (null). */
export function ProductDialog({ product, onClose }: ProductDialogProps) {
  const cached = useCached();
  const form = useSchemaForm({
    schema: ProductForm,
    values: {
      productName: product?.productName ?? "",
      productUnit: product?.productUnit ?? "",
      productRate: product?.productRate?.toString() ?? "",
    },
    recordVersion: product?.recordVersion,
    async save(details, recordVersion) {
      if (product) {
        const params = { id: product.productId };
        await call(changeProduct, { params, body: { ...details, recordVersion } });
      } else await call(addProduct, { body: details });
      showToast({ title: product ? "Product changed" : "Product added", text: details.productName });
      await Promise.all([cached.refetch(listProducts), cached.refetch(getProduct)]);
      onClose();
    },
    explain(error) {
      const current = CataloguedProduct.safeParse(errorDetails(error).product).data;
      if (!current) return null;
      void cached.refetch(listProducts);
      return describeConflict("this product", describeProduct(current));
    },
  });

  return (
    <FormDialog
      form={form}
      title={product ? "Change product" : "Add product"}
      description={
        product
          ? "Drafts change immediately. Documents that were sent stay as their clients see them."
          : "Work orders can be priced by it from now on."
      }
      action={product ? "Save" : "Add"}
      failureTitle="The product wasn't saved"
      onClose={onClose}
    >
      <TextField label="Name" autoComplete="off" form={form} name="productName" />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Unit" hint="hour, page, month" autoComplete="off" form={form} name="productUnit" />
        <TextField
          label="Rate"
          hint="Dollars per unit, before GST"
          inputMode="decimal"
          autoComplete="off"
          form={form}
          name="productRate"
        />
      </div>
    </FormDialog>
  );
}

/** "Design, hour, $150.00". */
function describeProduct({ productName, productUnit, productRate }: CataloguedProduct): string {
  const rate = productRate === null ? "without a rate" : formatRate(productRate);
  return [productName, productUnit ?? "without a unit", rate].join(", ");
}
