package score

// The constants of retrieval, similarities and odds, with their meaning, unit and how they
// were chosen. docs/decisions/ranking.md and candidates.md have the figures. "By hand"
// means: chosen on development mentions of genes, diseases and chemicals before
// other kinds of names were measured; lab experiment rules shows on all kinds
// what the rules that use them give.

// How many rows are looked at. More find no more, fewer lose right answers.
const (
	NearestRows = 160  // nearest rows by code that are scored
	namedRows   = 64   // of them, the best by what the tables say, whose names are compared: 128 and 192/80 gave the same
	SameRows    = 1024 // rows of one normalized form
	RareRows    = 32   // rows that a word has at most to be rare
	RareHits    = 2048 // rows found by all rare words of a mention: those of 64 words at least
	FewRows     = 24   // rows found by words, and by abbreviation, whose names are compared
	FewHave     = 2    // names that have what may be a slip, not a word

	AcronymRows  = 256     // rows of the same initials that stay in the running
	AcronymTries = 1 << 15 // rows tried for a mention; no initials have more than 1,100 among 250,000 names
	clippedRows  = 8192    // primary names of one word that a clipping is sought in, and as many others
)

// When a rule applies. Lengths are in letters and digits.
const (
	MinRare      = 3    // of a rare word, or digits of a rare number
	MinWithin    = 3    // of a name at an end of a mention
	MaxWithin    = 32   // words of a mention whose ends are looked up
	ShareWithin  = 0.2  // of the mention's weight that such a name has: every disease ends with disease
	minBegins    = 3    // of a mention that a name goes on from
	minStem      = 5    // of words that can be alike without being equal
	minEnd       = 7    // of a common end
	percentStart = 60   // of the longer word that two alike ones begin with
	percentEnd   = 70   // of it that they end with
	MostOfName   = 0.6  // of a name's weight, from which a mention that denies its words denies its entity: seizure disorder
	looseAbove   = 0.25 // trigram similarity above which loose forms are compared
)

// When a name decides the answer before near rows are sought: see Ranker.Decides and MoreWritten. Chosen on all labelled
// mentions and six lists, so that near rows change no best entity and its p by at most .01.
const (
	decidedAbove = 2  // score above that of NIL
	doubtFrom    = 6  // logit of rivals from which near rows can take some away and so change p, up to maxLogit
	exactLead    = 51 // prior, in 1/255, that an exact name is worth
	GoesOnRows   = 64 // names that go on from the mention at most
)

// What similarities are worth, as shares of what equality is worth. By hand.
const (
	sameButCase  = 0.85 // names that differ in capitals that mean nothing; 0.5 to 0.85 rank alike, with 0.9 or 1 a worm is tied with a mouse
	otherSigns   = 0.6  // names of the same letters and digits and other signs or primes: K+ and K
	looselySame  = 0.6  // names of one loose form, or in other words
	worthNumber  = 0.95 // the plural of a word
	otherCode    = 0.5  // a number behind other letters
	worthEnd     = 0.7  // a common end of words
	beginsComma  = 0.5  // a name that goes on after a comma, whatever its words
	shortLetters = 8    // letters and digits from which a mention is not short
	background   = 0.55 // prior of all else that a leading word may mean
	maxBegun     = 64   // entities among which that is shared out
	chanceCosine = 0.3  // cosine of an abbreviation and what it is short for: measured mean
	LessForOther = 0.1  // order of other names than primary ones among abbreviated rows
	lessMember   = 4    // score of a member of a group below the best of them; 3 to 4.5 keep all tied and p on genes as right
	ContextReach = 4    // score below the best up to which context counts

	StandingWeight = 3  // of how much of another name stands in the context
	StandingNames  = 32 // of an entity that are looked for there
)

// When entities are tied, or one with NIL: see Rival.TiedWith. docs/decisions/ambiguity.md has the figures.
const (
	TieMargin = 0.05 // entities whose P differ by no more than this are tied
	tieFactor = 50   // an entity of the same form is tied unless the ranker finds it over this many times less likely: see lab/fit ties
)

// aloneNIL is how many times likelier than its best entities none must be for a mention asked by itself to be NIL. Who
// asks for one has chosen the pack for it: what is even if the pack has seven of ten (expectedShare) is 1.3 to 1 in the
// worlds that p is fitted on, where it has 6.4 (Forest.Share).
const aloneNIL = 1.3

// What fields say at most, as logarithms of odds: see package field. Subdivisions of countries, of which the list lacked
// three in ten, chose the last.
const (
	FieldAgrees  = 4    // for a rare value, however rare
	FieldDiffers = 2.3  // against another value: one in ten of what is meant has one, as lists differ in how they say it
	fieldTells   = 1    // between namesakes, from which they are not tied
	FieldForNone = 0.75 // share of what speaks for entities that speaks for none, too: with 0 names nearby pass for right
)

// Bounds that keep scores finite, whatever a pack holds.
const (
	maxScore  = 1e30 // of the weights of a Ranker together with the score of NIL
	maxCosine = 2    // above what rounding makes of any cosine
	maxLogit  = 9    // of what a Scaling weighs; what the ranker says beyond is noise
)

// What a letter is worth by where it stands in the name, and what a word costs that
// contributes none. They were set by hand on abbreviations in development mentions of
// diseases and chemicals.
const (
	worthFirst  = 1.0  // letter of a word
	worthPart   = 0.9  // letter of a word in a word, or after one (overactive, phenylpropanolamine)
	worthNext   = 1.0  // those after it, as long as none is missing
	worthRoot   = 1.0  // vowel after an o: the next part of a compound begins (thromboembolism)
	worthOnset  = 0.6  // consonant after a vowel: a syllable begins
	worthInside = 0.45 // another consonant
	worthVowel  = 0.3
	innerOfMany = 0.5 // of several words, people take the first letters
	costWord    = 0.5
	noWay       = -100
	minQuality  = 0.2 // below which letters are there by chance
	lessForTwo  = 0.5 // the first two letters of one word are more often those of two words
)

// Lengths in letters.
const (
	minClipped = 6  // of a single word that is clipped
	maxClipped = 30 // and at most
	maxClip    = 5  // of what is left of it
	minPart    = 5  // of a part at the beginning of a word, and of what then follows
	minFinal   = 4  // of one at its end
)

// leastLike is how likely a list has at least what is LikeName.
const leastLike = 0.03

// For how many mentions the share that is expected counts beside what is seen, and for which part of those seen: a column
// of three values says little, and without a prior the estimate runs to 0 or 1.
const (
	shareMentions = 10
	shareDoubt    = 0.05
)

// expectedShare is the share of mentions whose entity a list has where nothing is known but that somebody asks it.
const expectedShare = 0.7

// shareRounds bounds the rounds of EM, which gains less than shareGain in the last.
const (
	shareRounds = 200
	shareGain   = 1e-5
)

// unknownPrior stands for the prior of an entity in a list that does not know how often people write about it.
const unknownPrior = 0.5

// maxSiblings is how many siblings are counted, nearlyAs the share of the best one's trigrams that makes one.
const (
	maxSiblings = 5
	nearlyAs    = 0.8
)

// mostlyMeant is the share of its labelled mentions from which an entity has a name as surely as a primary one.
const mostlyMeant = 0.5
