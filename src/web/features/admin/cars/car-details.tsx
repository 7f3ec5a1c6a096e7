import type { AdminCar } from "#contract/admin-lists.ts";
import { formatDate, formatEuro, formatKm } from "#domain/format/format.ts";
import { formatPhone } from "#domain/format/format-phone.ts";
import { carTypeLabel } from "#domain/messages/car-types.ts";
import { adminPageMessages } from "#domain/messages/admin-pages.ts";
import { Button, ButtonLink } from "#web/components/button.tsx";
import { Dialog } from "#web/components/dialog.tsx";
import { CarPhoto } from "#web/components/photo.tsx";
import { TextLink } from "#web/components/text-link.tsx";
import { type Detail, DetailList } from "#web/features/admin/parts/detail-list.tsx";
import { CarBadges } from "#web/features/admin/parts/person-badges.tsx";
import { carName, carTitle, personName } from "#web/features/admin/parts/row-names.ts";
import { accountAddress } from "#web/features/admin/sections.ts";

const text = adminPageMessages.cars.details;
const labels = adminPageMessages.cars.edit;

function detailsOf(car: AdminCar): Detail[] {
  return [
    { name: labels.brand, value: car.brand },
    { name: labels.model, value: car.model },
    { name: labels.year, value: car.year },
    { name: text.price, value: formatEuro(car.price) },
    { name: labels.mileage, value: formatKm(car.mileage) },
    { name: labels.location, value: car.location },
    { name: labels.fuel, value: car.fuel },
    { name: labels.type, value: carTypeLabel(car.type) },
    { name: text.transmission, value: car.transmission },
    { name: text.status, value: <CarBadges {...car} /> },
    {
      name: text.owner,
      value: (
        <>
          <TextLink to={accountAddress(car.user._id)}>{personName(car.user)}</TextLink>
          <span className="block font-normal text-ink-soft">{car.user.email}</span>
        </>
      ),
    },
    {
      name: text.phone,
      value:
        car.sellerPhone === undefined ? null : (
          <a href={`tel:${car.sellerPhone}`}>{formatPhone(car.sellerPhone)}</a>
        ),
    },
    { name: text.number, value: car.number },
    { name: text.createdAt, value: formatDate(car.createdAt) },
  ];
}

/** 'Detajet e Veturës' (specification.md#admin), read-only, with the owner. */
export function CarDetails({
  car,
  onVisibility,
  onClose,
}: {
  car: AdminCar;
  /** Asks to hide the car from the public, or to show it again. */
  onVisibility: () => void;
  onClose: () => void;
}) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={text.title}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onVisibility}>
            {car.hidden ? adminPageMessages.cars.show : adminPageMessages.cars.hide}
          </Button>
          <ButtonLink variant="secondary" to={`/car/${car._id}`}>
            {text.open}
          </ButtonLink>
          <Button variant="secondary" onClick={onClose}>
            {adminPageMessages.actions.close}
          </Button>
        </div>
      }
    >
      <CarPhoto
        car={car}
        alt={carTitle(car)}
        sizes="(min-width: 36rem) 29rem, 90vw"
        className="mb-4 aspect-4/3 rounded-md"
      />
      <p className="mb-3 text-lg font-semibold">{carName(car)}</p>
      <DetailList details={detailsOf(car)} />
      {car.description !== "" && (
        <div className="mt-4">
          <h3 className="text-base">{text.description}</h3>
          <p className="mt-1 text-ink-soft wrap-anywhere whitespace-pre-line">{car.description}</p>
        </div>
      )}
    </Dialog>
  );
}
