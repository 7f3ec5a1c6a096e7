import { type CarType, type Fuel, carTypes, fuels } from "#domain/cars/car-lists.ts";

/**
 * Body types of a model in Europe, the most common first, and the fuels of models with few. Covers what is sold
 * most. A missing model gets no suggestion, which costs its seller one tap. Format: "Types | Brand: models;
 * Brand: models".
 */
const types = `
SUV | Audi: Q2, Q3, Q4 e-tron, Q5, Q6 e-tron, Q7, Q8, Q8 e-tron, RS Q3, RS Q8, SQ2, SQ5, SQ7, SQ8, e-tron; BMW: X1, X2, X3, X3 M, X4, X4 M, X5, X5 M, X6, X6 M, X7, XM, iX, iX1, iX2, iX3; Mercedes-Benz: ML, GL, GLA, GLB, GLC, GLE, GLK, GLS, G-Class, EQA, EQB, EQC, EQE SUV, EQS SUV, GLC Coupé, GLE Coupé; Volkswagen: Tiguan, Tiguan Allspace, Touareg, T-Cross, T-Roc, Taigo, ID.4, ID.5, ID.6, Atlas, Tayron; Škoda: Kamiq, Karoq, Kodiaq, Yeti, Enyaq, Enyaq Coupé, Elroq; SEAT: Arona, Ateca, Tarraco; Cupra: Ateca, Formentor, Terramar, Tavascan; Opel: Mokka, Crossland, Crossland X, Grandland, Grandland X, Antara, Frontera; Ford: Kuga, EcoSport, Edge, Puma, Explorer, Bronco; Renault: Kadjar, Captur, Koleos, Arkana, Austral; Dacia: Duster, Bigster; Peugeot: 2008, 3008, 4007, 4008, 5008, e-2008, e-3008, e-5008; Citroën: C3 Aircross, C4 Aircross, C5 Aircross, C-Crosser; Nissan: Qashqai, Qashqai+2, Juke, X-Trail, Ariya, Murano, Pathfinder, Patrol, Terrano; Toyota: RAV4, C-HR, Land Cruiser, Land Cruiser Prado, Highlander, Yaris Cross, Corolla Cross, Urban Cruiser, Aygo X, bZ4X; Hyundai: Tucson, Santa Fe, Grand Santa Fe, ix35, ix55, Kona, Bayon, Terracan, Galloper, Ioniq 5; Kia: Sportage, Sorento, Stonic, Niro, Niro EV, Seltos, XCeed, EV6, EV9, Mohave; Honda: CR-V, HR-V, ZR-V; Mazda: CX-3, CX-5, CX-7, CX-9, CX-30, CX-60, CX-80, MX-30, Tribute; Mitsubishi: ASX, Outlander, Outlander PHEV, Pajero, Pajero Sport, Pajero Pinin, Eclipse Cross; Suzuki: Vitara, Grand Vitara, Jimny, Samurai, S-Cross, SX4 S-Cross, Ignis; Subaru: Forester, Outback, XV, Crosstrek; Volvo: XC40, XC60, XC70, XC90, EX30, EX40, EX90; Land Rover: Defender, Discovery, Discovery Sport, Freelander, Range Rover, Range Rover Evoque, Range Rover Sport, Range Rover Velar; Porsche: Cayenne, Macan, Cayenne Coupé, Macan Electric; Jeep: Cherokee, Grand Cherokee, Compass, Renegade, Wrangler, Commander, Patriot, Avenger; Jaguar: E-Pace, F-Pace, I-Pace; Lexus: NX, RX, UX, GX, LX, LBX; Fiat: 500X, Sedici, Freemont, 600; Chevrolet: Captiva, Trax, Equinox, Tahoe, Blazer; SsangYong: Korando, Kyron, Rexton, Tivoli, Torres, Actyon; MG: ZS, HS, EHS, ZS EV, Marvel R; Alfa Romeo: Stelvio, Tonale, Junior; Maserati: Levante, Grecale; Bentley: Bentayga; Lamborghini: Urus; Infiniti: FX, QX50, QX70, QX30; Mini: Countryman; Tesla: Model X, Model Y; Daihatsu: Terios, Feroza
Hatchback | Volkswagen: Polo, Lupo, Fox, up!, ID.3, Golf Plus, Scirocco, Beetle, New Beetle; Audi: A1, A2; BMW: i3; Opel: Corsa, Adam, Agila, Karl; Ford: Ka, Ka+; Renault: Twingo, Zoe; Dacia: Sandero, Sandero Stepway, Spring; Peugeot: 106, 107, 108, 205, 208, e-208, 309; Citroën: C1, C2, C3, Saxo, AX; Fiat: 500, Panda, Punto, Grande Punto, Punto Evo, Seicento, Cinquecento, Uno, Bravo, Brava, Stilo; SEAT: Ibiza, Mii, Arosa; Škoda: Citigo, Scala; Toyota: Yaris, Aygo, Auris, Starlet, iQ, Prius; Hyundai: i10, i20, Getz, Atos; Kia: Picanto, Rio, Venga, Soul; Nissan: Micra, Note, Leaf, Pixo, Pulsar; Mazda: 2, 121; Honda: Jazz; Suzuki: Swift, Alto, Celerio, Splash, Baleno; Mitsubishi: Colt, Space Star; Chevrolet: Spark, Matiz; Daewoo: Matiz, Tico; Smart: Forfour, Fortwo; Mini: 3-Door, 5-Door, Cooper, Cooper D, Cooper S, Cooper SE, One, John Cooper Works; Alfa Romeo: 147, Giulietta, MiTo, 145; Lancia: Y10, Delta; MG: MG3, MG4; Cupra: Born; Zastava: Koral, Yugo, 101, 750; Abarth: 500, 595, 695, Grande Punto; Daihatsu: Cuore, Sirion, Charade; Rover: 25, Metro
Hatchback, Wagon, Convertible | Volkswagen: Golf
Hatchback, Wagon | Ford: Focus, Fiesta; Opel: Astra; Peugeot: 206, 207, 306, 307, 308; SEAT: Leon; Kia: Ceed; Hyundai: i30; Škoda: Fabia; Renault: Clio, Mégane; Cupra: Leon; Mercedes-Benz: CLA
Hatchback, Sedan, Convertible | Audi: A3
Hatchback, Sedan | Mercedes-Benz: A-Class; Mazda: 3, 323; Honda: Civic; Škoda: Rapid, Felicia, Favorit; Opel: Kadett; Fiat: Tipo; Toyota: Corolla; Kia: Cerato; Chevrolet: Aveo, Lacetti, Cruze; Nissan: Almera; Rover: 45, 200, 214, 216, 416, 420
Hatchback, Coupe, Convertible | BMW: 1 Series
Hatchback, Van | Mercedes-Benz: B-Class; Ford: C-Max, B-Max, Focus C-Max
Sedan, Wagon | Audi: A4, A6, 80, 100, RS4, RS6, S4, S6; BMW: 3 Series, 5 Series, M5; Mercedes-Benz: C-Class, E-Class, 190, W123, W124; Volkswagen: Passat; Škoda: Octavia, Superb; Opel: Insignia, Vectra, Omega; Ford: Mondeo; Peugeot: 407, 406, 508; Citroën: C5; Renault: Laguna, Talisman, 21; Mazda: 6, 626; Toyota: Avensis; Volvo: S60, 850; Alfa Romeo: 156, 159; Honda: Accord; Hyundai: i40; Kia: Optima; Saab: 9-3, 9-5; Subaru: Legacy, Impreza; Jaguar: XF, X-Type; Lancia: Lybra; Rover: 75; SEAT: Exeo
Sedan | Audi: A8, S8; BMW: 7 Series, i4, i5, i7; Mercedes-Benz: S-Class, EQE, EQS, Maybach; Volkswagen: Jetta, Bora, Vento, Phaeton, Passat CC, CC, Arteon, ID.7; SEAT: Toledo, Córdoba; Dacia: Logan; Renault: Fluence, Symbol, Thalia, Latitude; Peugeot: 301, 405, 605, 607; Citroën: C6, C-Elysée; Fiat: Linea, Egea; Toyota: Camry; Hyundai: Accent, Elantra, Sonata, Grandeur; Kia: Magentis, Stinger; Nissan: Primera, Maxima; Mazda: Xedos 6, Xedos 9; Volvo: S40, S70, S80, S90; Alfa Romeo: 166, Giulia, 155; Lexus: IS, GS, ES, LS; Jaguar: XE, XJ, S-Type; Tesla: Model 3, Model S; Porsche: Panamera, Taycan; Infiniti: Q50, G, M; Chrysler: 300, 300C; Lancia: Thema, Thesis; Zastava: Florida, 128, Skala; Lada: Vesta, Granta, 2107; Opel: Senator; Honda: Legend; Maserati: Quattroporte, Ghibli; Polestar: 2
Wagon | Volkswagen: Golf Variant, Passat Variant, Passat Alltrack, ID.7 Tourer, Arteon Shooting Brake; Audi: A4 allroad, A6 allroad; Škoda: Octavia Combi, Octavia Scout, Fabia Combi, Superb Combi; Opel: Astra Sports Tourer, Insignia Sports Tourer, Insignia Country Tourer, Signum; Renault: Clio Grandtour, Mégane Grandtour; SEAT: Leon ST, Ibiza ST, Exeo ST; Kia: Ceed SW, ProCeed; Volvo: V40, V40 Cross Country, V50, V60, V60 Cross Country, V70, V90, V90 Cross Country, 740, 940; Dacia: Logan MCV, Jogger; Toyota: Auris Touring Sports; Cupra: Leon Sportstourer; Honda: Accord Tourer, Civic Tourer; Subaru: Levorg; Jaguar: XF Sportbrake; Mini: Clubman; Saab: 9-3 SportCombi
Van | Volkswagen: Touran, Sharan, Caddy, Caravelle, Multivan, Transporter, Crafter, California, Golf Sportsvan, ID. Buzz, Grand California; Mercedes-Benz: Vito, Viano, V-Class, Sprinter, Citan, Vaneo, R-Class, T-Class, EQV, EQT; Opel: Zafira, Zafira Tourer, Zafira Life, Meriva, Vivaro, Movano, Combo, Combo Life; Ford: S-Max, Galaxy, Transit, Transit Connect, Transit Custom, Transit Courier, Tourneo Custom, Tourneo Connect, Tourneo Courier, Grand C-Max; Renault: Scénic, Grand Scénic, Espace, Grand Espace, Kangoo, Trafic, Master, Modus, Grand Modus; Dacia: Lodgy, Dokker, Dokker Van, Logan Van; Peugeot: 806, 807, Partner, Rifter, Expert, Traveller, Boxer, Bipper; Citroën: Berlingo, Jumper, Jumpy, Nemo, C3 Picasso, C4 Picasso, Grand C4 Picasso, C8, SpaceTourer, C4 SpaceTourer, Xsara Picasso; Fiat: Doblò, Doblò Cargo, Ducato, Scudo, Talento, Fiorino, Qubo, Multipla, Ulysse, 500L, Idea; SEAT: Alhambra, Altea, Altea XL, Altea Freetrack; Škoda: Roomster; Toyota: Verso, Corolla Verso, Hiace, Proace, Proace City, Proace Verso, Previa, Yaris Verso; Hyundai: H-1, Starex, Staria, Matrix, ix20, Trajet; Kia: Carens, Carnival, Sedona; Nissan: NV200, NV300, Primastar, Interstar, Serena, Almera Tino; Mazda: 5, MPV, Premacy; Honda: FR-V, Stream, Odyssey; Iveco: Daily; Chrysler: Voyager, Grand Voyager; BMW: 2 Series Active Tourer, 2 Series Gran Tourer; Chevrolet: Orlando, Rezzo; MAN: TGE; Mitsubishi: Grandis, Space Wagon
Pickup | Toyota: Hilux, Tundra, Tacoma; Mitsubishi: L200; Nissan: Navara, NP300; Isuzu: D-Max; Ford: Ranger, F-150, Maverick; Volkswagen: Amarok; Mercedes-Benz: X-Class; Fiat: Fullback, Strada; Mazda: BT-50, B-Series; Dodge: Ram; RAM: 1500, 2500, 3500; SsangYong: Actyon Sports, Musso Sports; Renault: Alaskan
Coupe | BMW: M2, M4, i8, 4 Series Gran Coupé, 6 Series Gran Coupé; Audi: R8; Mercedes-Benz: CLC, AMG GT, CL; Porsche: 911, Cayman, 718 Cayman; Toyota: GT86, GR86, Celica, Supra; Hyundai: Coupé, Veloster; Opel: Calibra, Tigra; Nissan: 350Z, 370Z, GT-R; Ford: Probe, Cougar; Peugeot: RCZ; Alfa Romeo: Brera, GT, GTV; Subaru: BRZ; Infiniti: Q60
Coupe, Convertible | Audi: A5, TT, S5, RS5, TTS, TT RS; BMW: 2 Series, 4 Series, 6 Series, 8 Series; Mercedes-Benz: CLK, CLE; Ford: Mustang
Sedan, Coupe | Mercedes-Benz: CLS; BMW: M3
Convertible | Mercedes-Benz: SLK, SLC, SL; BMW: Z1, Z3, Z4, Z8; Volkswagen: Eos, Golf Cabriolet; Porsche: Boxster, 718 Boxster; Mazda: MX-5; Mini: Cabrio, Roadster; Fiat: 500C, Barchetta, 124 Spider; Opel: Cascada; Alfa Romeo: Spider; Smart: Fortwo Cabrio; Renault: Mégane CC; Honda: S2000
`;

