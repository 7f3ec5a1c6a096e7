import { accountMessages } from "./account.ts";
import { adminMessages } from "./admin.ts";
import { carMessages } from "./car.ts";
import { confirmationMessages } from "./confirmation.ts";
import { dealerKeyMessages } from "./dealer-keys.ts";
import { errorMessages } from "./errors.ts";
import { operationMessages } from "./operation.ts";
import { paymentMessages } from "./payments.ts";
import { photoMessages } from "./photos.ts";
import { reviewMessages } from "./review.ts";
import { savedSearchMessages } from "./saved-searches.ts";
import { settingsMessages } from "./settings.ts";
import { tariffMessages } from "./tariffs.ts";
import { stockMessages } from "./stock.ts";

/** The texts of the API, by meaning. Pages import their area's file directly, so a page loads only its own texts. */
export const messages = {
  account: accountMessages,
  admin: adminMessages,
  alerts: savedSearchMessages,
  car: carMessages,
  confirmation: confirmationMessages,
  dealerKeys: dealerKeyMessages,
  errors: errorMessages,
  operation: operationMessages,
  payments: paymentMessages,
  photos: photoMessages,
  review: reviewMessages,
  settings: settingsMessages,
  tariffs: tariffMessages,
  stock: stockMessages,
} as const;
