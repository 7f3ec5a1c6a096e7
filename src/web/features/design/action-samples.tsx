import { useState } from "react";
import { Button, ButtonLink, type ButtonVariant, IconButton } from "#web/components/button.tsx";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";
import { Dialog, Sheet } from "#web/components/dialog.tsx";
import { DropdownMenu, MenuItem, MenuLink, MenuSeparator } from "#web/components/dropdown-menu.tsx";
import { TextLink } from "#web/components/text-link.tsx";
import { toast } from "#web/components/toast.ts";
import { Section } from "./section.tsx";

const variants: readonly ButtonVariant[] = ["primary", "secondary", "quiet", "danger", "danger-quiet"];

export function ActionSamples() {
  const [shown, setShown] = useState<"dialog" | "sheet" | "confirm" | null>(null);
  const close = () => setShown(null);
  return (
    <>
      <Section title="Butonat dhe lidhjet">
        {variants.map((variant) => (
          <div key={variant} className="mb-3 flex flex-wrap items-center gap-3">
            <Button variant={variant}>Ruaj ndryshimet</Button>
            <Button variant={variant} loading>
              Ruaj ndryshimet
            </Button>
            <Button variant={variant} disabled>
              Ruaj ndryshimet
            </Button>
            <Button variant={variant} size="lg">
              Shfaq 342 vetura
            </Button>
          </div>
        ))}
        <div className="flex flex-wrap items-center gap-4">
          <ButtonLink to="/search">Kërko vetura</ButtonLink>
          <TextLink to="/search">Të gjitha veturat</TextLink>
          <IconButton label="Ndaje">
            <svg
              viewBox="0 0 24 24"
              aria-hidden="true"
              fill="none"
              stroke="currentColor"
              strokeWidth="2"
              className="size-5"
            >
              <path d="M12 3v12M7 8l5-5 5 5M5 13v7h14v-7" />
            </svg>
          </IconButton>
        </div>
      </Section>
      <Section title="Dritaret, menyja, njoftimet">
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" onClick={() => setShown("dialog")}>
            Dritare
          </Button>
          <Button variant="secondary" onClick={() => setShown("sheet")}>
            Fletë
          </Button>
          <Button variant="secondary" onClick={() => setShown("confirm")}>
            Konfirmim
          </Button>
          <DropdownMenu trigger={<Button variant="secondary">Meny</Button>}>
            <MenuItem onSelect={() => toast.info("U zgjodh")}>Shëno si të shitur</MenuItem>
            <MenuLink to="/search">Shiko</MenuLink>
            <MenuSeparator />
            <MenuItem danger onSelect={() => toast.error("Gabim në fshirjen e veturës")}>
              Fshi
            </MenuItem>
          </DropdownMenu>
          <Button variant="secondary" onClick={() => toast.success("Vetura u publikua falas!")}>
            Sukses
          </Button>
          <Button
            variant="secondary"
            onClick={() => toast.error("Dështoi shënimi si e shitur. Provoni përsëri.")}
          >
            Gabim
          </Button>
        </div>
        <Dialog
          open={shown === "dialog"}
          onClose={close}
          title="Detajet e veturës"
          footer={
            <div className="flex justify-end">
              <Button onClick={close}>Në rregull</Button>
            </div>
          }
        >
          <p>{"Përmbajtje e gjatë që rrëshqet brenda dritares. ".repeat(30)}</p>
        </Dialog>
        <Sheet
          open={shown === "sheet"}
          onClose={close}
          title="Filtrat"
          footer={
            <Button className="w-full" size="lg" onClick={close}>
              Shfaq 342 vetura
            </Button>
          }
        >
          <p>Fletë mbi tërë ekranin.</p>
        </Sheet>
        <ConfirmDialog
          open={shown === "confirm"}
          title="Ta fshijmë veturën?"
          text="BMW 320d, 2016, kalon në arkiv dhe nuk shfaqet më në kërkim."
          danger
          onConfirm={close}
          onCancel={close}
        />
      </Section>
    </>
  );
}
