package io.github.normlet

import io.github.normlet.mobile.Info
import io.github.normlet.mobile.Matches
import io.github.normlet.mobile.Options
import io.github.normlet.mobile.Suggestions

/**
 * What a mention maps to.
 *
 * @property matches the entities that it may mean, the most likely first
 * @property isNil whether most likely none is right, or the best one is not as sure as [LookupOptions] ask for
 * @property nilProbability how likely the pack has no such entity
 * @property tied how many entities are as good as the first one, itself included; 0 without a tie
 * @property isUndecided whether [isNil] although the first match is as likely: show it, too
 * @property parent what an unsure answer is a kind of, if the pack knows that: id, name and a probability of its own
 * @property organism if [isNil] because the pack lacks the gene of this organism, its NCBI Taxonomy id; else empty
 */
data class Answer(
    val mention: String,
    val matches: List<Match>,
    val isNil: Boolean,
    val nilProbability: Double,
    val tied: Int,
    val isUndecided: Boolean,
    val parent: Match?,
    val organism: String
) {
    /** The entity that is meant, if there is one and only one. */
    val best: Match? get() = matches.firstOrNull().takeUnless { isNil || tied > 0 }
}

/**
 * An entity that a mention may mean.
 *
 * @property same the ids of the same thing in other lists
 * @property taxon the NCBI Taxonomy id of a gene's organism, in a pack with genes of several; else empty
 * @property name the primary name, to be shown
 * @property matched the name of the entity that is most like the mention
 * @property kind what [matched] is to the entity: "primary", "exact", "alias", "related" or "twin"
 * @property stage how [matched] was found: "exact", "normalized", "hamming" and others
 * @property distance in how many bits the codes of mention and [matched] differ
 * @property margin by how much [probability] exceeds that of the next entity
 * @property broader words of the mention that the entity lacks, which is what is meant but for them: a strain of a species; mostly empty
 * @property exactly how likely exactly this entity is meant: [probability] unless it is [broader]
 * @property tied whether several entities are as good: let the user choose
 */
data class Match(
    val id: String,
    val same: List<String>,
    val namespace: String,
    val taxon: String,
    val name: String,
    val matched: String,
    val kind: String,
    val stage: String,
    val distance: Int,
    val score: Double,
    val probability: Double,
    val margin: Double,
    val broader: String,
    val exactly: Double,
    val tied: Boolean
)

/** An entity with a name, [matched], that begins with what was typed, or is all of it: [whole]. */
data class Suggestion(
    val id: String,
    val namespace: String,
    val name: String,
    val matched: String,
    val whole: Boolean
)

/**
 * How to look up.
 *
 * @property k how many matches are wanted, 1 to 128
 * @property namespaces those of the entities that are wanted; empty for all
 * @property prefer namespaces or prefixes of ids: of the ids of one thing, that of the first of these comes first
 * @property organisms those whose genes are meant, the likeliest first: NCBI Taxonomy ids or words such as mouse; empty: as
 *     the mention and [context] say
 * @property context the text around the mention, such as its sentence
 * @property minProbability makes an answer [Answer.isNil] if its best match is less probable
 * @property near adds similar names to the matches of a mention that is a name, which takes several times as long
 * @property exactly leaves out the matches that are [Match.broader] than the mention
 * @property language that of the mention, such as "es", in a pack with a table of its words; empty: its words decide
 * @property show the language of the names of matches, such as "es" or "pt-BR"; empty for primary names
 */
data class LookupOptions(
    val k: Int = 5,
    val namespaces: List<String> = emptyList(),
    val prefer: List<String> = emptyList(),
    val organisms: List<String> = emptyList(),
    val context: String = "",
    val minProbability: Double = 0.0,
    val near: Boolean = false,
    val exactly: Boolean = false,
    val language: String = "",
    val show: String = ""
) {
    internal fun bound(): Options {
        if (k < 1) throw NormletException(ErrorKind.ARGUMENT, "k is $k; it has to be at least 1")
        val options = Options()
        options.k = k.toLong()
        options.namespaces = namespaces.joinToString(",")
        options.prefer = prefer.joinToString(",")
        options.organisms = organisms.joinToString(",")
        options.context = context
        options.minProbability = minProbability
        options.near = near
        options.exactly = exactly
        options.language = language
        options.show = show
        return options
    }
}

/** What a pack is. Texts that it does not state are empty. */
data class PackInfo(
    val name: String,
    val version: String,
    val date: String,
    val license: String,
    val source: String,
    val namespaces: List<String>,
    val entityCount: Long,
    val nameCount: Long
)

internal fun answer(mention: String, found: Matches) = Answer(
    mention = mention,
    matches = listOfAll(found.len()) { match(found.get(it)) },
    isNil = found.isNIL,
    nilProbability = found.nilProbability(),
    tied = found.tied().toInt(),
    isUndecided = found.undecided(),
    parent = found.parent()?.let { match(it) },
    organism = found.organism()
)

internal fun match(m: io.github.normlet.mobile.Match) = Match(
    id = m.id, same = m.same.split(' ').filter { it.isNotEmpty() }, namespace = m.inNamespace, taxon = m.taxon, name = m.name,
    matched = m.matched, kind = m.kind, stage = m.stage, distance = m.distance.toInt(), score = m.score, probability = m.probability,
    margin = m.margin, broader = m.broader, exactly = m.exactly, tied = m.tied
)

internal fun suggestions(found: Suggestions): List<Suggestion> = listOfAll(found.len()) { i ->
    val s = found.get(i)
    Suggestion(s.id, s.inNamespace, s.name, s.matched, s.whole)
}

internal fun packInfo(info: Info) = PackInfo(
    name = info.name, version = info.version, date = info.date, license = info.license, source = info.source,
    namespaces = info.namespaces.split(",").filter { it.isNotEmpty() },
    entityCount = info.entityCount, nameCount = info.nameCount
)

internal fun <T> listOfAll(count: Long, get: (Long) -> T): List<T> = (0 until count).map { get(it) }
