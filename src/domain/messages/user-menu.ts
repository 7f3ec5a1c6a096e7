/** The signed-in person's menu, loaded for signed-in people only. */
export const userMenuMessages = {
  profile: "Profili",
  dealerDashboard: "Paneli i autosallonit",
  becomeDealer: "Bëhu autosallon",
  myCars: "Shitjet e mia",
  admin: "Paneli i administratorit",
} as const;
