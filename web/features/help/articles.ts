import { type Article, type ArticleSource, articlePath, type CategoryId } from "#web/features/help/article.ts";
import { changeEmailOrPassword } from "#web/features/help/articles/account/change-email-or-password.ts";
import { chooseYourNotifications } from "#web/features/help/articles/account/choose-your-notifications.ts";
import { deleteYourAccount } from "#web/features/help/articles/account/delete-your-account.ts";
import { downloadYourData } from "#web/features/help/articles/account/download-your-data.ts";
import { lightOrDark } from "#web/features/help/articles/account/light-or-dark.ts";
import { logInAndReset } from "#web/features/help/articles/account/log-in-and-reset.ts";
import { passkeysAndCodes } from "#web/features/help/articles/account/passkeys-and-codes.ts";
import { paymentsAndHistory } from "#web/features/help/articles/account/payments-and-history.ts";
import { unlimitedMembership } from "#web/features/help/articles/account/unlimited-membership.ts";
import { withdrawFromAPurchase } from "#web/features/help/articles/account/withdraw-from-a-purchase.ts";
import { createYourAccount } from "#web/features/help/articles/getting-started/create-your-account.ts";
import { findPeople } from "#web/features/help/articles/getting-started/find-people.ts";
import { gettingMoreCrushes } from "#web/features/help/articles/getting-started/getting-more-crushes.ts";
import { howCrushesWork } from "#web/features/help/articles/getting-started/how-crushes-work.ts";
import { howSpotterWorks } from "#web/features/help/articles/getting-started/how-spotter-works.ts";
import { installTheApp } from "#web/features/help/articles/getting-started/install-the-app.ts";
import { invitePeopleNearYou } from "#web/features/help/articles/getting-started/invite-people-near-you.ts";
import { whatAMatchMeans } from "#web/features/help/articles/getting-started/what-a-match-means.ts";
import { afterAWorkoutDate } from "#web/features/help/articles/messages/after-a-workout-date.ts";
import { chatSafely } from "#web/features/help/articles/messages/chat-safely.ts";
import { compareYourWeeks } from "#web/features/help/articles/messages/compare-weeks.ts";
import { deleteAMessage } from "#web/features/help/articles/messages/delete-a-message.ts";
import { findYourWayAroundMessages } from "#web/features/help/articles/messages/find-your-way-around-messages.ts";
import { planAWorkoutDate } from "#web/features/help/articles/messages/plan-a-workout-date.ts";
import { sendPictures } from "#web/features/help/articles/messages/send-pictures.ts";
import { startAConversation } from "#web/features/help/articles/messages/start-a-conversation.ts";
import { whatTheTicksMean } from "#web/features/help/articles/messages/what-the-ticks-mean.ts";
import { whenAMessageDoesNotGoOut } from "#web/features/help/articles/messages/when-a-message-does-not-go-out.ts";
import { addAndArrangePhotos } from "#web/features/help/articles/profile/add-and-arrange-photos.ts";
import { buildYourProfile } from "#web/features/help/articles/profile/build-your-profile.ts";
import { fillYourWeekFromFiles } from "#web/features/help/articles/profile/fill-your-week-from-files.ts";
import { getVerified } from "#web/features/help/articles/profile/get-verified.ts";
import { hideYourProfile } from "#web/features/help/articles/profile/hide-your-profile.ts";
import { sayWhenYouTrain } from "#web/features/help/articles/profile/say-when-you-train.ts";
import { setYourLocation } from "#web/features/help/articles/profile/set-your-location.ts";
import { setYourPreferences } from "#web/features/help/articles/profile/set-your-preferences.ts";
import { writeYourBio } from "#web/features/help/articles/profile/write-your-bio.ts";
import { blockSomeone } from "#web/features/help/articles/safety/block-someone.ts";
import { meetSafely } from "#web/features/help/articles/safety/meet-safely.ts";
import { reportSomeone } from "#web/features/help/articles/safety/report-someone.ts";
import { spotAScam } from "#web/features/help/articles/safety/spot-a-scam.ts";
import { tellSomebodyYouTrust } from "#web/features/help/articles/safety/tell-somebody-you-trust.ts";
import { unmatchSomeone } from "#web/features/help/articles/safety/unmatch-someone.ts";
import { whatOthersSeeOfYourLocation } from "#web/features/help/articles/safety/what-others-see-of-your-location.ts";
import { whenWeRestrictYourAccount } from "#web/features/help/articles/safety/when-we-restrict-your-account.ts";
import { chooseYourInterests } from "#web/features/help/articles/your-gym/choose-your-interests.ts";
import { findAWorkoutPartner } from "#web/features/help/articles/your-gym/find-a-workout-partner.ts";
import { gymEtiquette } from "#web/features/help/articles/your-gym/gym-etiquette.ts";
import { newToTraining } from "#web/features/help/articles/your-gym/new-to-training.ts";
import { promptsWorthAnswering } from "#web/features/help/articles/your-gym/prompts-worth-answering.ts";
import { yourFirstSessionTogether } from "#web/features/help/articles/your-gym/your-first-session-together.ts";
import { estimateReadTime } from "#web/features/help/text.ts";

