import { site } from "#site";
import { Link } from "#web/ui/link.tsx";

export function OperatorContact() {
  return (
    <ul>
      <li>
        The <Link to="/contact">contact form</Link>
      </li>
      <li>
        Email: <a href={`mailto:${site.supportEmail}`}>{site.supportEmail}</a>
      </li>
      <li>
        Mail: {site.operatorName}, {site.postalAddress}
      </li>
    </ul>
  );
}
