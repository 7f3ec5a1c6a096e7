import type { VinMake } from "#domain/cars/vin.ts";

/** What a car's page says of its identification number. */
export const vinPageMessages = {
  label: "Numri i shasisë",
  makes: {
    match: "Kodi i prodhuesit përputhet me markën.",
    mismatch: "Kodi i prodhuesit është i një marke tjetër.",
    unknown: "",
  } satisfies Record<VinMake, string>,
  check: "Krahaso numrin e shasisë",
} as const;
