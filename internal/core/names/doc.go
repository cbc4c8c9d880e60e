// Package names reads names as text. It knows nothing of packs, entities or codes; the packages that do build on it.
//
//	"Collagen type VIIa"
//	  Form          collagen type viia       one spelling of letters, dashes, quotes
//	  Key           collagentypeviia         letters and digits alone: "the same name"
//	  Text          collagen|type|7|a        words; Roman numerals are numbers
//	  Frequencies   8.1 3.2 2.0 1.4          rare words weigh more
//	  Synonyms      type ~ class             words that stand for each other
//	  Rewrites      nephrotoxicity -> kidney toxicity, tumour -> tumor
//	  Initials      CT7                      its abbreviation (package score aligns other letters)
//	  Readings      SMAD2/3 -> SMAD2, SMAD3  names that a mention stands for in other letters
//
// NextRun is the only tokenizer: the n-gram features of package encoder, the words of Text and those of package topic
// consist of its runs.
//
// Most knowledge of English and of medicine is in packs: frequencies, synonyms and rewrites for their terminology, and
// Knowledge for their field. This package has only what every pack needs: letters.tsv, and the rules of type Rule, each of
// which experiments can switch off.
package names
