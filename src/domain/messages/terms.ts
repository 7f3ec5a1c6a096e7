import { accountLimits } from "#domain/accounts/account-limits.ts";
import { confirmationRules } from "#domain/cars/confirmation.ts";
import { carLimits } from "#domain/cars/car-limits.ts";
import { formatDollars, formatEuro } from "#domain/format/format.ts";
import { moneyBackDays, socialPromotionHours } from "#domain/site/site-figures.ts";
import { type LegalFacts, type LegalText, legalMessages } from "./legal.ts";

/** /terms: what holds between the site and those who use it. Figures come from where the product has them. */
export function termsText({
  siteName,
  host,
  contactEmail,
  company,
  fees,
  limits,
  testPayments,
}: LegalFacts): LegalText {
  const further = formatDollars(fees.listing);
  const perMonth = formatDollars(fees.subscription);
  return {
    title: legalMessages.termsName,
    description: `Rregullat e ${siteName}: llogaria, shpalljet, tarifat, abonimi i autosallonit dhe kthimi i parave.`,
    lead: `Këto kushte vlejnë për këdo që e përdor ${siteName}. Janë shkruar shkurt, që t'i lexoni vërtet.`,
    sections: [
      {
        id: "kush-jemi",
        title: "Kush jemi dhe çfarë ofrojmë",
        body: [
          `${siteName} (${host}) është treg veturash në internet me seli në ${company.address}. Shitësit publikojnë shpallje, blerësit i gjejnë dhe i kontaktojnë drejtpërdrejt.`,
          `${siteName} nuk i blen, nuk i shet dhe nuk i kontrollon veturat. Kontrata e shitjes lidhet vetëm mes blerësit dhe shitësit, pa provizion për ne.`,
          "Duke e përdorur faqen ose duke hapur llogari, i pranoni këto kushte. Kërkimi dhe leximi i shpalljeve janë falas dhe nuk kërkojnë llogari.",
        ],
      },
      {
        id: "llogaria",
        title: "Llogaria",
        body: [
          "Llogari mund të hapë kushdo që ka mbushur 18 vjeç, ose një biznes nëpërmjet personit të autorizuar.",
          {
            list: [
              "Jepni të dhëna të sakta dhe mbajini të tilla te profili.",
              `Ruajeni fjalëkalimin për vete: ka të paktën ${accountLimits.minPasswordAtRegistration} karaktere, dhe të paktën ${accountLimits.minPasswordInProfile} kur e ndryshoni. Ju përgjigjeni për gjithçka që bëhet me llogarinë tuaj.`,
              "Nëse dyshoni se dikush tjetër po e përdor, ndryshojeni fjalëkalimin: kështu mbyllen të gjitha seancat e tjera.",
              "Llogarinë e fshini vetë te profili, kur të doni.",
            ],
          },
        ],
      },
      {
        id: "shpalljet",
        title: "Shpalljet",
        body: [
          "Publikoni vetëm vetura që keni të drejtë t'i shisni. Një shpallje është për një veturë.",
          {
            list: [
              "Viti, kilometrat, gjendja, dogana dhe çmimi duhet të jenë të vërteta. Dëmtimet që i dini, tregojini.",
              `Çmimi është në euro, të paktën ${formatEuro(carLimits.minPrice)}, dhe është çmimi me të cilin jeni gati ta shisni.`,
              `Fotot, deri në ${limits.photos}, janë të veturës suaj dhe keni të drejtë t'i përdorni.`,
              "Numri i telefonit shkruhet te fusha e tij, jo në përshkrim: aty e mbulojmë, për t'ju ruajtur nga thirrjet e padëshiruara.",
              "Kur vetura shitet, shënojeni si të shitur. Ajo del nga kërkimi; faqja e saj mbetet, pa kontaktin tuaj.",
              `Shitësit privatë i pyesim me email ${confirmationRules.askAfterDays.join(" dhe ")} ditë pas konfirmimit të fundit, më së shumti dy herë, nëse vetura është ende në shitje. Blerësit shohin kur është konfirmuar.`,
              "Më të rejat renditen sipas ditës së publikimit të parë, ose të një uljeje të vërtetë të çmimit (të paktën 2 % nën çmimin më të ulët të 30 ditëve, më së shumti një herë në 7 ditë). Ndryshimet, arkivimi dhe ripublikimi nuk e ngjitin shpalljen.",
              "Vetura që e fshini kalon në arkiv, ku e shihni vetëm ju, dhe mund ta ktheni prej aty.",
            ],
          },
        ],
      },
      {
        id: "renditja",
        title: "Si renditen shpalljet dhe çfarë do të thotë «E sponsorizuar»",
        body: [
          "Renditja e zakonshme i tregon së pari veturat e rekomanduara, pastaj ato që u përgjigjen më mirë fjalëve të kërkimit, dhe pa fjalë kërkimi më të rejat. Renditjet e tjera (sipas çmimit, vitit ose kilometrave) shikojnë vetëm atë që keni zgjedhur.",
          {
            list: [
              "«E sponsorizuar» ose «E rekomanduar» do të thotë se shitësi ka paguar tarifën për ditë që vetura të dalë e para. Nuk do të thotë se e kemi kontrolluar veturën ose shitësin.",
              "Pjesa «Të rekomanduara» në krye ka më së shumti 6 vetura; çdo veturë e rekomanduar e ka shenjën e vet.",
              "Askush nuk mund të paguajë për vlerësim më të mirë të çmimit. Sponsorizimi, tarifat dhe lloji i shitësit nuk hyjnë në vlerësim.",
              "Renditja është e njëjtë për të gjithë: nuk varet nga ajo që keni kërkuar më parë.",
            ],
          },
        ],
      },
      {
        id: "nuk-lejohet",
        title: "Çfarë nuk lejohet",
        body: [
          {
            list: [
              "vetura të vjedhura, me kilometra të kthyera mbrapsht ose me dokumente të falsifikuara;",
              "e njëjta veturë e publikuar disa herë, ose çmime joshëse që nuk vlejnë;",
              "të dhëna, foto ose numra telefoni të të tjerëve pa lejen e tyre;",
              "fyerje, reklama për gjëra të tjera dhe çdo përmbajtje që e ndalon ligji;",
              "mbledhja automatike e shpalljeve ose e numrave të telefonit, dhe çdo gjë që e rëndon ose e dëmton faqen.",
            ],
          },
        ],
      },
      {
        id: "tarifat",
        title: "Tarifat",
        body: [
          "Tarifat janë në dollarë amerikanë (USD). Para se të paguani, shihni çfarë paguani dhe sa.",
          {
            head: ["Shërbimi", "Tarifa"],
            rows: [
              ["Vetura e parë e një llogarie", "Falas, një herë; fshirja e saj nuk e kthen"],
              ["Çdo veturë tjetër", `${further} për shpallje`],
              [
                `Sponsorizimi, deri në ${limits.sponsorshipDays} ditë`,
                `${formatDollars(fees.sponsorshipPerDay)} në ditë; vetura del e rekomanduar në krye`,
              ],
              [
                "Promovimi në rrjete sociale",
                `${formatDollars(fees.socialPromotion)} për veturë; postohet brenda ${socialPromotionHours} orësh nga pagesa`,
              ],
              ["Abonimi i autosallonit", `${perMonth} në muaj, shpallje pa kufi`],
            ],
          },
          ...(testPayments
            ? [
                "Kjo faqe tani punon në modalitet prove: pagesat provohen me kartela prove dhe nuk lëvizin para të vërteta.",
              ]
            : []),
        ],
      },
      {
        id: "pagesa",
        title: "Pagesa dhe kthimi i parave",
        body: [
          "Paguhet me kartelë, në faqen e ofruesit të pagesave Stripe. Numrin e kartelës nuk e shohim dhe nuk e ruajmë.",
          "Vetura publikohet sapo pagesa të vërtetohet, edhe nëse e mbyllni dritaren. Nëse ajo që keni paguar nuk mund të kryhet më, paratë kthehen vetvetiu dhe ju lajmërojmë me email.",
          `Nëse nuk jeni të kënaqur me një shërbim të paguar, na shkruani në ${contactEmail} brenda ${moneyBackDays} ditësh nga pagesa dhe jua kthejmë paratë. Kthimi bëhet në të njëjtën kartelë; shërbimi që u pagua mbyllet.`,
        ],
      },
      {
        id: "autosallonet",
        title: "Abonimi i autosallonit",
        body: [
          {
            list: [
              `Abonimi kushton ${perMonth}. Paguhet menjëherë dhe pastaj vetvetiu çdo muaj, derisa ta anuloni.`,
              "E anuloni kur të doni te paneli i autosallonit. Abonimi vlen deri në fund të muajit të paguar dhe pastaj nuk paguhet më. Deri atëherë mund ta riaktivizoni.",
              "Kur abonimi mbaron, hiqet shenja e autosallonit dhe veturat e publikuara me të nuk shfaqen më në kërkim. Me një abonim të ri ato kthehen.",
              "Pas mbarimit të abonimit asnjë veturë tjetër nuk publikohet falas.",
              "Emri, adresa dhe qyteti i biznesit janë publike në faqen e autosallonit dhe duhet të jenë të sakta.",
            ],
          },
        ],
      },
      {
        id: "blerja",
        title: "Kur blini ose shisni",
        body: [
          "Për gjendjen e veturës, dokumentet dhe pagesën e saj përgjigjen blerësi dhe shitësi.",
          {
            list: [
              "Shiheni dhe provojeni veturën para se të paguani, më së miri me një mekanik.",
              "Kontrolloni numrin e shasisë, doganën dhe librezën.",
              "Mos dërgoni paradhënie për një veturë që nuk e keni parë.",
              `Nëse një shpallje duket mashtrim, na tregoni në ${contactEmail} me numrin e saj.`,
            ],
          },
        ],
      },
      {
        id: "permbajtja",
        title: "Tekstet dhe fotot tuaja",
        body: [
          `Tekstet dhe fotot mbeten tuajat. Me publikim na lejoni t'i tregojmë në ${siteName}, t'i përshtasim në madhësi dhe formate, dhe t'i shfaqim kur dikush e shpërndan shpalljen. Në rrjetet tona sociale i postojmë vetëm kur e keni zgjedhur promovimin.`,
          "Leja mbaron kur e arkivoni veturën ose e fshini llogarinë; postimet e bëra në rrjete sociale mund të mbeten.",
        ],
      },
      {
        id: "heqja",
        title: "Kur ndërhyjmë ne",
        body: [
          "Shpalljen që i shkel këto kushte ose ligjin mund ta ndryshojmë ose ta heqim. Në shkelje të rënda ose të përsëritura mund ta pezullojmë ose ta mbyllim llogarinë; arsyen jua shkruajmë me email. Sa është e pezulluar, veturat nuk i sheh publiku dhe abonimi nuk paguhet.",
          "Mund ta ndalim faqen përkohësisht për mirëmbajtje. Ditët e sponsorizimit që humbin për fajin tonë i zgjasim ose i kthejmë.",
        ],
      },
      {
        id: "pergjegjesia",
        title: "Përgjegjësia",
        body: [
          "Përgjigjemi për shërbimin tonë dhe për dëmin që e shkaktojmë me dashje ose nga pakujdesia e rëndë. Nuk përgjigjemi për të dhënat e shitësve, për gjendjen e veturave dhe për marrëveshjet mes jush. Të drejtat që ligji ua jep konsumatorëve mbeten të paprekura.",
          "Vlen ligji i Republikës së Kosovës. Mosmarrëveshjet i zgjidhim së pari me marrëveshje; përndryshe vendos gjykata kompetente në Prishtinë.",
        ],
      },
      {
        id: "ndryshimet",
        title: "Ndryshimet dhe kontakti",
        body: [
          "Kur kushtet ndryshojnë, ndryshon edhe data në krye të faqes. Ajo që keni paguar tashmë kryhet me kushtet e ditës kur e keni paguar.",
          `Na shkruani në ${contactEmail}.`,
        ],
      },
    ],
  };
}
