/**
 * English patterns, as in `harassment-rules.ts`, except links and phone numbers, which are found in the text as it was
 * written.
 */

/** From the most to the least serious, which is the order in which cards replace each other. */
export const CAUTIONS = ["money", "moving", "phone", "link"] as const;
export type Caution = (typeof CAUTIONS)[number];

export const CAUTION_PARTS = {
  /** Names that mean nothing else. */
  app: "(?:whats ?app|whatsap|watsapp|wattsapp|telegram|tele gram|viber|wechat|we chat|kik|snapchat|instagram|insta|discord|skype|facebook|fb|messenger|hangouts?|google chat|imessage|face ?time|tik ?tok|line app|signal app|zangi)",
  /** Words that name an app only beside a verb. */
  other: "(?:snap|signal|ig|wa|text|sms|e ?mail|mail|tg|phone)",
  move: "(?:move|switch|go|continue|carry on|take this|take it|chat|talk|text|speak|message|keep talking|get)",
  reach:
    "(?:add|text|message|msg|hit|hmu|find|contact|dm|write|reach|call|ping|follow|catch|get|whatsapp|snap|email|mail|talk|chat|speak)",
  amount: "(?:[$€£] ?\\d+|\\d+ ?(?:[$€£]|usd|eur|dollars?|euros?|bucks|quid)|money|cash|funds)",
  payApp: "(?:venmo|cash ?app|zelle|paypal|pay pal|western union|moneygram|money gram|revolut|bizum|skrill)",
  coin: "(?:bitcoins?|btc|ethereum|usdt|tether|dogecoin|crypto|cryptocurrency|nfts?|forex)",
  giftCard:
    "(?:gift ?cards?|itunes cards?|steam cards?|apple cards?|amazon cards?|google play cards?|vouchers?|prepaid cards?)",
  end: "(?= \\.|$)",
  bill: "(?:rent|bills?|flights?|ticket|visa|hospital|medicine|surgery|fees?|phone bill|bus fare|train fare|taxi|gas|passport|groceries|data plan)",
} as const;

export const CAUTION_RULES: Readonly<Record<"money" | "moving", readonly string[]>> = {
  money: [
    "{payApp}",
    "{coin}",
    "(?:send|buy|get|need|want|scratch|give|purchase)(?: me| us| you| him| her)?(?: a| an| some| the| few| couple of| one| two| \\$?\\d+)*(?: itunes| steam| amazon| apple| google play| razer| ebay)? {giftCard}",
    "{giftCard} (?:code|number|pin)",
    "(?:send|lend|loan|wire|transfer|give|spot|borrow|advance)(?: me| us| you| him| over)?(?: a| some| the| about| just| only| like| little| bit of| few| small| your)* {amount}",
    "need(?: about| just| like)? (?:[$€£] ?\\d+|\\d+ ?(?:[$€£]|usd|eur|dollars?|euros?|bucks|quid))",
    "(?:borrow|need|lend|loan)(?: me| you)?(?: a| some| little| bit of)* (?:money|cash|loan)",
    "(?:help|assist) me (?:out )?(?:with|pay|paying|cover|to pay|buy)(?: for)?(?: my| the| some| this)* (?:{bill}|money|cash|debt)",
    "(?:help|assist) me (?:out )?with(?: a| some| about| just| only| like)* {amount}",
    "(?:customs|release|shipping|processing|transfer|visa|clearance|delivery|activation) fees?",
    "(?:make|earn|making|earning)(?: about| up to| over| easily)* [$€£]? ?\\d{3,}(?: ?[$€£]| ?k| dollars| euros| bucks)? (?:a|per|every) (?:day|week|month)",
    "(?:pay|cover)(?: for)? my {bill}",
    "cant (?:afford|pay)(?: for)? my {bill}",
    "(?:bank|account|routing|card|iban|wallet) (?:account|details|number|transfer|address|info)",
    "(?:wire transfer|iban|pay me|pay you back|sugar daddy|sugar mommy|sugar baby|weekly allowance|onlyfans|only fans|fansly)",
    "(?:invest|investment|investing|trading) (?:with me|opportunity|platform|tips?|account|app|group|in)",
    "(?:double|triple|multiply|grow) your (?:money|cash|savings|income)",
    "passive income",
    "(?:verification|confirmation|security|sms) code",
  ],
  moving: [
    "(?:lets|let us|can we|shall we|could we|should we|we should|we can|we could|want to|wanna|rather|prefer to|better to|id like to|why dont we|mind if we) (?:just |please |also )?{move}(?: this| it| our chat| talking| chatting| the conversation| to me)? (?:on|to|over to|over|via|by|onto|through|in) (?:{app}|{other})",
    "{reach}(?: to)?(?: me| us)?(?: up)? (?:on|at|via|over|by|through|in) (?:my )?(?:{app}|{other}|\\+?\\d{5,}|@)",
    "(?:whatsapp|snapchat|facetime|skype|telegram) me",
    "(?:add|follow) (?:me|my)(?: on)?(?: {app}| {other}|{end}| @)",
    "(?:whats|what is|give me|gimme|send me|send|drop me|drop|share|have|got|get|need|want) (?:your|ur|u) (?:(?:phone |cell |mobile |whats ?app |telegram )?number(?! (?:for|of|on|in|at|one))|digits|{app}|snap(?= |$)|handle|ig)",
    "(?:can|could|may) (?:i|we) (?:have|get|grab|exchange|swap)(?: your| ur)? (?:phone |cell |mobile )?(?:numbers?|{app}|snap|ig|digits)(?! (?:for|of|on|in))",
    "(?:heres|here is|this is|take) my (?:(?:phone |cell |mobile )?number|{app}|snap|ig|handle|digits)",
    "my (?:(?:phone |cell |mobile )?number|{app}|snap|ig|handle|username on \\w+|digits)(?: id| user| username| name| number| handle)? (?:is|its|are|[a-z_]*\\d)(?! \\d{1,3}(?: |$))",
    "(?:do you have|are you on|you on|do you use|u have|you have|have you got|you got|u got|u on) (?:{app}|snap(?= |$)|ig(?= |$)|signal(?= |$))",
    "(?:hmu|hit me up)(?: on)? (?:{app}|{other}|@)",
    "(?:off|leave|leaving|deleting|delete|quit|quitting|get off|get out of|away from) (?:of )?(?:this|the|that) (?:dating )?(?:app|site)",
    "(?:not|rarely|never|hardly|barely|dont) (?:really |usually |often |much )?(?:on|use|check|come on|log in|online) (?:here|(?:this|the) (?:app|site))(?: much| often| a lot| anymore| any more| any longer)?",
    "(?:app|site|chat) (?:is|keeps) (?:so |too |really |very )?(?:slow|glitchy|buggy|glitching|crashing|acting up|laggy)",
  ],
};
