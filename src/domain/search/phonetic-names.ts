import { listed } from "./listed.ts";

/**
 * Models as people in Kosovo write what they hear, if neither sound rules nor spelling correction match. "Brand
 * Model: names".
 */
const table = `
Volkswagen Golf: goll, gollf, gof
Volkswagen Passat: pasat, passad, pasad, pasati
Volkswagen Passat CC: pasat cc
Volkswagen Transporter: t4, t5, t6
Volkswagen Touareg: tuareg, touareq, tuarek
Volkswagen Tiguan: tiguani, tigan, tigun
Volkswagen Touran: turan
Volkswagen Caddy: kedi, kadi, cadi
Volkswagen Jetta: xheta
Volkswagen Crafter: krafter
Volkswagen Caravelle: karavel, karavela
Volkswagen Fox: foks
Volkswagen Scirocco: shirok, shiroko, siroko
Fiat Grande Punto: grand punto
Mercedes-Benz 190: 190e, 190d
Volkswagen Golf Cabriolet: golf kabrio, golf kabriolet
Volkswagen Sharan: sharani
Land Rover Range Rover: range, renxh, rejnxh, ranzh, rendz, rendz rover, rang rover, reng rover, renge rover, renxh rover, rejnxh rover, renxhrover
Land Rover Range Rover Sport: range sport, renxh sport, reng rover sport, renge rover sport, rejnxh rover sport, renxh rover sport
Land Rover Range Rover Evoque: evok, evoke, evoque, range rover evok, range evok
Land Rover Defender: difender
Land Rover Discovery: diskoveri, diskaveri
Land Rover Freelander: frilender, frilander
BMW 1 Series: seria 1, seria e 1, serija 1, serie 1, seri 1, 1er, bmw 1
BMW 2 Series: seria 2, seria e 2, serija 2, serie 2, seri 2, 2er, bmw 2
BMW 3 Series: seria 3, seria e 3, serija 3, serie 3, seri 3, 3er, bmw 3, trojka, bmw trojka, bmw treshe, bmw treshi, bmw tresh
BMW 4 Series: seria 4, seria e 4, serija 4, serie 4, seri 4, 4er, bmw 4
BMW 5 Series: seria 5, seria e 5, serija 5, serie 5, seri 5, 5er, bmw 5, petica, bmw petica, bmw peshe, bmw peshi, bmw pesshi, bmw pesh
BMW 6 Series: seria 6, seria e 6, serija 6, serie 6, seri 6, 6er, bmw 6
BMW 7 Series: seria 7, seria e 7, serija 7, serie 7, seri 7, 7er, bmw 7
BMW 8 Series: seria 8, seria e 8, serija 8, serie 8, seri 8, 8er, bmw 8
Mercedes-Benz G-Class: gelendvagen, g wagon
Mercedes-Benz Sprinter: shprinter, sprinteri
Škoda Octavia: oktavia, oktavija, oktav
Škoda Kodiaq: kodiak, kodijak
Škoda Karoq: karok
Škoda Superb: superp, superbi
Škoda Yeti: jeti
Opel Corsa: kors, korsa, korsen
Opel Kadett: kadet, kadeti
Opel Insignia: insinja, insignja, insinjia
Opel Zafira: safira
Opel Mokka: moka
Nissan Qashqai: kashkai, qashqaj, qashkai, kashkaj
Nissan Juke: xhuk, zhuk, juk
Nissan X-Trail: ekstrail, ikstrail, xtrejl, ekstrejl
Hyundai Santa Fe: santafe, santa
Hyundai Tucson: tusan, tukson, tuscon, tuson, tuksoni
Kia Sportage: sportixh, sportazh, sportaxh, sportejxh, sportix
Kia Ceed: sid, cid
Renault Clio: klio, clijo
Renault Mégane: megan, megani
Renault Scénic: senik, skenik
Renault Kangoo: kangu
Renault Kadjar: kaxhar
Renault Espace: espas
Renault Trafic: trafik
Renault Fluence: fluens
Renault Grand Scénic: grand skenik, grand senik, gran senik
Citroën Xsara Picasso: pikaso, ksara pikaso
Citroën Berlingo: berlinga
Citroën Jumper: zhamper, xhamper, gjamper
Citroën Saxo: sakso
Citroën C4 Picasso: c4 pikaso, cekater pikaso
Citroën Grand C4 Picasso: c4 grand picasso, c4 grand pikaso, grand c4 pikaso, grand picasso, grand pikaso
Peugeot Partner: parner
Fiat Doblò: dobllo, doblo
Ford Focus: fokus, fokusi
Ford Fiesta: fjesta
Ford Transit Connect: konekt, tranzit konekt
Ford Ranger: renxher
Ford Transit: tranzit
Ford Galaxy: galaksi
Toyota Land Cruiser: lend kruzer, lendkruzer, lend kruiser, land kruzer
Toyota Corolla: korolla, korola
Toyota Yaris: jaris
Toyota RAV4: rav, rav 4, ravfor
Toyota Hilux: hiluks, hajluks
Honda Civic: civik, sivik
Honda Jazz: xhez
Honda CR-V: sierve, siarvi, cervi
Toyota Hiace: hajs, hiejs
Mitsubishi Pajero: paxhero, pagjero
Mitsubishi Outlander: autlander
Mitsubishi L200: l 200, elldyqind, ell 200
Isuzu D-Max: dimaks, dmaks
Suzuki Jimny: xhimni
Suzuki Samurai: samuraj
Suzuki Grand Vitara: grand vitara, gran vitara
Jeep Cherokee: qeroki, ceroki
Jeep Grand Cherokee: grand ceroki, grand qeroki
Jeep Renegade: renegejd
Dodge Journey: xhurni, zhurni
Jeep Wrangler: rengler, vrangler
Dacia Duster: daster
Dacia Lodgy: lodxhi
Porsche Cayenne: kajen, kajene, caien
Porsche Macan: makan
Alfa Romeo Giulietta: xhulieta, xhuljeta
Alfa Romeo Giulia: xhulia
Alfa Romeo 159: alfa 159
Tesla Model 3: tesla 3
Tesla Model S: tesla s
Tesla Model X: tesla x
Tesla Model Y: tesla y
`;

function entry(line: string): { subject: string; names: readonly string[] } {
  const [subject = "", names = ""] = line.split(": ");
  return { subject, names: listed(names) };
}

/** The names of each "Brand Model". */
export const phoneticNames: readonly { subject: string; names: readonly string[] }[] = table
  .trim()
  .split("\n")
  .map(entry);
