import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import type { Conversation } from "#contract/chat/messages.ts";
import { notificationsLive } from "#web/app/notifications.live.ts";
import { settingsLive } from "#web/domains/accounts/settings/settings.live.ts";
import { blockedMembersKey, pastContactsKey } from "#web/domains/accounts/settings/settings.queries.ts";
import { walletLive } from "#web/domains/billing/wallet.live.ts";
import { historyKey } from "#web/domains/billing/wallet.queries.ts";
import { onContactEnded, onMemberDeleted } from "#web/domains/chat/contact-end.ts";
import { messageKeys } from "#web/domains/chat/conversations.queries.ts";
import { messagesLive } from "#web/domains/chat/messages.live.ts";
import { crushesLive } from "#web/domains/crushes/crushes.live.ts";
import { crushCountsKey, crushListKey, unseenCrushesKey } from "#web/domains/crushes/crushes.queries.ts";
import { browseLive } from "#web/domains/discovery/browse.live.ts";
import { browseKey } from "#web/domains/discovery/browse-key.ts";
import type { BrowsePages } from "#web/domains/discovery/browse-pages.ts";
import { memberKey } from "#web/domains/members/member.queries.ts";
import { membersLive } from "#web/domains/members/members.live.ts";
import { session } from "#web/lib/session.ts";
import { buildConversation, buildConversationPages, her, me } from "#web/testing/conversation-fixture.ts";
import { buildCrushPages, buildEntry } from "#web/testing/crush-factory.ts";

const ALL = [membersLive, crushesLive, messagesLive, walletLive, browseLive, settingsLive, notificationsLive];

beforeEach(() => {
  vi.spyOn(session, "read").mockReturnValue({ token: "good", user: { _id: me, username: "me" } });
});

function createFilledCache(): QueryClient {
  const cache = new QueryClient();
  const member = buildConversation(1).otherUser;
  for (const list of ["received", "sent", "matches", "unmessaged"] as const)
    cache.setQueryData(crushListKey(list), buildCrushPages([[buildEntry(member, list !== "sent")]]));
  cache.setQueryData(crushCountsKey, { received: 1, sent: 1, matches: 1, active: 0 });
  cache.setQueryData(browseKey, {
    pages: [{ profiles: [{ id: her }] }],
    pageParams: [undefined],
  } as unknown as BrowsePages);
  cache.setQueryData(memberKey(her), { user: { _id: her } });
  cache.setQueryData<Conversation[]>(messageKeys.conversations, [buildConversation(1)]);
  cache.setQueryData(messageKeys.messages(her), buildConversationPages(1, []));
  for (const key of [unseenCrushesKey, blockedMembersKey, pastContactsKey, historyKey]) cache.setQueryData(key, 1);
  return cache;
}

/** With the invalidated queries. */
const snapshot = (cache: QueryClient) =>
  cache
    .getQueryCache()
    .getAll()
    .map(({ queryHash, state }) => [queryHash, state.data, state.isInvalidated]);

test("onContactEnded has the same effects as the relationship_ended event", () => {
  const [viaEvent, viaRefusal] = [createFilledCache(), createFilledCache()];
  for (const handlers of ALL) handlers.relationship_ended?.({ userId: her }, viaEvent, me);
  onContactEnded(viaRefusal, her);
  expect(snapshot(viaRefusal)).toEqual(snapshot(viaEvent));
  expect(snapshot(viaRefusal)).not.toEqual(snapshot(createFilledCache()));
});

test("onMemberDeleted has the same effects as the member_deleted event, except in the conversation", () => {
  const [viaEvent, viaRefusal] = [createFilledCache(), createFilledCache()];
  for (const handlers of ALL.filter((one) => one !== messagesLive)) {
    handlers.member_deleted?.({ userId: her }, viaEvent, me);
  }
  onMemberDeleted(viaRefusal, her);
  expect(snapshot(viaRefusal)).toEqual(snapshot(viaEvent));
  expect(snapshot(viaRefusal)).not.toEqual(snapshot(createFilledCache()));
});

test("ignores an error response that arrives after a logout", () => {
  vi.mocked(session.read).mockReturnValue(null);
  const cache = createFilledCache();
  onContactEnded(cache, her);
  expect(snapshot(cache)).toEqual(snapshot(createFilledCache()));
});
