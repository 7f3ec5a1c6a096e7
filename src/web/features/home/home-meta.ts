import type { SiteConfig } from "#web/lib/site.ts";

/** The site as schema.org data: its operator, and the URL of its search. */
export function siteJsonLd(site: SiteConfig) {
  const { name, publicUrl } = site;
  const organization = `${publicUrl}/#organization`;
  return {
    "@context": "https://schema.org",
    "@graph": [
      {
        "@type": "Organization",
        "@id": organization,
        name,
        url: `${publicUrl}/`,
        logo: { "@type": "ImageObject", url: `${publicUrl}/icon-512.png`, width: 512, height: 512 },
        email: site.contactEmail,
        ...(site.contactPhone === "" ? {} : { telephone: site.contactPhone }),
        address: { "@type": "PostalAddress", addressLocality: "Prishtinë", addressCountry: "XK" },
        sameAs: [site.facebookUrl, site.instagramUrl, site.tiktokUrl].filter((url) => url !== ""),
      },
      {
        "@type": "WebSite",
        "@id": `${publicUrl}/#website`,
        name,
        url: `${publicUrl}/`,
        inLanguage: "sq",
        publisher: { "@id": organization },
        potentialAction: {
          "@type": "SearchAction",
          target: { "@type": "EntryPoint", urlTemplate: `${publicUrl}/search?q={search_term_string}` },
          "query-input": "required name=search_term_string",
        },
      },
    ],
  };
}
