package io.github.normlet.sample

import androidx.lifecycle.ViewModel
import androidx.lifecycle.viewModelScope
import io.github.normlet.Answer
import io.github.normlet.Match
import io.github.normlet.Normlet
import io.github.normlet.NormletException
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.Job
import kotlinx.coroutines.flow.MutableStateFlow
import kotlinx.coroutines.flow.StateFlow
import kotlinx.coroutines.flow.collectLatest
import kotlinx.coroutines.launch
import kotlinx.coroutines.withContext

/** One match, as a row shows it. */
data class Row(val title: String, val detail: String)

/** What the screen shows: a line of text, and rows. */
data class Screen(val note: String, val rows: List<Row> = emptyList())

/** Holds the pack and what was typed while the screen comes and goes, as it does when the device is turned. */
class SearchModel : ViewModel() {
    private val typed = MutableStateFlow("")
    private val shown = MutableStateFlow(Screen("Opening the pack…"))
    private var normlet: Normlet? = null
    private var searching: Job? = null

    val screen: StateFlow<Screen> = shown

    init {
        open { Normlet.openDefault() }
    }

    /** Looks up [mention] unless another text follows soon. */
    fun type(mention: String) {
        typed.value = mention.trim()
    }

    /** Opens a pack of the user's in place of the one in use, which stays if that fails. */
    fun openPack(read: () -> ByteArray) = open { Normlet.open(withContext(Dispatchers.Default) { read() }) }

    private fun open(how: suspend () -> Normlet) {
        viewModelScope.launch {
            try {
                use(how())
            } catch (e: NormletException) { // its message begins with its kind
                shown.value = Screen(e.message ?: e.toString())
            } catch (e: java.io.IOException) {
                shown.value = Screen("The file cannot be read: ${e.message}")
            }
        }
    }

    private fun use(opened: Normlet) {
        searching?.cancel()
        normlet?.close()
        normlet = opened
        shown.value = Screen("${opened.info.name}: ${opened.info.nameCount} names. ${opened.info.license}")
        searching = viewModelScope.launch {
            opened.answers(typed).collectLatest { if (it.mention.isNotEmpty()) shown.value = screenOf(it) }
        }
    }

    override fun onCleared() {
        normlet?.close()
    }
}

private fun screenOf(answer: Answer): Screen {
    val note = when {
        answer.isUndecided -> "Perhaps the first, perhaps none: both are as likely"
        answer.isNil -> "Probably none of these (${percent(answer.nilProbability)})"
        answer.tied > 0 -> "${answer.tied} entities are equally good: choose"
        else -> ""
    }
    return Screen(note, answer.matches.map { rowOf(it) })
}

private fun rowOf(match: Match): Row {
    val tied = if (match.tied) ", tied" else ""
    return Row(match.name, "${match.id}, ${percent(match.probability)}$tied\n${match.stage}: ${match.matched}")
}

private fun percent(p: Double) = String.format("%.0f %%", 100 * p)
