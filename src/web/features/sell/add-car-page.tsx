import { useMemo, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { User } from "#contract/accounts.ts";
import { sellMessages as text } from "#domain/messages/sell.ts";
import { formatPhone } from "#domain/format/format-phone.ts";
import { readRefusedFields } from "./arrival.ts";
import { CarForm, type PriceHintOf } from "./car-form.tsx";
import { newCarValues, withFacts } from "./car-form-values.ts";
import { readContact, rememberContact } from "./contact-memory.ts";
import { contentKey } from "./content-key.ts";
import { draftKey } from "./draft.ts";
import { FeeIntro } from "./fee-intro.tsx";
import { FormPage } from "./form-page.tsx";
import type { SellState } from "./sell-state.ts";

const noPhotos: never[] = [];

/** /add-car: the form of a new car, then /pricing. */
export function AddCarPage({
  user,
  priceHint,
  onBack,
}: {
  user: User;
  priceHint: PriceHintOf;
  onBack: () => void;
}) {
  const navigate = useNavigate();
  const [now] = useState(() => new Date());
  const { search, state: arrival } = useLocation();
  const refused = useMemo(() => readRefusedFields(arrival), [arrival]);
  const values = useMemo(
    () => withFacts({ ...newCarValues(user, now), ...readContact(user.id) }, new URLSearchParams(search)),
    [user, now, search],
  );
  return (
    <FormPage title={text.titleAdd} intro={<FeeIntro user={user} />} onBack={onBack} wide>
      <CarForm
        priceHint={priceHint}
        values={values}
        photos={noPhotos}
        draftKey={draftKey(user.id, null)}
        submitLabel={text.next}
        serverErrors={refused}
        onCancel={onBack}
        onSubmit={async (carData, photos) => {
          rememberContact(user.id, { ...carData, sellerPhone: formatPhone(carData.sellerPhone) });
          const state: SellState = { carData, photos: [...photos], idempotencyKey: contentKey(carData) };
          await navigate("/pricing", { state });
        }}
      />
    </FormPage>
  );
}
