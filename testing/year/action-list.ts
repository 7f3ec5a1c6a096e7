/** What people, admins, the provider and the machine may do, with relative frequencies. */
const weights = {
  // Visitors.
  visit: 14,
  search: 10,
  contact: 6,
  report: 4,
  askAvailable: 3,
  readSite: 2,
  // Accounts. The story itself sets each person's first step.
  register: 0,
  pressVerify: 6,
  pressOther: 5,
  profile: 2,
  sessions: 1,
  forgot: 1,
  favourite: 4,
  follow: 4,
  saveSearch: 3,
  export: 1,
  deleteAccount: 0.4,
  // Sellers.
  publish: 14,
  edit: 8,
  cutPrice: 6,
  sell: 4,
  unsell: 1,
  archive: 2,
  restore: 2,
  confirm: 3,
  sponsor: 4,
  abandonPayment: 1,
  readOwn: 3,
  suggestModel: 1,
  // Identification numbers and mileage.
  compareVin: 3,
  readMileage: 3,
  turnBack: 3,
  noteMileage: 2,
  answerReview: 2,
  // Dealers.
  subscribe: 0,
  cancelSubscription: 0.3,
  dealerDesk: 3,
  dealerPage: 1,
  askVerification: 1,
  importStock: 2,
  undoImport: 0.5,
  bulkEdit: 1,
  outwardFeed: 1,
  stockFeed: 0.4,
  makeKey: 0.6,
  callWithKey: 2,
  importWithKey: 1,
  endKey: 0.3,
  // Admins.
  readDesk: 2,
  readWeeks: 1,
  review: 3,
  undoReview: 1,
  hideCar: 1.5,
  showCar: 1,
  editCar: 1,
  deleteCar: 0.7,
  editUser: 1,
  suspend: 0.6,
  lift: 0.8,
  removeUser: 0.3,
  decideReport: 3,
  decideModel: 1,
  decideVerification: 1,
  post: 1,
  refund: 1.5,
  manualPayment: 1,
  coupon: 1,
  changeFees: 0.3,
  moveSubscribers: 0.2,
  tariff: 0.4,
  stockCode: 0.4,
  secondFactor: 0.2,
  // The provider.
  providerRefund: 0.7,
  dispute: 0.7,
  decideDispute: 0.8,
  // Several at once.
  race: 4,
  // The machine. The story itself sets when.
  kill: 0,
  restartCopy: 0,
} as const;

export type ActionName = keyof typeof weights;

export const actionNames = Object.keys(weights).filter((name): name is ActionName => name in weights);

export function weightOf(name: ActionName): number {
  return weights[name];
}
