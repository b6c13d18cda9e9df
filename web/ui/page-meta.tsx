import { useLocation } from "react-router";

/** A placeholder for the public origin in prerendered pages. The server replaces it. */
export const ORIGIN = "https://origin.invalid";

/** For search engines and link previews. @param whole the title includes the product's name already */
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
      {/* Only crawlers read it, so it is in the prerendered HTML and in no script. */}
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
