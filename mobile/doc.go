// Package mobile maps noisy names to the entities of a terminology inside an Android or iOS app. It is package core in
// the types that gomobile carries into Java, Kotlin, Objective-C and Swift; docs/mobile.md says how to build it into an
// app. Apps call it through the Kotlin library of mobile/android or the Swift library of mobile/ios, which have what
// these languages expect: lists, suspending functions, errors with kinds.
//
//	Kotlin                                              Swift
//	val n = Mobile.openDefault()                        let n = MobileOpenDefault(&error)
//	val found = n.lookup("FOX-P2", 5)                   let found = try n.lookup("FOX-P2", k: 5)
//	for (i in 0 until found.len())                      for i in 0..<found.len() {
//	    println(found.get(i).id)                            print(found.get(i)!.id_)
//	n.close()                                           n.close()
//
// # Threads
//
// Any number of threads may use a Normalizer, and one may close it while others look up: a look-up that has begun
// returns its answer, a later one the error "closed". Matches, Match and Info are copies and stay readable after Close.
//
// # Packs over the air
//
// Packs brings packs from a repository and opens no connection: an Update says which file it wants next, and the app
// fetches it (see Packs.Update). Package core/update does the work.
//
// # Errors
//
// An error arrives as an Exception in Java and an NSError in Objective-C, with nothing but its message. The message
// begins with one of the kinds below, a colon and a space; ErrorKind returns the kind. The rest is for people and may
// change. No input makes the package panic; a panic would arrive as KindInternal.
//
// # Size
//
// The tag nodefaultpack leaves the default pack out, for an app that brings its own: OpenDefault then fails with
// KindNoDefault.
package mobile
