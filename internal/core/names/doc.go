// Package names reads names as text. It knows what a name looks like, and nothing
// of packs, entities or codes; every other room of core builds on it.
//
//	"Collagen type VIIa"
//	  Form          collagen type viia       one spelling of letters, dashes, quotes
//	  Key           collagentypeviia         letters and digits alone: "the same name"
//	  Text          collagen|type|7|a        words; Roman numerals are numbers
//	  Frequencies   8.1 3.2 2.0 1.4          rare words weigh more
//	  Synonyms      type ~ class             words that stand for each other
//	  Rewrites      nephrotoxicity -> kidney toxicity, tumour -> tumor
//	  Initials      CT7                      what may abbreviate it (package score aligns other letters)
//	  Readings      SMAD2/3 -> SMAD2, SMAD3  what a mention stands for without having its letters
//
// NextRun is the one tokenizer. The n-gram features of package encoder, the words
// of Text and those of package topic are made of its runs.
//
// A pack brings most knowledge of English and of medicine: frequencies, synonyms and
// rewrites of its terminology, and type Knowledge, of its field. This package holds only what
// every pack needs: letters.tsv and the rules of type Rule, each of which experiments can
// switch off.
package names
