import { expect, test } from "vitest";
import { hasContact, isOneScript, isReserved, isWebAddress } from "#contract/members/usernames.ts";

test.each([
  "maya_lifts",
  "Zoë 24",
  "o'brien-fit",
  "Мария Иванова",
  "Ελένη",
  "ユキのジム",
  "健身小王",
  "헬스 왕 1",
  "ｍａｙａ",
  "12 34",
])("%s is of one script", (name) => expect(isOneScript(name)).toBe(true));

test.each(["mаya", "Мaria", "Ωmega", "maya健身", "ᏚᏢᎾᎢᎢᎬᎡ"])("%s is not", (name) =>
  expect(isOneScript(name)).toBe(false),
);

test.each([
  "Spotter",
  "spotter_team",
  "TheSpotter",
  "Spotter Support",
  "s.p.o.t.t.e.r",
  "Admin",
  "admin_123",
  "joe the admin",
  "MayaAdmin",
  "Support",
  "gym support",
  "GymSupport",
  "gymsupport",
  "helpdeskadmin",
  "Moderator",
  "Official Maya",
  "Deleted member",
  "deleted_user",
  "Help",
  "Help Center",
  "staff-42",
])("%s is kept for the product", (name) => expect(isReserved(name)).toBe(true));

test.each([
  "sam_spots",
  "GymLegend",
  "FlexMaster",
  "FitVibes",
  "badminton_bea",
  "supportive sam",
  "Staffan",
  "helpful",
  "team_no_sleep",
  "Modesty",
])("%s is not", (name) => expect(isReserved(name)).toBe(false));

test("reserves the operator's name, too", () => {
  expect(isReserved("Iron Works Gym", undefined, ["IronWorks"])).toBe(true);
});

test.each(["evil-site.com", "Refund at evil.net", "www.maya", "WWW.maya", "a.com.maya", "maya.IO"])(
  "%s reads as a web address",
  (name) => expect(isWebAddress(name)).toBe(true),
);

test.each(["maya.lifts", "priya.k", "J. Doe", "maria.garcia", "coming.soon", "no.1", "st. com"])(
  "%s does not",
  (name) => expect(isWebAddress(name)).toBe(false),
);

test.each([
  "Text me 212 555 0199",
  "WhatsApp 1555 0123 456",
  "telegram anna.fit 2000",
  "W h a t s a p p me",
  "insta anna",
  "snap.anna",
  "٠١٢٣٤٥٦٧",
  "DM-me",
  "Signal.me",
])("%s asks to write elsewhere", (name) => expect(hasContact(name)).toBe(true));

test.each(["Anna 1990", "lifter_123456", "Textor Meyer", "Signal Meyer", "Snappy", "Ingrid", "Big Kiki", "Adam Elk"])(
  "%s does not ask to write elsewhere",
  (name) => expect(hasContact(name)).toBe(false),
);
