package core

import "strings"

// A word that no name has may be one that names have in other clothes: written as
// in Britain (oedema), or put together from Greek and Latin where names are English
// (nephrotoxicity, kidney toxicity), or with a Roman numeral at its end (COLVII). An
// encoder that has never seen the word cannot tell, so a mention of no name's form is
// looked up with such words respelled. That names have the American spelling is checked,
// of the English parts it is assumed.

// wordRoots are the beginnings of such words, less a vowel between the parts, and
// what they are in English.
var wordRoots = map[string]string{
	"aden": "gland", "angi": "vessel", "arteri": "artery", "arthr": "joint", "bronch": "bronchial", "carcin": "cancer", "cardi": "heart",
	"cephal": "head", "cerebr": "brain", "chondr": "cartilage", "col": "colon", "cost": "rib", "crani": "skull", "cyst": "bladder",
	"cyt": "cell", "dermat": "skin", "derm": "skin", "encephal": "brain", "enter": "intestine", "esophag": "esophagus", "gastr": "stomach",
	"gingiv": "gum", "gloss": "tongue", "gonad": "gonad", "hemat": "blood", "hem": "blood", "hepat": "liver", "hist": "tissue", "immun": "immune",
	"kerat": "cornea", "laryng": "larynx", "lymph": "lymph", "mamm": "breast", "mast": "breast", "mening": "meninges", "metr": "uterus",
	"muscul": "muscle", "my": "muscle", "myel": "bone marrow", "nephr": "kidney", "neur": "nerve", "ocul": "eye", "odont": "tooth", "onc": "tumor",
	"onych": "nail", "oophor": "ovary", "ophthalm": "eye", "orchi": "testis", "oste": "bone", "ot": "ear", "ovari": "ovary", "pancreat": "pancreas",
	"phleb": "vein", "pneum": "lung", "pneumon": "lung", "proct": "rectum", "pulmon": "lung", "pyel": "kidney", "ren": "kidney", "retin": "retina",
	"rhin": "nose", "splen": "spleen", "spondyl": "spine", "stomat": "mouth", "thorac": "chest", "thromb": "blood clot", "thyr": "thyroid",
	"ur": "urinary", "uter": "uterus", "vas": "vessel", "vascul": "vessel", "ven": "vein", "vestibul": "vestibular",
}

// wordEndings are their ends.
var wordEndings = map[string]string{
	"algia": "pain", "dynia": "pain", "itis": "inflammation", "lysis": "breakdown", "megaly": "enlargement", "necrosis": "necrosis",
	"pathies": "diseases", "pathy": "disease", "pathic": "disease", "penia": "deficiency", "ptosis": "prolapse", "rrhage": "bleeding", "rrhagia": "bleeding",
	"sclerosis": "sclerosis", "spasm": "spasm", "stenosis": "stenosis", "toxic": "toxicity", "toxicities": "toxicity", "toxicity": "toxicity",
	"trophy": "growth", "cancer": "cancer", "carcinoma": "carcinoma", "fibrosis": "fibrosis", "degeneration": "degeneration", "protection": "protection",
}

// respell returns a mention, of profile p, with words that no name has in another spelling,
// if there are any that have one.
func (n *Normalizer) respell(p *profile, mention string) (string, bool) {
	if len(n.words.table) == 0 {
		return "", false
	}
	return p.replace(func(w *token, word string) (string, bool) {
		if n.words.known(w.hash) {
			return "", false
		}
		if other, ok := lastFigures(mention, word); ok {
			return other, true
		}
		return n.otherSpelling(word)
	})
}

// replace returns the mention of p with its longer words as f would have them, if
// f has others for any.
func (p *profile) replace(f func(w *token, word string) (string, bool)) (string, bool) {
	var out []byte
	end := int32(0)
	for i := range p.tokens {
		w := &p.tokens[i]
		if w.digit || w.size < minStem {
			continue
		}
		if other, ok := f(w, string(p.form[w.start:w.start+w.size])); ok {
			out = append(append(out, p.form[end:w.start]...), other...)
			end = w.start + w.size
		}
	}
	if end == 0 {
		return "", false
	}
	return string(append(out, p.form[end:]...)), true
}

// otherSpelling returns word in American spelling, if names have that, or its parts
// in English.
func (n *Normalizer) otherSpelling(word string) (string, bool) {
	if american := string(appendLoose(nil, []byte(word))); american != word && n.words.known(WordHash(american)) {
		return american, true
	}
	return inEnglish(word)
}

// inEnglish returns the parts of word in English.
func inEnglish(word string) (string, bool) {
	for cut := 2; cut < len(word); cut++ {
		ending, ok := wordEndings[word[cut:]]
		if !ok {
			continue
		}
		root, ok := wordRoots[word[:cut]]
		if !ok && vowel(word[cut-1]) {
			root, ok = wordRoots[word[:cut-1]]
		}
		if ok {
			return root + " " + ending, true
		}
	}
	return "", false
}

const (
	minLoose     = 5    // letters from which names are compared by their loose forms
	looselySame  = 0.6  // the feature Normalized of names that have one loose form
	looseTrigram = 0.25 // the feature Trigram below which it is not worth a look
)

// appendLoose appends a compact form without what two spellings of one name differ
// in: a plural s, and what British and American English write differently (tumour,
// oedema, haemorrhage, sulphate).
func appendLoose(dst, compact []byte) []byte {
	n := len(compact)
	if n >= minLoose && compact[n-1] == 's' && isLower(compact[n-2]) && strings.IndexByte("ius", compact[n-2]) < 0 {
		n--
	}
	for i := 0; i < n; i++ {
		c, before, after := compact[i], byte(0), byte(0)
		if i > 0 {
			before = compact[i-1]
		}
		if i+1 < n {
			after = compact[i+1]
		}
		switch {
		case (c == 'a' || c == 'o') && after == 'e', before == 'o' && c == 'u' && after == 'r':
			continue // ae and oe are e, our is or
		case before == 'l' && c == 'p' && after == 'h':
			dst = append(dst, 'f')
			i++
			continue
		}
		dst = append(dst, c)
	}
	return dst
}
