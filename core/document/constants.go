package document

// MarkedMinP is the Options.MinP that suits mentions which somebody has marked: these are entities, so NIL is seldom
// right. On five corpora, .4 instead gives .003 to .017 fewer right ones and .002 to .022 fewer wrong ones.
const MarkedMinP = 0.3

// nearby is how many places before a place, and how many after it, are nearby. Chosen on the development mentions of
// BC5CDR and GNormPlus: with 10, fewer abbreviations are explained; with 30, more of them wrongly.
const nearby = 20

// Reach is how many places before and after a place can change its result: neighbours, and their neighbours.
const Reach = 2 * nearby

// batchPlaces is how many places are looked up together: enough to fill the batches of core.LookupMany, few enough to
// keep memory small.
const batchPlaces = 256

// depth is how many matches of each answer are re-ranked, whatever number is shown. On eleven sets of development
// mentions, 64 instead of 10 gives H@1 from 0.0000 to 0.0038 higher on nine and 0.0006 lower on the two of Bio-ID, H@10
// from 0.0000 to 0.0044 higher on all, for a tenth more time; 32 lies between.
const depth = 64

// The constants of collective re-ranking. P are probabilities, shares are parts of the doubt (1 minus the P of the
// best match), and the k-th nearest entity gets exp(-decay*k) of its share. All were fitted by hand on the
// development mentions of seven corpora, so that the right entity ranks first and P is calibrated.
const (
	confidentP = 0.5 // a mention whose best match has this P or more counts for others

	// An entity that is one of the matches gets a share that grows with its own P.
	candidateShare    = 0.6
	candidateGain     = 5.0 // times its P, on top
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