const fuelsOf = `
Elektrik | Volkswagen: ID.3, ID.4, ID.5, ID.6, ID.7, ID.7 Tourer, ID. Buzz, ID. Polo; Audi: e-tron, e-tron GT, Q4 e-tron, Q6 e-tron, Q8 e-tron, A6 e-tron; BMW: i4, i5, i7, iX, iX1, iX2, iX3; Mercedes-Benz: EQA, EQB, EQC, EQE, EQE SUV, EQS, EQS SUV, EQT, EQV; Škoda: Enyaq, Enyaq Coupé, Elroq; Renault: Zoe, Twizy, Mégane E-Tech, Scénic E-Tech, 5 E-Tech, 4 E-Tech; Nissan: Leaf, Ariya; Hyundai: Ioniq 5, Ioniq 6, Ioniq 9, Inster; Kia: EV2, EV3, EV4, EV5, EV6, EV9, Niro EV; Peugeot: e-208, e-308, e-2008, e-3008, e-5008, iOn; Opel: Ampera-e, Rocks-e; Fiat: 500e; Abarth: 500e, 600e; Dacia: Spring; Cupra: Born, Tavascan; Tesla: Model 3, Model S, Model X, Model Y, Cybertruck, Roadster; Volvo: EX30, EX40, EX90, EC40, ES90, C40 Recharge; Porsche: Taycan, Taycan Cross Turismo, Taycan Sport Turismo, Macan Electric; Jaguar: I-Pace; Ford: Mustang Mach-E; Honda: e, e:Ny1; MG: MG4, ZS EV, Marvel R, Cyberster; Polestar: 2, 3, 4, 5; Mini: Cooper SE, Aceman; Chevrolet: Bolt; Toyota: bZ4X; BYD: Atto 2, Atto 3, Dolphin, Dolphin Surf, Seal, Sealion 7, Han, Tang; Smart: #1, #3, #5; Leapmotor: T03, B10, C10; Citroën: Ami, C-Zero; Mitsubishi: i-MiEV; Omoda: 5 EV
Hybrid | Toyota: Prius, Prius Plus; Mitsubishi: Outlander PHEV; Honda: Insight, CR-Z; Opel: Ampera; Chevrolet: Volt; BMW: i8, XM; Mazda: 2 Hybrid
`;

