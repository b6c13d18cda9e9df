/**
 * The lines of the specification, sections 2 to 9. Tests name the lines they prove in comments: `// @spec
 * 2.routes.help`. `spec-coverage.ts` prints both.
 */
export interface SpecLine {
  readonly id: string;
  readonly text: string;
}

export interface SpecGroup {
  readonly title: string;
  readonly lines: readonly SpecLine[];
}

export interface SpecSection {
  readonly number: number;
  readonly title: string;
  readonly groups: readonly SpecGroup[];
}

export const SPEC: readonly SpecSection[] = [
  {
    number: 2,
    title: "Screens and routes",
    groups: [
      {
        title: "Routes",
        lines: [
          { id: "2.routes.hero-find-your", text: "`/`: hero with 'Find Your Crush', how-it-works" },
          {
            id: "2.routes.terms-privacy-cookie",
            text: "`/terms`, `/privacy`, `/cookie-policy`, `/community-guidelines`, `/safety`, `/how-it-works`",
          },
          { id: "2.routes.help", text: "`/help`" },
          { id: "2.routes.contact", text: "`/contact`" },
          { id: "2.routes.reset-password-token", text: "`/reset-password/{token}`" },
          { id: "2.routes.profile-crushes", text: "`/profile`, and `#crushes`" },
          { id: "2.routes.profile-subscription", text: "`/profile/subscription`" },
          { id: "2.routes.profile-userid", text: "`/profile/{userId}`" },
          { id: "2.routes.browse", text: "`/browse`" },
          { id: "2.routes.crushes", text: "`/crushes`" },
          { id: "2.routes.messages-messages-userid", text: "`/messages`, `/messages/{userId}`" },
          { id: "2.routes.settings", text: "`/settings`" },
          { id: "2.routes.settings-notifications", text: "`/settings/notifications`" },
          { id: "2.routes.member-routes-lead", text: "Member routes lead to `/` without a token" },
          { id: "2.routes.footer-every-page", text: "The footer is on every page but `/browse`" },
          { id: "2.routes.faq-linked-from", text: "`/faq`, linked from the contact page" },
        ],
      },
      {
        title: "Query-driven modals, header, footer, how it works",
        lines: [
          {
            id: "2.query-driven.signup-true-login",
            text: "`signup=true` and `login=true` open their modals, go from the address and complete the onboarding",
          },
          { id: "2.query-driven.visitors-how-works", text: "Visitors: How it Works, Login, Start Crushing" },
          { id: "2.query-driven.how-works-scrolls", text: "How it Works scrolls to its section" },
          {
            id: "2.query-driven.members-my-crushes",
            text: "Members: My Crushes, Browse, Messages, Profile, Settings, Logout",
          },
          { id: "2.query-driven.mobile-menu", text: "A mobile menu" },
          { id: "2.query-driven.scrolled-after-20", text: "`scrolled` after 20 px" },
          {
            id: "2.query-driven.logout-clears-token",
            text: "Logout clears token and user, sets `returningUser`, goes to `/`",
          },
          {
            id: "2.query-driven.footer-columns-company",
            text: "Footer columns Company, Support, Legal and Connect with three social links",
          },
          { id: "2.query-driven.newsletter-box-subscribe", text: "Newsletter box with Subscribe" },
          {
            id: "2.query-driven.four-steps-build",
            text: "Four steps: Build Your Profile, Send Crushes, Match & Connect, Crush Goals Together",
          },
          { id: "2.query-driven.start-building", text: "'Start Building'" },
        ],
      },
      {
        title: "Onboarding",
        lines: [
          {
            id: "2.onboarding.three-swipeable-screens",
            text: "Three swipeable screens: branding, four features, welcome; 50 px",
          },
          { id: "2.onboarding.progress-dots-every", text: "Progress dots; every swipe has a button" },
          { id: "2.onboarding.skip-first-two", text: "Skip on the first two" },
          { id: "2.onboarding.create-account-i", text: "'CREATE ACCOUNT', 'I ALREADY HAVE AN ACCOUNT'" },
          {
            id: "2.onboarding.shown-only-without",
            text: "Shown only without a token, not completed, not flagged as returning",
          },
        ],
      },
      {
        title: "Signup and login",
        lines: [
          { id: "2.signup-login.three-steps-progress", text: "Three steps with a progress bar" },
          { id: "2.signup-login.1-e-mail", text: "1: e-mail, password, confirm password" },
          { id: "2.signup-login.2-username-chips", text: "2: username with the chips GymLegend, FlexMaster, FitVibes" },
          { id: "2.signup-login.3-date-birth", text: "3: date of birth, terms, a note about 5 free crushes" },
          {
            id: "2.signup-login.back-continue-start",
            text: "Back and Continue; 'Start Crushing', 'Setting up your gym...'",
          },
          {
            id: "2.signup-login.sign-switches-login",
            text: "'Sign in' switches to login, 'Join the movement' to signup",
          },
          { id: "2.signup-login.login-e-mail", text: "Login: e-mail, password, Cancel, 'Let's Go!', 'Crushing it...'" },
          { id: "2.signup-login.forgot-your-password", text: "'Forgot your password?'" },
        ],
      },
      {
        title: "Forgot and reset password",
        lines: [
          { id: "2.forgot-reset.modal-send-reset", text: "Modal with 'Send Reset Link'" },
          { id: "2.forgot-reset.check-your-email", text: "'Check Your Email!', 1 hour, spam, Back to Login" },
          { id: "2.forgot-reset.verifying", text: "Verifying" },
          { id: "2.forgot-reset.invalid-expired-link", text: "'Invalid or Expired Link', 'Back to Home'" },
          { id: "2.forgot-reset.form-success-profile", text: "Form, success, `/profile` after 2 s" },
        ],
      },
      {
        title: "Profile editor",
        lines: [
          { id: "2.profile-editor.completion-percentage-bar", text: "Completion percentage bar" },
          { id: "2.profile-editor.six-slots-main", text: "Six slots, main badge, remove buttons" },
          { id: "2.profile-editor.controls-disabled-while", text: "Controls are disabled while uploading" },
          { id: "2.profile-editor.username-read-only", text: "Username read-only, 'Username cannot be changed'" },
          { id: "2.profile-editor.age-gender-height", text: "Age, gender, height, body type" },
          { id: "2.profile-editor.location-use-current", text: "Location with 'Use Current Location'" },
          { id: "2.profile-editor.bio-500-character", text: "Bio with a 500-character counter" },
          {
            id: "2.profile-editor.looking-interests-grid",
            text: "Looking-for, interests grid, three prompts each with an answer",
          },
          { id: "2.profile-editor.collapsible-match-preferences", text: "Collapsible Match Preferences panel" },
          { id: "2.profile-editor.collapsible-my-crushes", text: "Collapsible My Crushes panel" },
          { id: "2.profile-editor.preview-profile-profile", text: "Preview Profile, 'Profile Preview'" },
          { id: "2.profile-editor.save-profile", text: "Save Profile" },
        ],
      },
      {
        title: "Match preferences panel",
        lines: [
          { id: "2.match-preferences.age-range-max", text: "Age range, max distance slider" },
          { id: "2.match-preferences.show-me-looking", text: "Show Me and Looking For chips" },
          { id: "2.match-preferences.optional-height-range", text: "Optional height range" },
          { id: "2.match-preferences.reset-defaults-save", text: "'Reset to Defaults', 'Save Preferences'" },
        ],
      },
      {
        title: "Crush wallet",
        lines: [
          { id: "2.crush-wallet.tabs-balance-purchase", text: "Tabs 'Balance & Purchase' and 'History'" },
          {
            id: "2.crush-wallet.balance-unlimited-member",
            text: "The balance, or ∞, 'Unlimited Member' and 'Active until {date}'",
          },
          {
            id: "2.crush-wallet.membership-card-package",
            text: "Membership card, package cards, Manage and Cancel Subscription",
          },
          { id: "2.crush-wallet.history-lists-items", text: "History lists the items" },
        ],
      },
      {
        title: "Browse",
        lines: [
          { id: "2.browse.counter-crushes-remaining", text: "Counter of crushes remaining" },
          { id: "2.browse.unlimited-crushes", text: "'∞ Unlimited Crushes'" },
          { id: "2.browse.grid-whole", text: "A grid of profile cards, whole also where few people are" },
          { id: "2.browse.cards-photo-username", text: "Cards: photo, username, age, location" },
          { id: "2.browse.send-crush-becomes", text: "Send Crush becomes 'Crush Sent'" },
          { id: "2.browse.photo-opens-profile", text: "The photo opens `/profile/{id}`" },
          { id: "2.browse.no-profiles-available", text: "'No profiles available'" },
          { id: "2.browse.youre-out-crushes", text: "'You're out of crushes!', 'Get More Crushes'" },
          { id: "2.browse.load-failure-go", text: "A load failure with Go Back to `/`" },
        ],
      },
      {
        title: "Profile view",
        lines: [
          { id: "2.profile-view.carousel-previous-next", text: "Carousel with previous, next and indicators" },
          {
            id: "2.profile-view.username-age-location",
            text: "Username, age, location, height, body type, looking for, bio, interests, 'Get to know me'",
          },
          { id: "2.profile-view.send-crush-becomes", text: "'Send a Crush' becomes a disabled 'Crush Sent ✓'" },
          { id: "2.profile-view.profile-not-found", text: "'Profile not found' with a link to `/crushes`" },
        ],
      },
      {
        title: "My Crushes",
        lines: [
          { id: "2.my-crushes.four-stat-tabs", text: "Four stat tabs with counts" },
          {
            id: "2.my-crushes.received-view-profile",
            text: "Received: View Profile, 'Send Crush Back', 'Crush Sent ✓'",
          },
          { id: "2.my-crushes.sent-waiting-response", text: "Sent: 'Waiting for response...'" },
          { id: "2.my-crushes.matches-view-profile", text: "Matches: View Profile, Send Message" },
          {
            id: "2.my-crushes.active-actively-chatting",
            text: "Active: 'Actively chatting', Continue Chat (it opens the chat)",
          },
        ],
      },
      {
        title: "Messages",
        lines: [
          { id: "2.messages.new-matches-avatars", text: "'New Matches' avatars" },
          {
            id: "2.messages.list-avatar-initial",
            text: "List: avatar or initial, username, unread badge, preview, 'You: ', relative time",
          },
          { id: "2.messages.photo", text: "'📷 Photo'" },
          { id: "2.messages.header-back-mobile", text: "Header: back on mobile, tapping leads to the profile" },
          { id: "2.messages.typing", text: "'typing...'" },
          { id: "2.messages.text-bubbles-relative", text: "Text bubbles, relative time" },
          { id: "2.messages.image-bubbles-image", text: "Image bubbles, image button, 'Send Image' modal" },
          { id: "2.messages.double-check-mark", text: "Double check mark when read" },
          { id: "2.messages.own-messages", text: "× on own messages" },
          { id: "2.messages.text-input-send", text: "Text input, send button" },
          { id: "2.messages.no-conversations-yet", text: "'No conversations yet', 'Welcome to your messages'" },
          { id: "2.messages.say-hello-username", text: "'Say hello to {username}!'" },
        ],
      },
      {
        title: "Other screens",
        lines: [
          { id: "2.other-screens.contact-page", text: "Contact page" },
          { id: "2.other-screens.help-center", text: "Help center" },
          {
            id: "2.other-screens.settings-tabs-notifications",
            text: "Settings tabs: Notifications, Privacy, Account, Billing",
          },
          {
            id: "2.other-screens.six-switches",
            text: "Notifications: the six switches first, in this order, and a save button",
          },
          {
            id: "2.other-screens.static-legal-pages",
            text: "Static legal pages: the current date, back to home, final purchases, a US state's law",
          },
          {
            id: "2.other-screens.install-banner-mobile",
            text: "Install banner: mobile, not installed, not dismissed; Share, Add to Home Screen, Add on iOS, the browser's prompt elsewhere",
          },
          { id: "2.other-screens.sw-js-registered", text: "`/sw.js`, registered by itself after load" },
          { id: "2.other-screens.unexpected-application-error", text: "'Unexpected Application Error!'" },
        ],
      },
    ],
  },
  {
    number: 3,
    title: "Entities",
    groups: [
      {
        title: "",
        lines: [
          { id: "3.stored-token-user", text: "Stored: `token`, `user`, `returningUser`, `onboardingComplete`" },
          {
            id: "3.stored-installbannerdismissed-pwainstalled",
            text: "Stored: `installBannerDismissed`, `pwaInstalled`",
          },
          { id: "3.profile-username-nested", text: "Profile: username and its nested fields" },
          { id: "3.photo-id-url", text: "Photo: `_id`, `url`, `thumbnailUrl`, `isMain`, `displayMode` 'contain'" },
          { id: "3.match-filters", text: "Match filters" },
          { id: "3.browse-profile-item", text: "Browse profile item" },
          { id: "3.crush-data-crush", text: "Crush data, crush history item" },
          { id: "3.crushes-overview-four", text: "Crushes overview: four lists" },
          { id: "3.send-crush-response", text: "Send-crush response" },
          { id: "3.message-conversation-list", text: "Message, conversation list item, `conversationId`" },
          { id: "3.user-summary-nothing", text: "User summary: nothing private in it" },
          { id: "3.notification-preferences-defaults", text: "Notification preferences with their defaults" },
          { id: "3.reset-form", text: "Reset form" },
          { id: "3.contact-form", text: "Contact form" },
          { id: "3.help-article", text: "Help article" },
          { id: "3.packages", text: "Packages" },
        ],
      },
    ],
  },
  {
    number: 4,
    title: "States and transitions",
    groups: [
      {
        title: "",
        lines: [
          { id: "4.signup-continue-checks", text: "Signup: Continue checks its step, Back returns" },
          { id: "4.success-token-user", text: "On success: token and user stored, a welcome, `/profile`" },
          { id: "4.closing-resets-form", text: "Closing resets the form after 300 ms, switching waits 350 ms" },
          { id: "4.login-stored-browse", text: "Login: stored, `/browse`, busy meanwhile" },
          { id: "4.forgot-password-form", text: "Forgot password: form, then sent" },
          {
            id: "4.reset-password-verifying",
            text: "Reset password: verifying, valid or invalid, submitting, success with token and user stored",
          },
          { id: "4.crush-not-sent", text: "Crush: not sent, sent, match" },
          { id: "4.crush-spends-credit", text: "A crush spends one credit" },
          { id: "4.subscribers-crush-spends", text: "A subscriber's crush spends none" },
          { id: "4.sent-means-sent", text: "Sent means in the sent or the matches list" },
          {
            id: "4.subscription-return-from",
            text: "Subscription; the return from checkout with its parameters and events",
          },
          { id: "4.completion-save-from", text: "Completion; Save from 60%" },
          { id: "4.profile-updated", text: "`profile_updated`" },
          { id: "4.purchase-memberships-event", text: "`purchase` and the membership's event, once" },
          { id: "4.photo-upload-device", text: "Photo upload and device location are busy" },
          { id: "4.opening-conversation-marks", text: "Opening a conversation marks it read" },
          { id: "4.what-comes-into", text: "What comes into the open one is appended and marked read" },
          { id: "4.read-notice-turns", text: "A read notice turns one's own to read" },
          { id: "4.deleted-notice-removes", text: "A deleted notice removes the message" },
          { id: "4.typing-told-throttled", text: "Typing: told, throttled for 2 s, seen for 3 s" },
          { id: "4.image-send", text: "Image send" },
          {
            id: "4.notification-settings-settings",
            text: "Notification settings: 'Settings saved successfully!' for 3 seconds",
          },
          { id: "4.contact-form-idle", text: "Contact form: idle, sending, success (cleared), error" },
          {
            id: "4.install-banner-dismiss",
            text: "Install banner: dismiss stores `installBannerDismissed`, acceptance `pwaInstalled`",
          },
          { id: "4.onboarding-completion-sets", text: "Onboarding completion sets `onboardingComplete`" },
        ],
      },
    ],
  },
  {
    number: 5,
    title: "Validation rules",
    groups: [
      {
        title: "",
        lines: [
          { id: "5.email-required-email", text: "'Email is required', 'Email is invalid'" },
          {
            id: "5.password-required-password",
            text: "'Password is required', 'Password must be at least 8 characters', 'Passwords do not match'",
          },
          {
            id: "5.username-required-username",
            text: "'Username is required', 'Username must be at least 3 characters'",
          },
          {
            id: "5.date-birth-required",
            text: "'Date of birth is required', 'You must be 18 or older', counted to the day",
          },
          { id: "5.you-must-agree", text: "'You must agree to the terms'" },
          { id: "5.login-email-required", text: "Login: 'Email is required', 'Password is required'" },
          { id: "5.forgot-password-please", text: "Forgot password: 'Please enter your email address'" },
          { id: "5.field-errors-clear", text: "Field errors clear when the field is edited" },
          { id: "5.age-18-100", text: "Age 18 to 100" },
          { id: "5.bio-500-answer", text: "Bio 500, answer 200" },
          { id: "5.interests-ten-most", text: "Interests: ten at most, further ones ignored, 3 advised" },
          { id: "5.body-types-heights", text: "Body types, heights, gender from fixed lists" },
          { id: "5.manual-edit-clears", text: "A manual edit clears the coordinates; text alone is geocoded" },
          { id: "5.only-prompts-question", text: "Only prompts with question and answer are saved" },
          { id: "5.username-not-editable", text: "Username is not editable" },
          { id: "5.six-points-save", text: "Six points; Save needs 60%" },
          { id: "5.please-upload-only", text: "'Please upload only JPEG, PNG or WebP images'" },
          { id: "5.each-photo-must", text: "'Each photo must be less than 5MB'" },
          { id: "5.you-can-only", text: "'You can only have 6 photos total. You currently have {n}.'" },
          { id: "5.match-filters-18", text: "Match filters: 18 to 99, 5 to 200 miles, Show Me" },
          {
            id: "5.youre-out-crushes",
            text: "'You're out of crushes! Visit your profile to get more.', then `/profile`",
          },
          { id: "5.youve-already-sent", text: "'You've already sent a crush to this person.'" },
          { id: "5.contact-form", text: "Contact form" },
          {
            id: "5.password-required-password-2",
            text: "'Password is required', 'Password must be at least 8 characters', 'Please confirm your password', 'Passwords do not match'",
          },
          { id: "5.empty-text-cannot", text: "Empty text cannot be sent" },
          { id: "5.sending-waits-while", text: "Sending waits while a send is in progress" },
          { id: "5.chat-images", text: "Chat images" },
          { id: "5.delete-this-message", text: "'Delete this message?'" },
        ],
      },
    ],
  },
  {
    number: 6,
    title: "Roles and permissions",
    groups: [
      {
        title: "",
        lines: [
          { id: "6.visitors-have-public", text: "Visitors have the public pages" },
          { id: "6.members-have-all", text: "Members have all others, by bearer token" },
          { id: "6.please-log-save", text: "'Please log in to save your profile'" },
          { id: "6.subscribers-send-free", text: "Subscribers send free, others pay 1" },
          { id: "6.only-sender-has", text: "Only the sender has delete and read mark" },
          { id: "6.contact-call-sends", text: "The contact call sends the token" },
        ],
      },
    ],
  },
  {
    number: 7,
    title: "Calls",
    groups: [
      {
        title: "",
        lines: [
          { id: "7.post-api-auth", text: "POST /api/auth/register" },
          { id: "7.post-api-auth-2", text: "POST /api/auth/login" },
          { id: "7.post-api-auth-3", text: "POST /api/auth/forgot-password" },
          { id: "7.get-api-auth", text: "GET /api/auth/verify-reset-token/{token}" },
          { id: "7.post-api-auth-4", text: "POST /api/auth/reset-password" },
          { id: "7.get-api-crushes", text: "GET /api/crushes/data" },
          {
            id: "7.post-api-crushes",
            text: "POST /api/crushes/create-subscription, create-checkout, cancel-subscription",
          },
          { id: "7.get-api-crushes-2", text: "GET /api/crushes" },
          { id: "7.get-api-profile", text: "GET /api/profile" },
          { id: "7.put-api-profile", text: "PUT /api/profile" },
          { id: "7.put-api-profile-2", text: "PUT /api/profile/notifications" },
          { id: "7.get-put-api", text: "GET and PUT /api/profile/filters" },
          { id: "7.post-api-profile", text: "POST /api/profile/photos" },
          { id: "7.delete-api-profile", text: "DELETE /api/profile/photos/{photoId}" },
          { id: "7.post-api-profile-2", text: "POST /api/profile/reverse-geocode, geocode" },
          { id: "7.get-api-profile-2", text: "GET /api/profile/all" },
          { id: "7.get-api-users", text: "GET /api/users/{userId}" },
          { id: "7.post-api-match", text: "POST /api/match/send-crush" },
          { id: "7.get-api-messages", text: "GET /api/messages/conversations" },
          { id: "7.get-api-messages-2", text: "GET /api/messages/{userId}" },
          { id: "7.put-api-messages", text: "PUT /api/messages/read/{conversationId}" },
          { id: "7.post-api-messages", text: "POST /api/messages/send" },
          { id: "7.post-api-messages-2", text: "POST /api/messages/send-image" },
          { id: "7.delete-api-messages", text: "DELETE /api/messages/{messageId}" },
          { id: "7.post-api-contact", text: "POST /api/contact" },
          {
            id: "7.servers-message-shown",
            text: "The server's message is shown where there is one, else the fallback",
          },
          { id: "7.socket-same-origin", text: "Socket: same origin, by token" },
          { id: "7.join-user-room", text: "`join_user_room`, `typing`" },
          { id: "7.new-message-messages", text: "`new_message`, `messages_read`, `message_deleted`, `user_typing`" },
          { id: "7.relationship-ended-contract", text: "`relationship_ended` (CONTRACT.md: an end leaves both sides)" },
          { id: "7.what-was-missed", text: "What was missed on the channel is made up for" },
        ],
      },
    ],
  },
  {
    number: 8,
    title: "Error catalogue",
    groups: [
      {
        title: "",
        lines: [
          {
            id: "8.registration-failed-something",
            text: "'Registration failed', 'Something went wrong. Please try again.'",
          },
          { id: "8.login-failed-same", text: "'Login failed', the same fallback" },
          { id: "8.failed-send-reset", text: "'Failed to send reset email', the same fallback" },
          { id: "8.failed-reset-password", text: "'Failed to reset password', 'Invalid or Expired Link'" },
          { id: "8.checkout-subscription-cancelling", text: "Checkout, subscription and its cancelling" },
          {
            id: "8.failed-upload-photos",
            text: "'Failed to upload photos', 'Failed to upload photos. Please try again.'",
          },
          { id: "8.failed-remove-photo", text: "'Failed to remove photo'" },
          { id: "8.geolocation-not-supported", text: "'Geolocation is not supported by your browser'" },
          { id: "8.could-not-get", text: "'Could not get your location. Please enter manually.'" },
          { id: "8.could-not-determine", text: "'Could not determine your city. Please enter manually.'" },
          { id: "8.failed-save-profile", text: "'Failed to save profile', 'Something went wrong. Please try again.'" },
          { id: "8.failed-save-preferences", text: "'Failed to save preferences'" },
          { id: "8.failed-load-profiles", text: "'Failed to load profiles', Go Back to `/`" },
          { id: "8.failed-send-crush", text: "'Failed to send crush'" },
          { id: "8.failed-send-message", text: "'Failed to send message'" },
          { id: "8.failed-delete-message", text: "'Failed to delete message'" },
          { id: "8.failed-send-image", text: "'Failed to send image', 'Failed to send image. Please try again.'" },
          {
            id: "8.notification-settings-failed",
            text: "Notification settings: 'Failed to save settings. Please try again.', 'Error saving settings. Please try again.'",
          },
          { id: "8.contact", text: "Contact" },
          { id: "8.profile-not-found", text: "Profile not found" },
          { id: "8.loading-failures-only", text: "Loading failures are only logged, with a quiet way to try again" },
          { id: "8.unexpected-application-error", text: "'Unexpected Application Error!'" },
        ],
      },
    ],
  },
  {
    number: 9,
    title: "Business constants and limits",
    groups: [
      {
        title: "",
        lines: [
          { id: "9.5-free-crushes", text: "5 free crushes" },
          { id: "9.crush-costs-1", text: "A crush costs 1" },
          { id: "9.subscribers-pay-nothing", text: "Subscribers pay nothing; a balance under 5 is low" },
          { id: "9.image-costs-1", text: "An image costs 1" },
          {
            id: "9.packages-membership-names",
            text: "Packages and membership: names, crushes, prices, notes, price for each crush",
          },
          { id: "9.least-age-18", text: "At least: age 18, username 3, password 8" },
          { id: "9.reset-link-1", text: "Reset link: 1 hour; redirect after 2 s" },
          { id: "9.6-photos-5", text: "6 photos of 5 MB" },
          {
            id: "9.bio-500-answer",
            text: "Bio 500, answer 200, 10 interests, 3 advised, 3 prompts, 60%, age 18 to 100",
          },
          { id: "9.chat-image-5", text: "Chat image: 5 MB, types" },
          { id: "9.contact-10-1000", text: "Contact: 10 to 1000 characters, subjects" },
          { id: "9.filter-defaults", text: "Filter defaults" },
          { id: "9.heights-from-4", text: "Heights from 4 ft 0 in to 7 ft 0 in" },
          { id: "9.show-me-men", text: "Show Me: Men, Women; genders: Man, Woman" },
          { id: "9.looking-body-types", text: "Looking for, body types, 31 interests, 10 prompts" },
          { id: "9.timing-300-350", text: "Timing: 300, 350 ms; typing 3 s and 2 s; scrolled 20 px" },
          { id: "9.timing-swipe-50", text: "Timing: swipe 50 px" },
          { id: "9.timing-3-s", text: "Timing: 3 s of success message" },
          { id: "9.relative-times", text: "Relative times" },
          { id: "9.history-kinds", text: "History kinds: these five" },
          { id: "9.paid-purchases-final", text: "Paid purchases are final" },
          { id: "9.support-reply-time", text: "Support reply time" },
        ],
      },
    ],
  },
];
