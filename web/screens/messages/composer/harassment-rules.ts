/**
 * English patterns: regular expressions for folded text (`text-folding.ts`): lower case, without apostrophes, one space
 * between words, " . " between sentences. `{name}` is a list below. Words of the lists also match with doubled letters
 * and with asterisks in place of inner letters. Swearing is no harassment here, and sport is full of violence: a rule
 * needs somebody whom the words are aimed at.
 */

/** A bar separates two words. */
export const HARASSMENT_WORDS = {
  /** Never friendly to a stranger, whomever they are aimed at. */
  slur: ["nigger|faggot|tranny|trannies|kike|wetback|sandnigger|shemale|paki|towelhead"],
  noun: [
    "bitch|bitches|slut|whore|cunt|hoe|skank|thot|golddigger|gold digger|shithead|shitbag|slag|asshole|arsehole|dickhead|prick",
    "twat|wanker|bastard|cow|pig|whale|landwhale|loser|idiot|moron|imbecile|creep|trash|garbage|scum|bimbo|psycho",
    "incel|cuck|fag|dyke|retard|pussy",
  ],
  adjective: [
    "ugly|fat|disgusting|pathetic|worthless|stupid|dumb|retarded|useless|gross|brainless|stuck up|good for nothing",
  ],
  fuck: ["fuck|fck|fuk|phuck"],
  fucking: ["fucking|fuckin|fking|fckin|fcking"],
  body: ["tits|boobs|titties|pussy|cock|dick|ass|cunt|nipples|butt"],
} as const;

export const HARASSMENT_PARTS = {
  youAre:
    "(?:(?:you|u|ya)(?: (?:are|r|re|were|look|look like|sound like|smell like))?|youre|ur|your(?= (?:a|an|such|so|just) ))",
  fill: "(?: (?:a|an|the|such|so|just|really|too|very|nothing but|but|absolute|complete|total|typical|literally|{fucking}|freaking|damn|goddamn|stupid|dumb|ugly|fat|little|old|crazy|lying|cheap|dirty|filthy|selfish|pathetic|disgusting|worthless|sad|desperate|arrogant|stuck up|fake|piece of|kind of)){0,5}",
  will: "(?:i will|ill|im going to|im gonna|i am going to|im gona|imma|ima|gonna|i swear ill|i want to|i wanna|id|i would|i should|i could|someone should|somebody should)",
  photos: "(?:pics?|pictures?|photos?|nudes?|selfies?|videos?)",
  end: "(?= \\.|$)",
} as const;

interface Rule {
  readonly name: string;
  readonly patterns: readonly string[];
}

