import { keyLimits } from "#domain/dealers/dealer-keys.ts";
import { importLimits } from "#domain/dealers/import-limits.ts";

/** So many times within so many seconds. */
export interface Window {
  readonly times: number;
  readonly seconds: number;
}

/** A limit's counts: by account, else by known device; and, more generously, by address. */
export interface Figures {
  /** For a signed-in account, or a guest's device where it is known. */
  readonly person: readonly Window[];
  /** For all behind one address: mobile networks have thousands there. */
  readonly address: readonly Window[];
}

const minute = 60;
const hour = 3600;
const day = 86_400;

/** All limits of the API; docs/operations/limits.md shows them. */
export const limitFigures = {
  registration: { person: [{ times: 30, seconds: hour }], address: [{ times: 500, seconds: hour }] },
  /** Requesting a password link, by address; by mailbox see mailsToOneAddress. */
  passwordForgot: { person: [{ times: 20, seconds: hour }], address: [{ times: 300, seconds: hour }] },
  passwordReset: { person: [{ times: 30, seconds: hour }], address: [{ times: 300, seconds: hour }] },
  /** Verifying an address with the mailed token, and requesting another link; by mailbox see mailsToOneAddress. */
  emailVerification: { person: [{ times: 30, seconds: hour }], address: [{ times: 300, seconds: hour }] },
  /** Checking the current password again, for example to delete an account, and setting a new one. */
  passwordCheck: {
    person: [
      { times: 10, seconds: 15 * minute },
      { times: 40, seconds: day },
    ],
    address: [{ times: 500, seconds: 15 * minute }],
  },
  tokenRefresh: { person: [{ times: 300, seconds: hour }], address: [{ times: 10_000, seconds: hour }] },
  accountExport: { person: [{ times: 20, seconds: hour }], address: [{ times: 500, seconds: hour }] },
  /** Reading a seller's phone number: enough for any buyer, too little for harvesting. */
  contact: {
    person: [
      { times: 40, seconds: hour },
      { times: 150, seconds: day },
    ],
    address: [
      { times: 150, seconds: 10 * minute },
      { times: 400, seconds: hour },
    ],
  },
  report: { person: [{ times: 20, seconds: hour }], address: [{ times: 200, seconds: hour }] },
  /** Comparing an identification number with a car's, by account; by car see vinChecksOfCar. */
  vinCheck: { person: [{ times: 30, seconds: day }], address: [{ times: 1000, seconds: day }] },
  /** Asking whether a car is still for sale, and answering by a mailed link. */
  confirmation: { person: [{ times: 60, seconds: hour }], address: [{ times: 1000, seconds: hour }] },
  /** Estimating the price of a car that is not published: the sell form asks as it is filled in. */
  priceEstimate: {
    person: [
      { times: 60, seconds: minute },
      { times: 600, seconds: hour },
    ],
    address: [
      { times: 600, seconds: minute },
      { times: 6000, seconds: hour },
    ],
  },
  /** Events of a car's buttons for the statistics. */
  carEvent: {
    person: [
      { times: 60, seconds: minute },
      { times: 300, seconds: hour },
    ],
    address: [
      { times: 600, seconds: minute },
      { times: 6000, seconds: hour },
    ],
  },
  /** Favourites of an account: each change sends the whole list. */
  favourites: {
    person: [
      { times: 120, seconds: minute },
      { times: 1000, seconds: hour },
    ],
    address: [
      { times: 1200, seconds: minute },
      { times: 10_000, seconds: hour },
    ],
  },
  /** Invoices as files: each costs a third of a second of processor time. */
  invoiceFile: { person: [{ times: 120, seconds: hour }], address: [{ times: 1000, seconds: hour }] },
  modelSuggestion: { person: [{ times: 30, seconds: hour }], address: [{ times: 300, seconds: hour }] },
  /** Photos, uploaded or in a car form. The daily limit keeps a stranger from filling the disk. */
  photoUpload: {
    person: [
      { times: 1000, seconds: hour },
      { times: 2000, seconds: day },
    ],
    address: [
      { times: 5000, seconds: hour },
      { times: 10_000, seconds: day },
    ],
  },
  publish: { person: [{ times: 200, seconds: hour }], address: [{ times: 2000, seconds: hour }] },
  /** Feeds of cars for other sites, which fetch them every few minutes at most. */
  feed: { person: [{ times: 600, seconds: hour }], address: [{ times: 3000, seconds: hour }] },
  /** Uploaded stock files; fetched ones are bounded by the feed's interval. */
  stockImport: {
    person: [{ times: importLimits.uploadsADay, seconds: day }],
    address: [{ times: 20 * importLimits.uploadsADay, seconds: day }],
  },
  /** Correcting a row of such a file, applying and undoing it: each reads the whole file again. */
  stockWork: {
    person: [
      { times: 60, seconds: minute },
      { times: 300, seconds: hour },
    ],
    address: [
      { times: 600, seconds: minute },
      { times: 3000, seconds: hour },
    ],
  },
  /** Creating API keys: each is mailed. */
  dealerKeys: { person: [{ times: 30, seconds: hour }], address: [{ times: 300, seconds: hour }] },
  checkout: { person: [{ times: 100, seconds: hour }], address: [{ times: 2000, seconds: hour }] },
} as const satisfies Record<string, Figures>;

export type LimitName = keyof typeof limitFigures;

/** One account's attempts to compare a number with one car's. */
export const vinChecksOfCar: readonly Window[] = [{ times: 5, seconds: day }];

/**
 * Numbers that one account gives its cars: a car's history tells whether another listing has its number, so each is a
 * comparison. Those of which everybody reads the same first three and last four characters are guesses at one number.
 */
export const vinGuesses: readonly Window[] = [{ times: 5, seconds: day }];

/** Numbers that files of one dealer's stock give cars, whatever they are. */
export const vinsOfFiles: readonly Window[] = [{ times: importLimits.maxRows, seconds: day }];

/**
 * Guessing at one account. Devices in which its owner has been signed in count for themselves, everybody else
 * together: 10,000 tries from as many addresses get 60 checked a day, and the owner is not locked out.
 */
export const loginFigures = {
  accountFromStrangers: [
    { times: 10, seconds: 15 * minute },
    { times: 60, seconds: day },
  ],
  accountFromKnownDevice: [
    { times: 20, seconds: 15 * minute },
    { times: 100, seconds: day },
  ],
  /** Failed attempts of all behind one address, at any accounts. */
  address: [{ times: 500, seconds: 15 * minute }],
} as const satisfies Record<string, readonly Window[]>;

/** Calls with one dealer's key, any calls from anywhere. */
export const keyFigures: readonly Window[] = [{ times: keyLimits.maxCallsAnHour, seconds: hour }];

/**
 * Requesting a payment's status (verify-session, create-car, verify-dealer-subscription): guests may, and each
 * may call the provider. By the requested session, for all callers, and by address.
 */
export const cardVisitFigures = {
  session: [{ times: 30, seconds: minute }],
  address: [{ times: 300, seconds: minute }],
} as const satisfies Record<string, readonly Window[]>;

/**
 * Links of one kind (a new password, the verification of the address) sent to one mailbox. Further requests for
 * a password get the same answer and send nothing.
 */
export const mailsToOneAddress: readonly Window[] = [
  { times: 5, seconds: hour },
  { times: 15, seconds: day },
];

/** Reports with an answer to one mailbox, which may be anybody's. Further ones are stored without the address. */
export const answersToOneAddress: readonly Window[] = [{ times: 20, seconds: day }];
