/** Fits in the middle of a sentence. On a phone each number is one press away. */
export const EmergencyNumbers = ({ className }: { className?: string | undefined }) => (
  <>
    <a href="tel:911" className={className}>
      911
    </a>
    , or{" "}
    <a href="tel:112" className={className}>
      112
    </a>{" "}
    in Europe,
  </>
);
