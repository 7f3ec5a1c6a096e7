/** Kosovo's 38 municipalities, with the town's centre and a round population. Coordinates: GeoNames (CC BY 4.0). */
export interface Municipality {
  name: string;
  lat: number;
  lng: number;
  population: number;
  /** Other names people use for it. */
  aliases: readonly string[];
}

export const municipalities: readonly Municipality[] = [
  { name: "Prishtinë", lat: 42.6639, lng: 21.1641, population: 227466, aliases: [] },
  { name: "Prizren", lat: 42.2139, lng: 20.7397, population: 147428, aliases: [] },
  { name: "Ferizaj", lat: 42.3706, lng: 21.1553, population: 109345, aliases: [] },
  { name: "Gjilan", lat: 42.4605, lng: 21.4699, population: 82901, aliases: [] },
  { name: "Pejë", lat: 42.6591, lng: 20.2883, population: 82700, aliases: [] },
  { name: "Gjakovë", lat: 42.3803, lng: 20.4308, population: 78824, aliases: [] },
  { name: "Podujevë", lat: 42.9106, lng: 21.1931, population: 71000, aliases: ["Besianë"] },
  { name: "Mitrovicë", lat: 42.8833, lng: 20.8667, population: 64700, aliases: [] },
  { name: "Fushë Kosovë", lat: 42.6375, lng: 21.096, population: 64078, aliases: [] },
  { name: "Vushtrri", lat: 42.8231, lng: 20.9675, population: 61500, aliases: [] },
  { name: "Lipjan", lat: 42.5217, lng: 21.1258, population: 54974, aliases: [] },
  { name: "Drenas", lat: 42.6283, lng: 20.8939, population: 48054, aliases: ["Gllogoc", "Gllogovc"] },
  { name: "Suharekë", lat: 42.3586, lng: 20.825, population: 45713, aliases: ["Therandë"] },
  { name: "Malishevë", lat: 42.4822, lng: 20.7458, population: 43871, aliases: [] },
  { name: "Rahovec", lat: 42.3994, lng: 20.6547, population: 41777, aliases: [] },
  { name: "Skenderaj", lat: 42.7467, lng: 20.7886, population: 40632, aliases: [] },
  { name: "Viti", lat: 42.3214, lng: 21.3583, population: 35549, aliases: [] },
  { name: "Istog", lat: 42.7808, lng: 20.4875, population: 33066, aliases: [] },
  { name: "Klinë", lat: 42.6217, lng: 20.5778, population: 30574, aliases: [] },
  { name: "Dragash", lat: 42.0622, lng: 20.6539, population: 28908, aliases: [] },
  { name: "Deçan", lat: 42.5402, lng: 20.2879, population: 27756, aliases: [] },
  { name: "Kaçanik", lat: 42.2319, lng: 21.2594, population: 27700, aliases: [] },
  { name: "Shtime", lat: 42.4331, lng: 21.0397, population: 24300, aliases: [] },
  { name: "Obiliq", lat: 42.6869, lng: 21.0703, population: 23400, aliases: ["Kastriot"] },
  { name: "Kamenicë", lat: 42.5781, lng: 21.5803, population: 22900, aliases: ["Dardanë"] },
  { name: "Graçanicë", lat: 42.601, lng: 21.195, population: 19371, aliases: [] },
  { name: "Shtërpcë", lat: 42.2394, lng: 21.0272, population: 10900, aliases: [] },
  { name: "Hani i Elezit", lat: 42.15, lng: 21.2967, population: 8600, aliases: [] },
  { name: "Leposaviq", lat: 43.1039, lng: 20.8028, population: 8300, aliases: [] },
  { name: "Mitrovicë e Veriut", lat: 42.8978, lng: 20.8664, population: 7920, aliases: [] },
  { name: "Mamushë", lat: 42.3308, lng: 20.7269, population: 5600, aliases: [] },
  { name: "Novobërdë", lat: 42.6159, lng: 21.4341, population: 5000, aliases: [] },
  { name: "Junik", lat: 42.4758, lng: 20.2772, population: 4000, aliases: [] },
  { name: "Zubin Potok", lat: 42.9144, lng: 20.6897, population: 3300, aliases: [] },
  { name: "Kllokot", lat: 42.3714, lng: 21.3744, population: 3000, aliases: [] },
  { name: "Zveçan", lat: 42.9075, lng: 20.8403, population: 3000, aliases: [] },
  { name: "Ranillug", lat: 42.4922, lng: 21.5989, population: 2500, aliases: [] },
  { name: "Partesh", lat: 42.4019, lng: 21.4336, population: 1700, aliases: [] },
];
