package score

// This file has the constants of retrieval, similarity and odds, with their meanings, units and origins.
// docs/decisions/ranking.md and candidates.md have the figures. "By hand" means that a person chose them on development
// mentions of genes, diseases and chemicals, before other kinds of names were measured; lab experiment rules measures the
// rules that use them on all kinds.

// Limits of the rows that a look-up considers. Larger ones find no more right answers, smaller ones lose some.
const (
	NearestRows = 160  // nearest rows by code that are scored
	namedRows   = 64   // the best of these by table features, whose names are compared; 128, and 80 of 192, gave the same
	SameRows    = 1024 // rows with the same normalized form
	RareRows    = 32   // rows of a rare word, at most
	RareHits    = 2048 // rows found by all rare words of a mention; room for those of 64 words
	FewRows     = 24   // rows found by words, and as many found by abbreviation, whose names are compared
	FewHave     = 2    // names that a misspelling may be in; what more names have is a word

	AcronymRows  = 256     // rows with the same initials that become candidates
	AcronymTries = 1 << 15 // rows tried for a mention; of 250,000 names, at most 1,100 share their initials
	clippedRows  = 8192    // primary names of one word, and as many other names, that are tried for a clipped word
)

// Limits from which rules apply. Lengths are in letters and digits.
const (
	MinRare      = 3    // length of a rare word or number
	MinWithin    = 3    // length of a name that a mention starts or ends with
	MaxWithin    = 32   // words of a mention whose start and end are looked up
	ShareWithin  = 0.2  // share of the mention's weight that such a name has; the name "disease" ends too many mentions
	minBegins    = 3    // length of a mention that the start of a name may equal
	minStem      = 5    // length of words that can be alike without being equal
	minCutOff    = 3    // letters that the beginning of a word lacks of it
	minEnd       = 7    // length of a common ending
	percentStart = 60   // percentage of the longer word that a common beginning has
	percentEnd   = 70   // percentage of the longer word that a common ending has
	MostOfName   = 0.6  // share of a name's weight: who denies words of this share denies the entity (no seizures: seizure disorder)
	looseAbove   = 0.25 // trigram similarity above which loose forms are compared
)

// Limits from which a name decides the answer, so that near rows need not be sought: see Ranker.Decides and MoreWritten.
// They were chosen on all labelled mentions and six lists: near rows then change no best entity, and its p by at most .01.
const (
	decidedAbove = 2  // score above that of NIL
	doubtFrom    = 6  // log odds of the best against its rivals from which near rows could change p, up to maxLogit
	exactLead    = 51 // prior, in 1/255, that makes up for an exact name
	GoesOnRows   = 64 // names that start with the mention and are looked at, at most
)

// Worth of similarities, where equality is worth 1, and limits of what uses them. By hand.
const (
	sameButCase  = 0.85 // names that differ in meaningless capitals; 0.5 to 0.85 rank alike, 0.9 and 1 tie worm with mouse
	otherSigns   = 0.6  // names with equal letters and digits that differ in signs or primes: K+ and K
	looselySame  = 0.6  // names with the same loose form, or in other words
	worthNumber  = 0.95 // the plural of a word
	worthShort   = 0.9  // a word that is short for another
	LeastTelling = 0.5  // probability that a word tells entities apart from which a name with it is another name
	deniesElse   = 0.5  // a word that denies something, where the other text denies something else
	otherCode    = 0.5  // a number after other letters
	worthEnd     = 0.7  // a common ending of words
	beginsComma  = 0.5  // a name that continues after a comma, whatever its words
	sameWord     = 0.75 // similarity from which two words count as one
	SameSynonym  = 0.5  // strength of a synonym from which it counts as the word
	shortLetters = 8    // letters and digits of a mention that is no longer short
	background   = 0.55 // prior of everything else that the first word of a name may mean
	maxBegun     = 64   // entities that share the feature Begins, at most
	chanceCosine = 0.3  // measured mean of the cosine of an abbreviation and its name
	LessForOther = 0.1  // subtracted from the order of abbreviated names that are not primary
	lessMember   = 4    // subtracted from the scores of all members of a group but the best; 3 to 4.5 keep them tied and p of genes as right

	ContextReach   = 4     // distance from the best score within which the context counts
	ContextShare   = 0.018 // exp(-ContextReach): share of the best p from which an answer is asked again in its context
	StandingWeight = 3     // weight of the share of another name that stands in the context
	StandingNames  = 32    // names of an entity that are sought there
	CompanyWeight  = 1.5   // weight of the logarithm of how many of its company stand there
)

