/** specification.md#validation and specification.md#accounts. */
export const accountLimits = {
  minPasswordAtRegistration: 6,
  minPasswordInProfile: 8,
  maxPassword: 200,
  maxName: 100,
  maxEmail: 254,
} as const;

/** Cars among the favourites, on a device and in an account. */
export const maxFavourites = 500;
