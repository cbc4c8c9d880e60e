package io.github.normlet.sample

import io.github.normlet.mobile.Mobile
import io.github.normlet.mobile.Normalizer
import java.util.concurrent.Executor
import java.util.concurrent.Executors
import java.util.concurrent.ScheduledFuture
import java.util.concurrent.TimeUnit

/** One match, as a row shows it. */
data class Row(val title: String, val detail: String)

/** What the screen shows: a line of text, and rows. */
data class Screen(val note: String, val rows: List<Row> = emptyList())

/**
 * Looks up what is being typed. Opening and looking up happen on a thread of their
 * own, which is also the only one to touch [normalizer]; [show] is called through
 * [main]. Nothing here is Android's.
 */
class LiveSearch(private val main: Executor, private val show: (Screen) -> Unit) {
    private val worker = Executors.newSingleThreadScheduledExecutor()
    private var normalizer: Normalizer? = null
    private var pending: ScheduledFuture<*>? = null

    init {
        worker.execute { present { open() } }
    }

    /** Looks up [mention] unless another text follows soon. To be called on the main thread. */
    fun type(mention: String) {
        pending?.cancel(false)
        pending = worker.schedule({ present { lookUp(mention.trim()) } }, DELAY_MS, TimeUnit.MILLISECONDS)
    }

    /** Frees the pack, after what is being looked up. To be called on the main thread. */
    fun close() {
        pending?.cancel(false)
        worker.execute { normalizer?.close() }
        worker.shutdown()
    }

    private fun open(): Screen {
        val opened = Mobile.openDefault()
        normalizer = opened
        val info = opened.info()
        return Screen("${info.name}: ${info.nameCount} names of ${info.entityCount} entities. ${info.license}")
    }

    private fun lookUp(mention: String): Screen {
        if (mention.isEmpty()) {
            return Screen("")
        }
        val found = normalizer?.lookup(mention, MATCHES) ?: return Screen("")
        val rows = (0 until found.len()).map { i ->
            val match = found.get(i)
            val tied = if (match.tied) ", tied" else ""
            Row(match.name, "${match.id}, ${percent(match.probability)}$tied\n${match.stage}: ${match.matched}")
        }
        val note = when {
            found.isNIL -> "Probably none of these (${percent(found.nilProbability())})"
            found.tied() > 0 -> "${found.tied()} entities are equally good: choose"
            else -> ""
        }
        return Screen(note, rows)
    }

    /** Shows what [make] returns, or its error: every one begins with its kind. */
    private fun present(make: () -> Screen) {
        val screen = try {
            make()
        } catch (e: Exception) {
            Screen(e.message ?: e.toString())
        }
        main.execute { show(screen) }
    }

    private fun percent(p: Double) = String.format("%.0f %%", 100 * p)

    private companion object {
        const val DELAY_MS = 120L
        const val MATCHES = 10L
    }
}
