import typography from "#web/ui/typography.module.css";

/** What a screen reader says of the line. Always there, because a region that appears is not read. */
export const LineStatus = ({ text }: { text: string }) => (
  <p role="status" className={typography.hidden}>
    {text}
  </p>
);
