package document

// MarkedMinP is the core.Options.MinP that suits mentions which somebody has marked: these are entities, so NIL is seldom
// right. On five corpora, .4 instead gives .003 to .017 fewer right answers and .002 to .022 fewer wrong ones.
const MarkedMinP = 0.3

// nearby is the number of places before a place, and after it, that are nearby. It was chosen on the development mentions of
// BC5CDR and GNormPlus: 10 explains fewer abbreviations, and 30 explains more of them wrongly.
const nearby = 20

// Reach is the number of places before a place, and after it, that can change its result: its neighbours and their neighbours.
const Reach = 2 * nearby

// batchPlaces is the number of places that are looked up together: enough to fill the batches of LookupMany, and few enough to
// keep memory small.
const batchPlaces = 256

// depth is the number of matches of each answer that are re-ranked, however many are shown. On eleven sets of development
// mentions, 64 instead of 10 raises H@1 by 0 to 0.0038 on nine and lowers it by 0.0006 on the two of Bio-ID. It raises H@10 by
// 0 to 0.0044 on all, and takes a tenth more time; 32 lies between.
const depth = 64

// The constants of collective re-ranking. P are probabilities, shares are parts of the doubt (1 minus the P of the
// best match), and the k-th nearest entity gets exp(-decay*k) of its share. They were chosen by hand on the development
// mentions of seven corpora, so that the right entity ranks first and P is calibrated.
const (
	confidentP = 0.5 // least P of the best match of a mention that re-ranks others

	// An entity that is one of the matches gets a share that grows with its own P.
	candidateShare    = 0.6
	candidateGain     = 5.0 // added for each unit of its P
	maxCandidateShare = 6.0
	candidateDecay    = 0.5

	// An injected candidate gets a fixed share. A larger one goes to entities whose mention has a head that fits the
	// abbreviation in question, see abbreviation.SharesHead.
	injectedShare     = 0.05
	injectedDecay     = 0.6
	injectedHeadShare = 0.3
	injectedHeadDecay = 1.0
	maxInjected       = 5 // of the nearest entities, those that are injected

	// Injected candidates take P from NIL and from entities beyond depth, which keep at least this share.
	minKept = 0.5
)

// maxComposite is how many bytes a mention may have that may be composite: hostile input stays cheap.
const maxComposite = 256

// maxParts is how many parts a composite mention may have.
const maxParts = 16
