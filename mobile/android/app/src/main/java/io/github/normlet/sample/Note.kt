package io.github.normlet.sample

import io.github.normlet.Normlet
import io.github.normlet.NormletException
import io.github.normlet.Span
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Job
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.MutableStateFlow
import kotlinx.coroutines.flow.StateFlow
import kotlinx.coroutines.flow.collectLatest
import kotlinx.coroutines.isActive
import kotlinx.coroutines.launch

/** Where the note is coloured, as Android's spans count, and with which hue, in degrees. */
data class Mark(val start: Int, val end: Int, val hue: Float)

/** What the second page shows: [marks] of [text], a line, and rows of all entities or of the one at the cursor. */
data class NoteScreen(
    val text: String = "",
    val marks: List<Mark> = emptyList(),
    val line: String = "",
    val rows: List<Row> = emptyList()
)

/** The second page: the entities of a note, which somebody pastes or writes. */
class Note(private val scope: CoroutineScope) {
    private val typed = MutableStateFlow("")
    private val shown = MutableStateFlow(NoteScreen())
    private var reading: Job? = null
    private var text = "" // in which found is
    private var found = emptyList<Span>()
    private var cursor = 0

    val screen: StateFlow<NoteScreen> = shown

    /** Finds the entities of [note] unless another text follows soon. */
    fun edit(note: String) {
        typed.value = note
    }

    /** The cursor is at a place of the note, as after a tap: shows the entity there, or all. */
    fun moveTo(place: Int) {
        cursor = place
        if (typed.value == text) show()
    }

    /** Finds entities of this pack from now on. */
    fun use(normlet: Normlet) {
        reading?.cancel()
        reading = scope.launch {
            try {
                typed.collectLatest {
                    delay(300)
                    found = if (it.isBlank()) emptyList() else normlet.annotate(it) // the first call reads all names
                    text = it
                    show()
                }
            } catch (e: NormletException) {
                if (isActive) shown.value = NoteScreen(line = e.message.orEmpty()) // else the pack is another
            }
        }
    }

    private fun show() {
        val hues = found.map { it.type }.distinct().withIndex().associate { (i, type) -> type to HUES[i % HUES.size] }
        val marks = found.map { Mark(it.start, it.end, hues.getValue(it.type)) }
        val here = found.firstOrNull { cursor in it.start..it.end }
        shown.value = when {
            here != null -> NoteScreen(text, marks, describe(here), here.matches.map { rowOf(it) })
            text.isBlank() -> NoteScreen(text)
            else -> NoteScreen(text, marks, "${found.size} entities", found.map { Row(it.text, describe(it), hues[it.type]) })
        }
    }
}

/** The hues of kinds, in the order in which they come, as `normlet annotate --format html` has them. */
private val HUES = listOf(210f, 140f, 30f, 280f, 350f, 180f, 60f, 320f)

private fun describe(span: Span): String {
    val entity = if (span.id == "") "not in the pack" else "${span.id} ${span.name}"
    val says = listOf("negated" to span.negated, "hypothetical" to span.hypothetical, "of somebody else" to span.ofOther, "past" to span.past)
    return "${span.type}, ${percent(span.probability)}: $entity" + says.filter { it.second }.joinToString("") { ", ${it.first}" }
}
