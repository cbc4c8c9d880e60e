package io.github.normlet.sample

import io.github.normlet.Answer
import io.github.normlet.Match
import io.github.normlet.Normlet
import io.github.normlet.NormletException
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Job
import kotlinx.coroutines.flow.MutableStateFlow
import kotlinx.coroutines.flow.StateFlow
import kotlinx.coroutines.flow.collectLatest
import kotlinx.coroutines.isActive
import kotlinx.coroutines.launch

/** An entity, as a row shows it; [hue] in degrees is the colour of its kind, if kinds are coloured. */
data class Row(val title: String, val detail: String, val hue: Float? = null)

/** What the first page shows: a line of text, and rows. */
data class Screen(val line: String = "", val rows: List<Row> = emptyList())

/** The first page: a name is looked up while it is typed. */
class Search(private val scope: CoroutineScope) {
    private val typed = MutableStateFlow("")
    private val shown = MutableStateFlow(Screen())
    private var searching: Job? = null

    val screen: StateFlow<Screen> = shown

    /** Looks up [mention] unless another text follows soon. */
    fun type(mention: String) {
        typed.value = mention.trim()
    }

    /** Looks up in this pack from now on, what was typed already first. */
    fun use(normlet: Normlet) {
        searching?.cancel()
        searching = scope.launch {
            try {
                normlet.answers(typed).collectLatest { shown.value = screenOf(it) }
            } catch (e: NormletException) {
                if (isActive) shown.value = Screen(e.message.orEmpty()) // else another pack took the place of this one
            }
        }
    }
}

private fun screenOf(answer: Answer): Screen {
    val line = when {
        answer.mention == "" -> return Screen()
        answer.isUndecided -> "Perhaps the first, perhaps none: both are as likely"
        answer.isNil -> "Probably none of these (${percent(answer.nilProbability)})"
        answer.tied > 0 -> "${answer.tied} entities are equally good: choose"
        else -> ""
    }
    return Screen(line, answer.matches.map { rowOf(it) })
}

internal fun rowOf(match: Match): Row {
    val tied = if (match.tied) ", tied" else ""
    return Row(match.name, "${match.id}, ${percent(match.probability)}$tied\n${match.stage}: ${match.matched}")
}

internal fun percent(p: Double) = String.format("%.0f %%", 100 * p)
