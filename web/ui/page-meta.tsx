import { useLocation } from "react-router";

/** Stands for the address people use wherever a page has to name itself in full. The server knows it and puts it in. */
export const ORIGIN = "https://origin.invalid";

/**
 * What a public page says of itself to search engines and to whoever is sent its address.
 * @param title without the product's name, unless it is `whole`
 * @param description a sentence or two
 */
export function PageMeta({
  title,
  description,
  whole = false,
}: {
  title: string;
  description: string;
  whole?: boolean;
}) {
  const full = whole ? title : `${title} · Spotter`;
  return (
    <>
      <title>{full}</title>
      <meta name="description" content={description} />
      {/* Nobody who comes here from another screen needs these, so they are in the HTML that the build makes and in no script. */}
      {import.meta.env.SSR && <ShareMeta title={full} description={description} />}
    </>
  );
}

function ShareMeta({ title, description }: { title: string; description: string }) {
  const { pathname } = useLocation();
  return (
    <>
      <link rel="canonical" href={ORIGIN + pathname} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content="Spotter" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={ORIGIN + pathname} />
      <meta property="og:image" content={`${ORIGIN}/share.png`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content="Spotter. Where Strength Meets Chemistry. Two people under one barbell." />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
