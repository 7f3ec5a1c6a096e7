/** The signed-in person's pages in the menus, which come with them. */
export const userMenuMessages = {
  profile: "Profili",
  dealerDashboard: "Paneli i autosallonit",
  becomeDealer: "Bëhu autosallon",
  myCars: "Shitjet e mia",
  admin: "Paneli i administratorit",
} as const;
