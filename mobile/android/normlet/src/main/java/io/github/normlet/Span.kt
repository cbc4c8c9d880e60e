package io.github.normlet

import io.github.normlet.mobile.Spans
import io.github.normlet.mobile.TextMatches

/**
 * A part of a text that names an entity.
 *
 * @property start where it begins in the text: `text.substring(start, end)` is its [text]
 * @property type that of the pack's tagger, such as "Disease", or else the namespace of the best match
 * @property id what it names: empty if the pack lacks that; joined by bars if it names several, as "BRCA1/2" does
 * @property name the primary name of that
 * @property probability how likely it is an entity of its type
 * @property negated whether the text says that there is none: "no fever"
 * @property hypothetical whether the text says that there may be one: "to rule out pneumonia"
 * @property ofOther whether somebody else has it: "mother had diabetes"
 * @property past whether it is over, or may be: "h/o stroke"
 * @property answers to each entity that it names: one, but for texts such as "BRCA1/2"
 * @property matches what it may mean, the most likely first
 */
data class Span(
    val start: Int,
    val end: Int,
    val text: String,
    val type: String,
    val id: String,
    val name: String,
    val probability: Double,
    val negated: Boolean,
    val hypothetical: Boolean,
    val ofOther: Boolean,
    val past: Boolean,
    val answers: List<Answer>,
    val matches: List<Match>
)

/**
 * What [Normlet.annotate] finds.
 *
 * @property minProbability leaves out spans that are less probable
 * @property types the types or namespaces that are wanted; empty for all
 * @property overlaps keeps spans that overlap likelier ones
 * @property prefer as of [LookupOptions]
 * @property organisms as of [LookupOptions]; empty: as the text says
 * @property exactly as of [LookupOptions]
 * @property show as of [LookupOptions]
 */
data class AnnotateOptions(
    val minProbability: Double = 0.0,
    val types: List<String> = emptyList(),
    val overlaps: Boolean = false,
    val prefer: List<String> = emptyList(),
    val organisms: List<String> = emptyList(),
    val exactly: Boolean = false,
    val show: String = ""
) {
    internal fun bound(): io.github.normlet.mobile.AnnotateOptions {
        val options = io.github.normlet.mobile.AnnotateOptions()
        options.minProbability = minProbability
        options.types = types.joinToString(",")
        options.overlaps = overlaps
        options.prefer = prefer.joinToString(",")
        options.organisms = organisms.joinToString(",")
        options.exactly = exactly
        options.show = show
        return options
    }
}

internal fun answers(found: TextMatches): List<Answer> = listOfAll(found.len()) { i ->
    found.get(i).let { answer(it.mention(), it) }
}

internal fun spans(found: Spans): List<Span> = listOfAll(found.len()) { i ->
    val s = found.get(i)
    Span(
        start = s.start.toInt(), end = s.end.toInt(), text = s.text, type = s.type, id = s.id, name = s.name,
        probability = s.probability, negated = s.negated, hypothetical = s.hypothetical, ofOther = s.ofOther,
        past = s.past, answers = answers(s.answers()), matches = listOfAll(s.len()) { match(s.get(it)) }
    )
}