// Limits within which entities are tied, or one is tied with NIL: see Rival.TiedWith. docs/decisions/ambiguity.md has the figures.
const (
	LeastWhole  = 0.8  // share of the mention's words, by weight, that a name has which has all of them, short ones too
	maxWhole    = 8    // entities with names of all words of a mention that may be tied
	wholeFactor = 8    // they are, unless the ranker finds one over this many times less likely
	TieMargin   = 0.05 // entities whose P differ by no more than this are tied
	tieFactor   = 50   // an entity with the same form is tied if the ranker finds it at most this many times less likely: see lab/fit ties
)

// aloneNIL is how many times likelier than the best entities NIL must be for a mention that is asked by itself to be NIL.
// People who ask one mention have chosen a pack that suits it, and we expect the pack to have seven of ten (expectedShare).
// Even odds there are odds of 1.3 to 1 for NIL in the worlds of the fit, where lists have 6.4 of ten (Forest.Share).
const aloneNIL = 1.3

// The most that fields say, as logarithms of odds: see package field. FieldForNone was chosen on subdivisions of countries,
// of which the list lacked three in ten.
const (
	FieldAgrees  = 4    // for an equal value, however rare
	FieldDiffers = 2.3  // against a different value: one of ten entities that are meant has one, as lists word values differently
	fieldTells   = 1    // difference between namesakes from which they are not tied
	FieldForNone = 0.75 // share of the evidence for entities that also counts for NIL; with 0, near names pass for right
)

// Bounds that keep scores finite for any pack.
const (
	maxScore  = 1e30 // sum of the absolute weights of a Ranker and its score of NIL
	maxCosine = 2    // more than rounding can make of a cosine
	maxLogit  = 9    // log odds of the ranker that a Scaling weighs; larger ones are noise
)

// Worth of the letters of an abbreviation by their places in the name, and the cost of a word that contributes none. They
// were chosen by hand on abbreviations in development mentions of diseases and chemicals.
const (
	worthFirst  = 1.0  // first letter of a word
	worthPart   = 0.9  // first letter of a word inside a word, or after one (overactive, phenylpropanolamine)
	worthNext   = 1.0  // letters after the first one, until one is missing
	worthRoot   = 1.0  // a or e after an o, where the next part of a compound begins (thromboembolism)
	worthOnset  = 0.6  // consonant after a vowel, where a syllable begins
	worthInside = 0.45 // another consonant
	worthVowel  = 0.3
	innerOfMany = 0.5 // factor of letters inside the words of a longer name: people mostly take first letters
	costWord    = 0.5
	noWay       = -100 // of letters that the words do not have in this order
	minQuality  = 0.2  // least quality; letters of less are there by chance
	lessForTwo  = 0.5  // factor of the first two letters of one word, which are more often initials of two words
)

// Lengths in letters.
const (
	minClipped = 6  // least of a single word that people clip
	maxClipped = 30 // most of such a word
	maxClip    = 5  // most of the clipped form
	minPart    = 5  // least of a part at the beginning of a word, and of the rest
	minFinal   = 4  // least of a part at the end of a word
)

// leastLike is the smallest probability that the list has the entity of a mention in the stratum LikeName.
const leastLike = 0.03

// The weight of the expected share in shareOf: that of shareMentions mentions and of the part shareDoubt of those seen. A
// column of three values says little, and without this prior the estimate runs to 0 or 1.
const (
	shareMentions = 10
	shareDoubt    = 0.05
)

// expectedShare is the share of mentions whose entity we expect a list to have before we know anything about them.
const expectedShare = 0.7

// Expectation maximisation ends after shareRounds rounds, or when a round changes the share by less than shareGain.
const (
	shareRounds = 200
	shareGain   = 1e-5
)

// unknownPrior replaces the prior of an entity in a list that does not say how much people write about it.
const unknownPrior = 0.5

// At most maxSiblings siblings count. The trigram similarity of a sibling is at least nearlyAs of that of the best entity.
const (
	maxSiblings = 5
	nearlyAs    = 0.8
)

// mostlyMeant is the Commonness of a name above which it is as sure as a primary one.
const mostlyMeant = 0.5

// Of mentions that are translated (package translation), fitted by lab/translations on names of the Human Phenotype Ontology in
// seven languages; each language was judged by the others.
const (
	translatedGain  = 2.0  // added to the score of what the meaning finds, since names in the mention's own language lie near it
	alsoMeans       = 0.8  // share by which another meaning of a word counts as well as its likeliest one
	translatedBase  = -0.8 // of the log odds that the best one is right: see Translated
	translatedSlope = 1.0  // of those that the Forest gives
	translatedAhead = 0.13 // of its score before the next one's
	translatedSure  = 1.85 // of how sure its words are
	translatedPart  = -2.5 // if the best one is but a part of the meaning
	maxAhead        = 8.0  // most of its score before the next one's
)
