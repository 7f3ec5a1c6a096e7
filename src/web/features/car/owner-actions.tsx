import { CalendarCheck, Printer } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { carPageMessages } from "#domain/messages/car-page.ts";
import { confirmationMessages } from "#domain/messages/confirmation.ts";
import { myCarsMessages } from "#domain/messages/my-cars.ts";
import { Button, ButtonLink } from "#web/components/button.tsx";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";
import { MoreMenu } from "#web/components/more-menu.tsx";
import { toast } from "#web/components/toast.ts";
import { useAction } from "#web/components/use-action.ts";
import { backState } from "#web/lib/back.ts";
import { api } from "#web/lib/auth.ts";
import { invalidateCar } from "#web/lib/cached-cars.ts";
import { carName } from "./car-facts.ts";
import type { CarDetails } from "./load-car.ts";

const text = carPageMessages.owner;

/**
 * Edit, sold, delete and a menu, for the owner of an unsold car (specification.md#car-page). `onConfirmed` gets
 * the time of the confirmation that the car is still for sale.
 */
export default function OwnerActions({
  car,
  onConfirmed,
}: {
  car: CarDetails;
  onConfirmed: (confirmedAt: string) => void;
}) {
  const navigate = useNavigate();
  const [asking, setAsking] = useState<"sold" | "remove" | null>(null);
  const [busy, setBusy] = useState(false);
  const name = `${carName(car)} ${car.year}`;

  const confirmation = useAction(async () => {
    const { confirmedAt } = await api("POST /api/cars/{id}/confirm", { params: { id: car._id } });
    invalidateCar(car._id);
    onConfirmed(confirmedAt);
    toast.success(confirmationMessages.confirmed);
  }, confirmationMessages.confirmFailed);

  async function markSold() {
    setBusy(true);
    try {
      await api("PUT /api/cars/{id}/sold", { params: { id: car._id } });
      invalidateCar(car._id);
      toast.success(text.soldDone);
      await navigate("/my-publishings");
    } catch (error) {
      // Logged, because the person only sees the text of the listings page.
      reportError(error);
      toast.error(text.soldFailed);
    } finally {
      setBusy(false);
      setAsking(null);
    }
  }

  async function remove() {
    setBusy(true);
    try {
      await api("DELETE /api/cars/{id}", { params: { id: car._id } });
      toast.success(text.removeDone);
    } catch (error) {
      // Logged; the person still returns to the listings.
      reportError(error);
      toast.error(text.removeFailed);
    }
    invalidateCar(car._id);
    await navigate("/my-publishings");
  }

  return (
    <section aria-labelledby="owner" className="rounded-lg border border-line bg-surface p-5">
      <h2 id="owner" className="text-lg">
        {text.heading}
      </h2>
      <div className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-2">
        <ButtonLink
          to={`/edit-car/${car._id}`}
          state={backState({ page: "car", id: car._id })}
          variant="secondary"
          className="px-2!"
        >
          {text.edit}
        </ButtonLink>
        <Button variant="secondary" className="px-2!" onClick={() => setAsking("sold")}>
          {text.sold}
        </Button>
        <MoreMenu
          title={name}
          className="px-2!"
          groups={[
            [{ label: confirmationMessages.confirm, icon: CalendarCheck, onPress: confirmation.run }],
            [
              {
                label: myCarsMessages.printSheet,
                icon: Printer,
                to: `/my-publishings/${car._id}/sheet`,
              },
            ],
          ]}
        />
        <Button variant="danger-quiet" className="px-2!" onClick={() => setAsking("remove")}>
          {text.remove}
        </Button>
      </div>
      <ConfirmDialog
        open={asking === "sold"}
        title={text.soldTitle}
        text={text.soldText(name)}
        confirmLabel={text.confirm}
        cancelLabel={text.cancel}
        busy={busy}
        onConfirm={() => void markSold()}
        onCancel={() => setAsking(null)}
      />
      <ConfirmDialog
        open={asking === "remove"}
        title={text.removeTitle}
        text={text.removeText(name)}
        confirmLabel={text.confirm}
        cancelLabel={text.cancel}
        danger
        busy={busy}
        onConfirm={() => void remove()}
        onCancel={() => setAsking(null)}
      />
    </section>
  );
}
