import { FaqPage } from "#web/features/public/faq-page.tsx";

export { FaqPage as Component };
