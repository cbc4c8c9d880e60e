// Package translation finds what the words of another language mean in the words of a list. A pack has a table for each
// language that its builder learned it from: names of the same entities in both languages show it.
//
//	mention --Tokens--> words --Tables.Meaning--> the likeliest words of the list, each with others that it may be
//
// A word that the table lacks is found by another ending, as the word of the list that has nearly the same letters, since
// Latin and Greek words are alike in all languages, or as a compound of words.
package translation
