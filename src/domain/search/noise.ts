import { listed } from "./listed.ts";
import { orderPhrases } from "./preferred-order.ts";

/** Trims and equipment: never corrected as misspelt names. */
export const equipmentWords: ReadonlySet<string> = new Set(
  listed(
    "seats, leather, owner, first, sitzer, maxi, gjat, nalt, tdi, tsi, fsi, tfsi, sdi, cdi, cgi, crdi, tdci, tdcti, hdi, bluehdi, dci, jtd, mjet, jtdm, cdti, dti, vtec, gti, gtd, gte, " +
      "amg, line, sport, quattro, xdrive, motion, matic, allroad, vrs, cupra, panorama, panorame, panoramike, " +
      "lekure, lekur, alkantara, navi, navigim, navigacion, kamera, kamer, xenon, bixenon, klima, klime, klimatronik, " +
      "tempomat, webasto, ulese, ulse, sensor, senzor, sensore, ksenon, bluetooth, paket, keste, nderrim, garancion, " +
      "full, led, ledd, rrezuar, rrezuara, demtuar, demtuara, aksidentuar, oldtimer, tirane, tirana, durres, shkup, tetove, tetovo, kukes, shkoder, " +
      "awd, fwd, rwd, haldex, syncro, prestige, laureate, ambiance, tekna, acenta, visia, titanium, trend, ghia, elegans, avangard, classic, klasik, sportline, " +
      "style, stajl, active, aktiv, allure, alure, access, feel, shine, intens, limited, edition, edicion, lounge, cosmo, enjoy, essentia, " +
      "innovation, selection, premium, premjum, platinum, executive, business, luxury, luks, competition, performance, dynamic, " +
      "inscription, momentum, summum, kinetic, signature, overland, summit, laredo, sahara, rubicon, longitude, dynamique, " +
      "expression, privilege, techno, iconic, sportback, hse, vogue, long, competicion, " +
      "servis, aksident, defekt, pjese, pjes, pjest, highline, comfortline, trendline, ambition, elegance, avantgarde, exclusive",
  ),
);

/** Words without information about a car: removed from queries and the index of descriptions. */
export const noiseWords: ReadonlySet<string> = new Set(
  (
    "a ai ajo ata as asnje ata cdo deri dhe do duke e edhe eshte fare i ia ishte ja jam jane jo ka kam kane ky kjo ku " +
    "kur me mbi mos mua ne nen nga nje nuk ose pa per po por prej qe qene se si sic te tek to tone u une ve ka vetem " +
    "shes shesim shitet shitje blej kerkoj makine makina veture vetura veturat vetures kerr kerri kerre"
  ).split(" "),
);

/** Phrases around a search, in any language spoken here, that select no car. */
export const politeWords: ReadonlySet<string> = new Set(
  (
    "vere dimer dasem qytet mu lyp lypi nji due du ble munet mujt gjet najkush qitash tvoglin tmir najsen najsend bajn bajne sapo baujahr bj araba satilik ikinci el altinda shit shitim tkam vjetra lypet lypim e-ja kl vp gear box " +
    "nr numri kodi pershendetje tung tungjatjeta hej alo ckemi qkemi cfarkemi miredita mirdita miremengjesi " +
    "flm faleminderit falemnderit rrespekt respekt respekte ju jua iu lutem lutemi lutna pls please hi hello " +
    "hallo danke bitte zdravo hvala molim selam selami naj najnje ate ato kete ende zoteri zotri zoti zonje " +
    "ndihmoni ndihme ndihma nevoje nevojshme gjendje ska kush dikush ndonje ndonjeri ndonjera ndoni dua duam " +
    "desha doja deshta dojsha dona dom me ma duhet duhen duhej kerkojme kerkojm kerkohet kerkon interesohem " +
    "interesohemi interesuar interesim gjej gjeni gjendet gjen gjindet mundeni munde mund mundem mundesi " +
    "mundsi mundesisht keni jeni kisha kishe kishte kemi kena ofroni dergo dergoni thuaj thojne shoh shikoj " +
    "pashe blerje bleva bleje blejm blihet bli blen shitese shitesi shitja shet shes shesin shiten shitjet " +
    "shitur oferta oferte ofroj kuptim vella vllai vllau baci axhi djali djalin vajzen gruan gruaja grua gruas gra femra femer vajze babai " +
    "shok shoku tash tani sot neser shpejt have has looking look for sale sell buy buying want wanted i'm im " +
    "need the and with under in near car cars vehicle used second hand any good nice kaufen suche " +
    "gebraucht gebrauchtwagen und mit von fur ein eine auto autos wagen trazim kupujem " +
    "prodajem polovni polovan godiste god za oder ili sa ima perdorur perdorura perdorune " +
    "perdorun perdorshme importuar import importit ardhur sjelle sjellur kushton kushtojne sakt cfare cilat " +
    "cila cilin cili lloj lloji tip tipi model modeli modelin marka marke markes seri menjac menjaqi menjaq " +
    "nderrues nderruesi kerrin kerra kerrash kerret automjet automjeti automjete automjetin autot auta " +
    "autoja autja makinat makinen makines makinash vetura veturen veturave veturat vetur veturash vehikull " +
    "voiture kola kole cmim cmimi cmimin cmime qmim qmimi qmimin buxhet buxheti buxhetin lek pare para leke " +
    "leqe liri ekonomike ekonomik kursyese preis price km kilometra kilometrat " +
    "kilometrazh kilometrazhi kilometrazhin kaluar kaluara kalume pakta vit vitit vjet prodhim prodhimi " +
    "prodhuar vitprodhimi vp mire miri mira mir bukur bukura diqka dicka diçka tjeter tjera ndryshme afer " +
    "sportive sportiv sportivja okazion okazione kredi kredit kredie krediti leasing lizing likuidim targa targat targash " +
    "na prodaju prodaja prodaje prodajemo prodaje prodam " +
    "apo osja rreth veq vec ndersa sepse pasi fiks afersi madh madhe vogel vogla voglan ulta vjeter vjetra vjetera " +
    "forte shum shume sigurt sigurte besueshme rregullt mundshem patjeter vetem edhepse taksi taxi pushime " +
    "pune pun autoshkoll autoshkolle autoshkolla fillestar fillestare fillestaret familje familjare familjen " +
    "rruge rrug qytet fshat femije student studentin udhetim ferme dasma dasem perdorim ditshem kosove " +
    "kosova kosoves kosov kosovska kosovo rks"
  ).split(" "),
);

/** The same with several words, longer ones first. "Si e re" is not new. */
export const noisePhrases: readonly (readonly string[])[] = [
  ...orderPhrases,
  ...listed(
    "si e re, si te re, si i ri, si te reja, sikur e re, gati e re, pothuajse e re, me shume kilometra, pak e perdorur, pak i perdorur, pak te perdorura, pak perdorur, " +
      "me e mire, me te mire, te mire, te mir, per shitje, ne shitje, per te blere, " +
      "full opcion, full opsion, full option, full opcione, full oprema, for sale, zu verkaufen, te rregullt, e rregullt, me cmim, me qmim, me buxhet, cmim te mire, e mire per",
  ),
].map((phrase) => phrase.split(" "));
