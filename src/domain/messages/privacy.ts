import { confirmationRules } from "#domain/cars/confirmation.ts";
import { sessionRules } from "#domain/accounts/session-rules.ts";
import { alertMailDays } from "#domain/alerts/alert-limits.ts";
import { orphanPhotoDays } from "#domain/photos/photo-limits.ts";
import { retention } from "#domain/privacy/retention.ts";
import type { Company } from "#domain/settings/settings.ts";
import { type LegalFacts, type LegalText, legalMessages } from "./legal.ts";

/** Who answers: the address alone where the site and its operator share the name. */
function operatorOf(siteName: string, { name, address }: Company): string {
  return name === siteName ? address : `${name}, ${address}`;
}

/** /privacy: what is kept of people, why, how long and what they can do about it. Each line is true of the code. */
export function privacyText({ siteName, host, contactEmail, company }: LegalFacts): LegalText {
  return {
    title: legalMessages.privacyName,
    description: `Çfarë të dhënash ruan ${siteName}, pse, sa gjatë, kush i sheh dhe si i merrni ose i fshini.`,
    lead: "Ruajmë aq sa duhet që ju të blini dhe të shisni vetura. Nuk shesim të dhëna, nuk kemi reklama dhe nuk ju ndjekim nëpër internet.",
    sections: [
      {
        id: "kush-pergjigjet",
        title: "Kush përgjigjet për të dhënat",
        body: [
          `Për të dhënat përgjigjet operatori i faqes ${siteName} (${host}), ${operatorOf(siteName, company)}. Për çdo pyetje na shkruani në ${contactEmail}.`,
          "Punojmë sipas Ligjit Nr. 06/L-082 për Mbrojtjen e të Dhënave Personale të Republikës së Kosovës.",
        ],
      },
      {
        id: "cka-ruajme",
        title: "Çfarë ruajmë",
        body: [
          {
            list: [
              "Llogaria: emri, mbiemri, email-i, telefoni nëse e jepni, dhe data e regjistrimit. Fjalëkalimin nuk e ruajmë; ruajmë vetëm një gjurmë (Argon2id) nga e cila ai nuk mund të lexohet.",
              "Veturat: çfarë shkruani në formular, fotot, emri dhe telefoni i shitësit.",
              "Numri i shasisë, nëse e jepni: të mbyllur me çelës jashtë bazës së të dhënave. Të plotë nuk e sheh askush, as administratorët; të gjithë shohin tri shenjat e para dhe katër të fundit. Nga numri bëjmë një gjurmë me çelës, me të cilën gjejmë shpalljet e së njëjtës veturë, dhe nën të ruajmë çfarë kilometrash ka shkruar çdo shpallje.",
              "Fotot: i krijojmë nga e para dhe ua heqim të dhënat e fshehura, si vendi ku janë bërë (GPS) dhe aparati.",
              "Gjurma e fotos: nga çdo foto nxjerrim një varg shifrash, prej të cilit fotoja nuk mund të rikrijohet. Me të gjejmë nëse e njëjta foto qëndron te vetura e një shitësi tjetër; këtë e shohin vetëm administratorët.",
              "Pagesat: shuma, për çfarë ishte, kur dhe si përfundoi. Numrin e kartelës e sheh vetëm ofruesi i pagesave.",
              "Autosallonet: emri, adresa dhe lloji i biznesit, numri fiskal dhe faqja e internetit nëse i jepni, gjendja e abonimit, për verifikimin fotoja e dokumentit, nëse e dërgoni, dhe adresa, telefoni e orari, nëse i vendosni në faqen tuaj publike.",
              "Kërkimet e ruajtura dhe çmimet që ndiqni: çfarë kërkoni, si e keni quajtur, sa shpesh doni email, cilat vetura ndiqni dhe me çfarë çmimi, dhe për cilat vetura ju kemi shkruar tashmë.",
              "Vendndodhja, vetëm nëse shtypni «Afër meje» te filtrat: shfletuesi ju pyet, dhe prej tij marrim vetëm një pikë të rrumbullakuar në rreth një kilometër, për ta krahasuar me qytetet. Ajo qëndron në adresën e kërkimit që shihni. Nuk ia japim askujt dhe nuk e ruajmë, përveç kur e ruani vetë atë kërkim.",
              "Hyrjet: kur keni hyrë dhe kur ishit këtu për herë të fundit, dhe shfletuesit prej të cilëve keni hyrë. Kodet e tyre i ruajmë vetëm si gjurmë.",
              "Çelësat për programe, nëse jeni autosallon dhe i krijoni vetë: emri, çfarë lejojnë dhe dita e thirrjes së fundit. Vetë çelësin e ruajmë vetëm si gjurmë.",
              "Raportimet: çfarë shkruani për një shpallje, dhe email-i juaj nëse doni përgjigje.",
              "Shqyrtimi i shpalljeve: shenja se një shpallje duhet parë nga një njeri (çmim shumë nën vlerësimin, tekst që kërkon para paraprakisht, shumë shpallje njëherësh, shpallje që u bë veturë tjetër, foto edhe te një shitës tjetër, numër shasie i përsëritur ose i një prodhuesi tjetër, kilometra më të ulët se më parë, telefoni i një shpalljeje të hequr), çfarë vendosëm, dhe çfarë na përgjigjet pronari. Kur e fshehim një shpallje, telefonin e saj e ruajmë vetëm si gjurmë me çelës, që ta njohim nëse del në një shpallje tjetër. Këto shenja i renditin rastet, dhe kur janë të forta, faqja e shpalljes tregon këshilla për blerje të sigurt. Asnjë shpallje nuk hiqet pa vendimin e një njeriu.",
              "Interesimi për veturat: sa herë në ditë një veturë u shfaq, u hap, iu kërkua numri, u shpërnda ose u krahasua. Për të mos e numëruar të njëjtin vizitor dy herë, nga adresa IP dhe shfletuesi bëjmë një gjurmë që vlen vetëm atë ditë: çelësi i saj fshihet natën dhe pastaj askush, as ne, nuk e di e kujt ishte. Vetë adresën dhe shfletuesin nuk i ruajmë.",
              "Veprimet e administratorëve: çfarë kanë ndryshuar te llogaria ose te veturat tuaja, dhe kur.",
              "Adresa e rrjetit (IP): e ruajtur vetëm në numërues që ndalojnë hamendësimin e fjalëkalimeve dhe mbledhjen e numrave.",
              "Ditari teknik: cila adresë e faqes u kërkua, kur, sa zgjati dhe me cilën llogari. Pa IP, pa fjalë kërkimi dhe pa telefona.",
            ],
          },
        ],
      },
      {
        id: "pse",
        title: "Pse",
        body: [
          {
            list: [
              "Për të kryer atë që na kërkoni: hyrjen, publikimin, kontaktin me blerësit dhe pagesat (kontrata mes nesh).",
              "Për ta mbajtur faqen të sigurt nga mashtrimi dhe abuzimi (interesi ynë i ligjshëm dhe i juaji).",
              "Për të mbajtur librat e pagesave (detyrim ligjor).",
            ],
          },
          "Email-e ju dërgojmë për llogarinë dhe pagesat tuaja, dhe për kërkimet e ruajtura e çmimet që ndiqni vetëm nëse i keni kërkuar vetë; çdo email i tillë ka një lidhje që i ndal me një shtypje. Për ju nuk vendos asnjë program dhe nuk krijojmë profile.",
        ],
      },
      {
        id: "kush-i-sheh",
        title: "Kush i sheh",
        body: [
          {
            list: [
              "Të gjithë: shpalljen, fotot, vendin dhe emrin e shitësit. Telefoni nuk qëndron në lista e as në kodin e faqes: del vetëm kur dikush e kërkon te vetura, dhe kërkesat janë të kufizuara. Numrat e shkruar në përshkrim i mbulojmë. Te autosallonet edhe adresën, orarin dhe, me një shtypje, telefonin, nëse i kanë vendosur vetë në faqen e tyre.",
              "Askush prej vizitorëve: email-in, fjalëkalimin, pagesat dhe veturat në arkiv.",
              "Administratorët e faqes, kur ju ndihmojnë ose kontrollojnë shpalljet.",
              "Ofruesi i pagesave Stripe, kur paguani: email-in tuaj, shumën dhe çfarë paguani. Për kartelën përgjigjet ai vetë.",
              "Kush na ofron serverin dhe dërgimin e email-eve, vetëm sa i duhet për punën.",
              "Autoritetet, vetëm kur ligji na detyron.",
            ],
          },
        ],
      },
      {
        id: "sa-gjate",
        title: "Sa gjatë i ruajmë",
        body: [
          "Atë që skadon e fshin vetë sistemi, sipas orës.",
          {
            head: ["Çfarë", "Sa gjatë"],
            rows: [
              ["Llogaria, veturat dhe fotot e tyre, edhe në arkiv", "Derisa ta fshini llogarinë"],
              [
                "Kërkimet e ruajtura dhe çmimet që ndiqni",
                "Derisa t'i fshini ose të fshini llogarinë; çmimi i një veture të shitur nuk ndiqet më",
              ],
              ["Shënimi se një email i tillë u dërgua", `${alertMailDays} ditë`],
              ["Foto që nuk është në asnjë veturë", `${orphanPhotoDays} ditë pas ngarkimit`],
              ["Gjurma e fotos", "Sa vetë fotoja; fshihet bashkë me të"],
              [
                "Hyrja në llogari",
                `${sessionRules.idleDays} ditë pa përdorim, më së shumti ${sessionRules.maxDays} ditë`,
              ],
              ["Shfletuesit e njohur", `${sessionRules.deviceDays} ditë pa hyrje`],
              [
                "Lidhja për fjalëkalim të ri",
                `Vlen ${sessionRules.resetMinutes} minuta; fshihet pas një dite`,
              ],
              [
                "Lidhja për konfirmimin e email-it",
                `Vlen ${sessionRules.verificationDays} ditë; fshihet pas një dite`,
              ],
              [
                "Lidhja me email «A është ende në shitje?»",
                `Vlen ${confirmationRules.linkDays} ditë; përgjigjja ruhet një vit`,
              ],
              [
                "Kush pyeti «A është ende në shitje?», vetëm si gjurmë",
                `${confirmationRules.visitorHours} orë, e fshirë brenda një dite`,
              ],
              ["Numëruesit kundër abuzimit, me adresën IP", "Më së shumti një ditë"],
              [
                "Raportimet e shpalljeve",
                `${retention.reportYears} vjet pasi të vendoset për to; email-i për përgjigje fshihet sapo t'ju përgjigjemi`,
              ],
              [
                "Interesimi për veturat, me gjurmën e vizitorit",
                `${retention.statEventDays} ditë; shumat ditore për veturë mbeten`,
              ],
              [
                "Kilometrat që ka shkruar një shpallje, nën gjurmën e numrit të shasisë",
                `${retention.mileageYears} vjet; pas llogarisë pa ju`,
              ],
              [
                "Shenjat për shqyrtimin e një shpalljeje",
                `Derisa fshihet shpallja; ato që nuk vlejnë më, ${retention.signalDays} ditë`,
              ],
              [
                "Vendimet për shpallje në shqyrtim, pyetjet dhe përgjigjet",
                `${retention.reviewYears} vjet, ose derisa fshihet shpallja`,
              ],
              [
                "Telefoni i një shpalljeje të fshehur, vetëm si gjurmë me çelës",
                `${retention.hiddenPhoneDays} ditë, edhe pas llogarisë; fshihet nëse shpallja shfaqet përsëri`,
              ],
              ["Dokumenti për verifikimin e autosallonit", `${retention.documentDays} ditë pas vendimit`],
              ["Ditari i veprimeve të administratorëve", `${retention.auditYears} vjet`],
              ["Përgjigjet e ruajtura kundër dërgimit të dyfishtë", "24 orë"],
              ["Të dhënat e veturës që pret pagesën", "Derisa pagesa të kryhet ose të skadojë"],
              ["Pagesat", "Mbeten në libra edhe pas llogarisë, por pa emrin tuaj"],
              [
                "Emri dhe email-i juaj në fatura",
                `Derisa e keni llogarinë; pas saj ${retention.buyerYears} vjet pas fundit të vitit të faturës. Të dhënat e një biznesi mbeten`,
              ],
            ],
          },
        ],
      },
      {
        id: "ne-pajisje",
        title: "Çfarë ruhet në pajisjen tuaj",
        body: [
          "Vetëm ajo që i duhet faqes për të punuar; prandaj nuk ju pyesim me dritare për «cookies».",
          {
            head: ["Çfarë", "Për çfarë"],
            rows: [
              ["Cookie «vetura_session»", `E mban hyrjen; ${sessionRules.idleDays} ditë pa përdorim`],
              ["Cookie «signed_in»", "Tregon vetëm se keni hyrë; bashkë me të parën"],
              [
                "Cookie «vetura_device»",
                `E njeh shfletuesin, që askush të mos jua bllokojë hyrjen; ${sessionRules.deviceDays} ditë`,
              ],
              ["Kodi i hyrjes dhe emri juaj", "Ruhen në shfletues derisa të dilni"],
              [
                "Zemrat (të preferuarat)",
                "Ruhen vetëm në shfletues; ne nuk i shohim, përveç kur kërkoni t'i ruajmë në llogari",
              ],
              ["Drafti i shpalljes", "Që të mos humbasë ajo që keni shkruar; vlen 6 ditë"],
            ],
          },
          "Nuk përdorim asnjë mjet të huaj për statistika ose reklama, dhe shkronjat e fotot vijnë nga faqja jonë.",
        ],
      },
      {
        id: "te-drejtat",
        title: "Të drejtat tuaja",
        body: [
          {
            list: [
              "T'i shihni dhe t'i merrni: te profili, «Shkarko të dhënat e mia» ju jep gjithçka në një skedar.",
              "T'i ndreqni: te profili dhe te shitjet e mia.",
              "T'i fshini: te profili, «Fshi llogarinë».",
              "Të kundërshtoni përdorimin e tyre ose të kërkoni kufizimin e tij.",
            ],
          },
          `Për atë që nuk bëhet dot vetë, na shkruani në ${contactEmail}; përgjigjemi brenda 30 ditësh. Ankesë mund të bëni edhe te Agjencia për Informim dhe Privatësi në Prishtinë.`,
        ],
      },
      {
        id: "fshirja",
        title: "Kur e fshini llogarinë",
        body: [
          "Menjëherë dhe përgjithmonë fshihen llogaria, hyrjet në çdo pajisje, veturat, kërkimet e ruajtura, çmimet që ndiqni dhe të dhënat e autosallonit; skedarët e fotove hiqen brenda disa orësh. Abonimi mbyllet dhe nuk paguhet më.",
          `Pagesat mbeten në libra pa ju. Faturat e lëshuara e mbajnë emrin dhe email-in tuaj aq sa e kërkon ligji (${retention.buyerYears} vjet pas fundit të vitit të faturës) dhe i sheh vetëm operatori; pastaj fshihen prej tyre. Te Stripe pagesat ruhen sipas rregullave të tij.`,
          "Nëse operatori bën kopje rezervë, të dhënat e fshira zhduken edhe prej tyre kur kopjet e vjetra zëvendësohen.",
        ],
      },
      {
        id: "ndryshimet",
        title: "Ndryshimet",
        body: [
          "Kur kjo faqe ndryshon, ndryshon edhe data në krye. Për ndryshime të rëndësishme ju lajmërojmë me email para se të vlejnë.",
        ],
      },
    ],
  };
}
