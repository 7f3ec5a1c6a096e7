/** The signed-in account that makes a request, as permission functions see it. Guests are null. */
export interface Actor {
  id: string;
  isAdmin: boolean;
  isDealer: boolean;
}
