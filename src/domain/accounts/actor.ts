/** Who acts: the signed-in account as permissions see it. Guests are null. */
export interface Actor {
  id: string;
  isAdmin: boolean;
  isDealer: boolean;
}
