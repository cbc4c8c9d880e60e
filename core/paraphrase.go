package core

import "strings"

// What has no name in a mention's words may have one in others that mean the same,
// or hardly less: renal damage is a kidney disease, an encephalopathy a brain
// disease, glutamate is listed as glutamic acid. Only what is a name then, but for a
// plural s, is taken for the mention, and as one near it.

// wordNouns are what people say for adjectives of the body and of illness.
var wordNouns = map[string]string{
	"allergic": "allergy", "arterial": "artery", "articular": "joint", "auditory": "hearing", "behavioral": "behavior", "behavioural": "behavior",
	"cancerous": "cancer", "cardiac": "heart", "cerebral": "brain", "colonic": "colon", "corneal": "cornea", "cranial": "skull",
	"cutaneous": "skin", "dental": "tooth", "depressive": "depression", "dermal": "skin", "diabetic": "diabetes", "epileptic": "epilepsy",
	"esophageal": "esophagus", "gastric": "stomach", "gingival": "gum", "hematologic": "blood", "hematological": "blood", "hepatic": "liver",
	"hypertensive": "hypertension", "hypotensive": "hypotension", "intestinal": "intestine", "ischemic": "ischemia", "laryngeal": "larynx",
	"lingual": "tongue", "mammary": "breast", "muscular": "muscle", "nasal": "nose", "neoplastic": "neoplasm", "neural": "nerve",
	"ocular": "eye", "osseous": "bone", "ovarian": "ovary", "pancreatic": "pancreas", "prostatic": "prostate",
	"psychotic": "psychosis", "pulmonary": "lung", "rectal": "rectum", "renal": "kidney", "retinal": "retina", "skeletal": "bone",
	"spinal": "spine", "splenic": "spleen", "testicular": "testis", "tracheal": "trachea", "uterine": "uterus", "vascular": "vessel",
	"venous": "vein", "visual": "vision",
}

// anyDisease are the words at the end of a mention that mean no more than disease.
var anyDisease = map[string]bool{
	"abnormality": true, "abnormalities": true, "complication": true, "complications": true, "damage": true, "damages": true,
	"defect": true, "defects": true, "deficit": true, "deficits": true, "disorder": true, "disorders": true, "disturbance": true,
	"disturbances": true, "dysfunction": true, "dysfunctions": true, "injury": true, "injuries": true,
	"lesion": true, "lesions": true, "malfunction": true, "malfunctions": true, "problem": true, "problems": true, "symptom": true,
	"symptoms": true, "toxicity": true, "toxicities": true,
}

// reword looks for names that say in other words what the mention says, which is no
// name, and returns the words to go on with.
func (n *Normalizer) reword(s *scratch, mention string, filter *rowFilter) string {
	var others []string
	if other, ok := n.respell(&s.profile, mention); ok {
		mention, others = other, append(others, other)
		n.read(s, mention)
		if n.addSame(s, filter); len(s.hits) > 0 {
			return mention
		}
	}
	for _, other := range append(others, s.profile.paraphrases()...) {
		n.read(s, other)
		n.addForm(s, s.profile.compact, filter)
		n.addForm(s, append(s.profile.compact, 's'), filter)
		if len(s.hits) > 0 {
			s.reworded = true
			return other
		}
	}
	n.read(s, mention)
	return mention
}

// paraphrases returns the mention of p in other words, the nearest first.
func (p *profile) paraphrases() []string {
	var out []string
	if acid, ok := p.replace(acidOf); ok {
		out = append(out, acid)
	}
	plain, ok := p.replace(func(_ *token, word string) (string, bool) {
		if noun, ok := wordNouns[word]; ok {
			return noun, true
		}
		return inEnglish(word)
	})
	if ok {
		out = append(out, plain)
	}
	if other, ok := generally(string(p.form)); ok {
		out = append(out, other)
	}
	if other, ok := generally(plain); ok {
		out = append(out, other)
	}
	return out
}

// acidOf returns the acid that the salt or ion in a word is of, glutamate of glutamic
// acid.
func acidOf(_ *token, word string) (string, bool) {
	stem, ok := strings.CutSuffix(word, "ate")
	return stem + "ic acid", ok && len(stem) > 1
}

// generally returns what a mention says more generally, of anything that is wrong
// with something that it is diseased.
func generally(mention string) (string, bool) {
	end := strings.LastIndexByte(mention, ' ') + 1
	if end == 0 || !anyDisease[mention[end:]] {
		return "", false
	}
	return mention[:end] + "disease", true
}