function tableOf<Value extends string>(
  text: string,
  known: readonly Value[],
): ReadonlyMap<string, readonly Value[]> {
  const table = new Map<string, readonly Value[]>();
  for (const line of text.trim().split("\n")) {
    const [head = "", rest = ""] = line.split(" | ");
    const values = known
      .filter((value) => head.split(", ").includes(value))
      .toSorted((a, b) => head.indexOf(a) - head.indexOf(b));
    for (const ofBrand of rest.split("; ")) {
      const [brand = "", models = ""] = ofBrand.split(": ");
      for (const model of models.split(", ")) table.set(`${brand} ${model}`, values);
    }
  }
  return table;
}

const typeTable = tableOf<CarType>(types, carTypes);
const fuelTable = tableOf<Fuel>(fuelsOf, fuels);

/** Body types of a model, the most common first; empty if unknown. */
export function typesOf(brand: string, model: string): readonly CarType[] {
  return typeTable.get(`${brand} ${model}`) ?? [];
}

/** The fuels of a model with few; for all others the two most common ones. */
export function likelyFuels(brand: string, model: string): readonly Fuel[] {
  return fuelTable.get(`${brand} ${model}`) ?? ["Diesel", "Benzinë"];
}

/** All names of the tables, "Brand Model"; a test compares them with the catalogue. */
export const modelsWithFacts: readonly string[] = [...typeTable.keys(), ...fuelTable.keys()];