/** All articles by category, in reading order. */
const ARTICLE_SOURCES: readonly ArticleSource[] = [
  howSpotterWorks,
  createYourAccount,
  howCrushesWork,
  findPeople,
  whatAMatchMeans,
  gettingMoreCrushes,
  installTheApp,
  invitePeopleNearYou,
  findAWorkoutPartner,
  yourFirstSessionTogether,
  chooseYourInterests,
  promptsWorthAnswering,
  gymEtiquette,
  newToTraining,
  startAConversation,
  findYourWayAroundMessages,
  whatTheTicksMean,
  planAWorkoutDate,
  compareYourWeeks,
  afterAWorkoutDate,
  sendPictures,
  chatSafely,
  whenAMessageDoesNotGoOut,
  deleteAMessage,
  buildYourProfile,
  addAndArrangePhotos,
  writeYourBio,
  sayWhenYouTrain,
  fillYourWeekFromFiles,
  setYourLocation,
  setYourPreferences,
  getVerified,
  hideYourProfile,
  meetSafely,
  tellSomebodyYouTrust,
  reportSomeone,
  blockSomeone,
  unmatchSomeone,
  spotAScam,
  whatOthersSeeOfYourLocation,
  whenWeRestrictYourAccount,
  logInAndReset,
  changeEmailOrPassword,
  passkeysAndCodes,
  chooseYourNotifications,
  lightOrDark,
  unlimitedMembership,
  withdrawFromAPurchase,
  paymentsAndHistory,
  downloadYourData,
  deleteYourAccount,
];

export const ARTICLES: readonly Article[] = ARTICLE_SOURCES.map((source) => ({
  ...source,
  readTime: estimateReadTime(source),
}));

export const findArticle = (id: string | undefined): Article | undefined => ARTICLES.find((one) => one.id === id);

export const listArticles = (categoryId: CategoryId): readonly Article[] =>
  ARTICLES.filter((one) => one.categoryId === categoryId);

const RELATED_MAX = 3;

/** Lists the next articles of the same category, continuing at its start. */
export function listRelatedArticles({ id, categoryId }: Article): readonly Article[] {
  const siblings = listArticles(categoryId);
  const index = siblings.findIndex((one) => one.id === id);
  return [...siblings.slice(index + 1), ...siblings.slice(0, index)].slice(0, RELATED_MAX);
}

/** The most frequent questions. */
const POPULAR_IDS = ["how-crushes-work", "report-someone", "unlimited-membership"];
export const POPULAR: readonly Article[] = POPULAR_IDS.flatMap((id) => findArticle(id) ?? []);

/**
 * The paths for prerendering and the sitemap. A function, so that tree shaking removes it from the browser's bundle.
 */
export const listArticlePaths = (): readonly string[] => ARTICLES.map(({ id }) => articlePath(id));
