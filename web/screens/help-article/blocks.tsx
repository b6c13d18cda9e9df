import { Check, Lightbulb, ShieldCheck } from "lucide-react";
import { type ReactNode, useId } from "react";
import { plural } from "#contract/words.ts";
import type { Block, Point, Text } from "#web/domains/site/help/article.ts";
import { splitLinks } from "#web/domains/site/help/text.ts";
import css from "#web/screens/help-article/article-view.module.css";
import { classNames } from "#web/ui/class-names.ts";
import { Link } from "#web/ui/link.tsx";
import typography from "#web/ui/typography.module.css";

export function ArticleBlock({ block }: { block: Block }) {
  const id = useId();
  switch (block.kind) {
    case "section":
      return (
        <section className={css.section} aria-labelledby={id}>
          <Heading id={id}>{block.title}</Heading>
          {block.paragraphs.map((text) => (
            <p key={text}>
              <RichText text={text} />
            </p>
          ))}
        </section>
      );
    case "steps":
      return (
        <section aria-labelledby={id}>
          <Heading id={id}>{block.title}</Heading>
          <Steps steps={block.steps} />
        </section>
      );
    case "tips":
      return <Aside title={plural(block.tips.length, "Tip", "Tips")} icon={<Lightbulb />} tips={block.tips} />;
    case "safety":
      return <Aside title="Stay safe" icon={<ShieldCheck />} tips={block.tips} safety />;
    case "features":
      return (
        <section aria-labelledby={id}>
          <Heading id={id}>{block.title}</Heading>
          <Grid points={block.features} className={css.features} />
        </section>
      );
    case "benefits":
      return (
        <section aria-labelledby={id}>
          <Heading id={id}>{block.title}</Heading>
          <Grid points={block.benefits} className={css.benefits} ticked />
        </section>
      );
  }
}

const Heading = ({ id, children }: { id: string; children: string }) => (
  <h2 id={id} className={classNames(typography.display, typography.d24)}>
    {children}
  </h2>
);

const Steps = ({ steps }: { steps: readonly Point[] }) => (
  <ol className={css.steps}>
    {steps.map(({ title, text }) => (
      <li key={title}>
        <h3 className={typography.strong}>{title}</h3>
        <p className={typography.muted}>
          <RichText text={text} />
        </p>
      </li>
    ))}
  </ol>
);

/** `ticked` adds a check mark to each item. */
const Grid = ({
  points,
  className,
  ticked = false,
}: {
  points: readonly Point[];
  className?: string | undefined;
  ticked?: boolean;
}) => (
  <ul className={classNames(css.grid, className)}>
    {points.map(({ title, text }) => (
      <li key={title}>
        {ticked && <Check aria-hidden="true" />}
        <div>
          <h3 className={typography.strong}>{title}</h3>
          <p className={typography.muted}>
            <RichText text={text} />
          </p>
        </div>
      </li>
    ))}
  </ul>
);

interface AsideProps {
  title: string;
  icon: ReactNode;
  tips: readonly Text[];
  safety?: boolean;
}

function Aside({ title, icon, tips, safety = false }: AsideProps) {
  const id = useId();
  return (
    <section className={classNames(css.aside, safety && css.safety)} aria-labelledby={id}>
      <span className={css.mark} aria-hidden="true">
        {icon}
      </span>
      <div>
        <h2 id={id} className={typography.strong}>
          {title}
        </h2>
        <ul>
          {tips.map((text) => (
            <li key={text}>
              <RichText text={text} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

export const RichText = ({ text }: { text: Text }) =>
  splitLinks(text).map(({ text: label, to }, index) =>
    to === undefined ? (
      label
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the segments of a text never change their order.
      <Link key={index} to={to} className={css.link}>
        {label}
      </Link>
    ),
  );
