import { Link } from "react-router";
import { site } from "#site";

/** How to reach whoever runs this: by the form, by email, by letter. */
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