export const HARASSMENT_RULES: readonly Rule[] = [
  { name: "slur", patterns: ["{slur}s?"] },
  {
    name: "insult",
    patterns: [
      "{youAre}{fill} {noun}s?(?! (?:me|talk|talker)(?: |$))",
      "{youAre}{fill} piece of shit",
      "what an?{fill} {noun} (?:you|u)",
      "what an? (?:{fucking}|stupid|dumb|ugly|fat|pathetic|disgusting|crazy) {noun}{end}",
      "just (?:another|a|one more) (?:cheap |dumb |stupid )*(?:slut|whore|bitch|hoe)",
      "(?:women|girls|females)(?: like you)? (?:belong|should stay|should be) in (?:a|the) kitchen",
      "not even (?:your|ur) (?:mother|mom|mum|dad|dog) (?:loves|likes|wants)",
      // "Stupid strong" is a compliment.
      "{youAre}{fill} {adjective}(?! (?:strong|good|fast|fit|fun|lucky|hot|cute|heavy|big|jacked|talented|adapted|free|loss))",
      "^(?:{fill} )?(?:{fucking} |stupid |dumb |ugly |fat |dirty )*{noun}(?: \\.)*$",
      "(?:shut up|listen|answer me|answer|reply|talk to me|whatever|fine|{fuck} off|ok|bye|ignore me)(?: then| to me)?(?: you)?{fill} {noun}",
      "(?:nobody|no one|noone) (?:wants|would want|will ever want|will ever love|likes|loves) (?:you|u|a {adjective})",
      "all (?:women|men|girls|guys|of you)(?: are| r)?{fill} {noun}s?",
      "go back to (?:your country|the kitchen|your kitchen|where you came from|africa|mexico|china|india)",
      "(?:makes?|making) me (?:sick|puke|vomit) (?:just )?looking at (?:you|u)",
      "(?:you|u) make me (?:sick|puke|vomit)",
      "lose some weight(?: you)?{fill} {noun}",
    ],
  },
  {
    name: "abuse",
    patterns: [
      "{fuck} (?:you|u|off|urself|yourself|your (?:mother|mom|mum|life))(?! up)",
      "(?:go )?(?:{fuck}|screw) (?:yourself|urself)",
      "(?:screw|piss) off",
      "screw you{end}",
      "(?:shut the {fuck} up|stfu|shut your (?:{fucking} )?(?:mouth|face)|gtfo)",
      "(?:go to hell|rot in hell|burn in hell|eat shit|drop dead(?! (?:gorgeous|beautiful|sexy)))",
      "(?:i|we) (?:{fucking} )?hate (?:you|u){end}",
    ],
  },
  {
    name: "threat",
    patterns: [
      // "I'll kill you on the rower" is a plan for Saturday.
      "{will}(?: (?:just|so|{fucking}|personally))* (?:kill|hurt|rape|stab|shoot|choke|slap|punch|beat up|strangle|murder) (?:you|u|your family|your face)(?! (?:on|at|in) (?:the|leg|arm|push|pull|saturday|sunday|tomorrow|burpees|squats))",
      "{will}(?: (?:just|{fucking}))* beat (?:the shit out of |the crap out of )?(?:you|u)(?: up|{end})",
      "{will} hunt (?:you|u) down",
      "{will} (?:find|get) (?:you|u)(?: and (?:you|kill|hurt|beat|make|then)|{fill} {noun})",
      "i know where (?:you|u) (?:live|sleep|park)",
      "(?:waiting|standing|sitting) outside (?:your|ur) (?:house|home|door|window|work|office)",
      "or i(?: will|ll)? (?:tell|show) (?:everyone|everybody|your)",
      "(?:youll|you will|ull) be sorry{end}",
      "(?:kys|neck yourself|end yourself|hang yourself|drink bleach|go die|go and die)",
      "(?<!(?:dont|not|never|to) )kill (?:yourself|urself)(?! (?:in|on|at|with|over|doing|training|trying|for|warming))",
      "hope (?:you|u) (?:die|get raped|get hit|get hurt|choke|suffer|rot)",
      "(?:you|u) deserve to (?:die|be raped|get raped|get hit|be alone|suffer)",
      "watch your back(?! (?:on|when|while|in|with|during|and keep|as))",
      "(?:you|u)(?: will| ll)? (?:gonna |going to )?(?:regret|pay for) (?:this|blocking|ignoring|rejecting|saying no)",
      "(?:youll|ull) (?:regret|pay for) (?:this|blocking|ignoring|rejecting|saying no)",
      "make (?:you|u) (?:sorry|regret (?:this|that|it))",
      "(?:ill|i will|gonna|going to) make (?:you|u) pay(?: for (?:this|that|it)|{end})",
      "(?:leak|post|share|send|publish|show) (?:all )?(?:your|ur) {photos} (?:to|on|everywhere|online|around|with)",
      "ruin your life",
      "(?:youre|you are|ur) dead(?: meat)?{end}",
    ],
  },
  {
    name: "sexual",
    patterns: [
      "(?:send|show|share|gimme|give|want|need|see|trade|got|have any)(?: me| us)?(?: some| your| ur| more| any| a| few| hot| sexy)* (?:nudes?|nude {photos}|naked {photos}|dick ?pics?|sexy {photos})",
      "(?:send|show|see|want|need|got)(?: me)?(?: some| your| ur| a| any| more)* {photos} of (?:your|ur) (?:{body}|body|feet|underwear|panties)",
      "(?:show|let me see|can i see|may i see|wanna see|want to see|love to see|like to see)(?: me)? (?:your|ur) (?:{body}|naked body|underwear|panties|bare)",
      "(?:touch|grab|squeeze|lick|suck|{fuck}|eat|spank|smack|slap|bite|kiss) (?:your|ur|that|those|on your) (?:sexy |tight |big |hot |fat |sweet |little |nice )*{body}",
      "(?:suck|lick|ride|touch|stroke|swallow|see|want) my (?:big |hard |huge )*(?:dick|cock|balls)",
      "(?:sit on|ride) my face",
      "my (?:big |hard |huge )*(?:dick|cock) (?:is|wants|needs|would|in|inside|for)",
      "suck (?:it|me)(?: off)?{end}",
      "(?:wanna|want to|lets|gonna|going to|would|could|id|i will|ill|to) (?:{fuck}|bang|rail|nail) (?:you|u)(?! up)",
      "(?:wanna|want to|lets|down to|dtf|u down to|you down to) {fuck}{end}",
      "dtf",
      "(?:are|r|you|u|youre)(?: you| u)?(?: so| getting)? (?:horny|wet for me)",
      "(?:im|i am|got me|make me|makes me|made me|making me|feeling)(?: so| really| very| super)* (?:horny|hard for you|hard thinking)",
      "(?:nice|great|big|huge|hot|sexy|perfect|amazing|juicy) (?:tits|boobs|titties|pussy|nipples)",
      "(?:nice|great|hot|sexy|perfect|amazing|juicy) ass{end}",
      "(?:how big|what size) are (?:your|ur|those) (?:tits|boobs|titties)",
      "bend (?:you |u )?over for me",
      "bend (?:you|u) over(?! and)",
      "(?:cum|jizz) (?:on|in|inside|all over) (?:you|your|ur|u)",
      "(?:jerk|jerking|jerked|wank|wanking|jack|jacking) off (?:to|for|with|over) (?:you|your|ur|me)",
      "(?:are you naked|take your clothes off|what are you wearing (?:right now|under|in bed))",
    ],
  },
  {
    name: "pressure",
    patterns: [
      "(?:you|u) owe me (?:sex|nudes|a reply|an answer|a {fuck})",
      "think (?:you|u)(?:re| are)? too good for (?:me|us|this)",
      "who do you think you are{end}",
      "(?:stop|dont|keep|quit) (?:being (?:a|such a) )?(?:{fucking} )?(?:ignoring me|tease|prude|prick tease|cock tease)",
      "(?:stop|dont) be(?:ing)? (?:a|such a|so) (?:{fucking} )?(?:prude|tease|frigid|bitch|slut)",
      "i (?:spent|paid|wasted) (?:money|a crush|crushes|all that|my time) (?:on|for) (?:you|u)",
    ],
  },
];
