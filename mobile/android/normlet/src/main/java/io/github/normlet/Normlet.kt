package io.github.normlet

import io.github.normlet.mobile.Mobile
import io.github.normlet.mobile.Normalizer
import java.io.File
import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.channelFlow
import kotlinx.coroutines.flow.collectLatest
import kotlinx.coroutines.withContext

/**
 * Maps noisy names to the entities of one pack. Open it once, keep it, and close it when the app needs it no more.
 *
 * All functions may be called from any thread, the main one included: those that take time suspend and work on
 * [workers]. What fails throws [NormletException].
 */
class Normlet internal constructor(
    private val bound: Normalizer,
    private val workers: CoroutineDispatcher
) : AutoCloseable {
    /** What the pack is. */
    val info: PackInfo = explained { packInfo(bound.info()) }

    /** The entities that [mention] may mean, a name as somebody wrote it. */
    suspend fun lookup(mention: String, options: LookupOptions = LookupOptions()): Answer = working {
        answer(mention, bound.lookupWith(mention, options.bound()))
    }

    /** [lookup] of many mentions, each by itself. Cancelling stops it between two of them. */
    suspend fun lookupAll(mentions: List<String>, options: LookupOptions = LookupOptions()): List<Answer> =
        mentions.map { lookup(it, options) }

    /**
     * The entities that the mentions of one text mean, in the order of the text: abbreviations stand for what the text
     * says, and an entity that other mentions mean is likelier. [LookupOptions.context] is the text, or empty.
     */
    suspend fun lookupText(mentions: List<String>, options: LookupOptions = LookupOptions()): List<Answer> = working {
        val text = bound.text(options.context, options.namespaces.joinToString(","))
        mentions.forEach { text.add(it) }
        val found = text.lookupWith(options.bound())
        mentions.mapIndexed { i, mention -> answer(mention, found.get(i.toLong())) }
    }

    /** Where a text names entities, in its order, and which. */
    suspend fun annotate(text: String, options: AnnotateOptions = AnnotateOptions()): List<Span> = working {
        spans(bound.annotate(text, options.bound()))
    }

    /** Up to [k] entities with a name that begins with [typed], the likeliest first. */
    suspend fun suggest(typed: String, k: Int = 10, namespaces: List<String> = emptyList()): List<Suggestion> = working {
        suggestions(bound.suggest(typed, namespaces.joinToString(","), k.toLong()))
    }

    /**
     * [suggest] for a field in which somebody types: for every text the suggestions, except for texts that the next
     * one follows within [quietMillis] or before the suggestions are there.
     */
    fun suggestions(
        typed: Flow<String>,
        quietMillis: Long = 0,
        k: Int = 10,
        namespaces: List<String> = emptyList()
    ): Flow<List<Suggestion>> = latest(typed, quietMillis) { suggest(it, k, namespaces) }

    /** [lookup] for a field in which somebody types, as [suggestions] is for [suggest]. */
    fun answers(
        typed: Flow<String>,
        quietMillis: Long = 120,
        options: LookupOptions = LookupOptions()
    ): Flow<Answer> = latest(typed, quietMillis) { lookup(it, options) }

    /**
     * Gives back the memory that can be made again from the pack, once what is being looked up has its answer. The next
     * look-up opens the pack again. Call it in `onTrimMemory`.
     */
    suspend fun rest() = working { bound.rest() }

    /** Frees the pack, once what is being looked up has its answer. Whatever follows fails as [ErrorKind.CLOSED]. */
    override fun close() = bound.close()

    private suspend fun <T> working(work: () -> T): T = withContext(workers) { explained(work) }

    companion object {
        /** Opens the pack that the library carries. */
        suspend fun openDefault(workers: CoroutineDispatcher = Dispatchers.Default): Normlet =
            open(workers) { Mobile.openDefault() }

        /** Opens a pack file. Replace it by renaming another file, never by writing into it. */
        suspend fun open(file: File, workers: CoroutineDispatcher = Dispatchers.Default): Normlet =
            open(workers) { Mobile.open(file.path) }

        /** Opens a copy of a pack in memory, such as an asset of the app. */
        suspend fun open(data: ByteArray, workers: CoroutineDispatcher = Dispatchers.Default): Normlet =
            open(workers) { Mobile.openBytes(data) }

        /** Opens a pack file only if it is signed by the key of [publicKey], an Ed25519 key in PEM form. */
        suspend fun openSigned(
            file: File,
            publicKey: String,
            workers: CoroutineDispatcher = Dispatchers.Default
        ): Normlet = open(workers) { Mobile.openSigned(file.path, publicKey) }

        private suspend fun open(workers: CoroutineDispatcher, how: () -> Normalizer): Normlet =
            withContext(workers) { Normlet(explained(how), workers) }
    }
}

/** What [make] makes of each text, unless another one follows within [quietMillis] or before it is made. */
private fun <T> latest(typed: Flow<String>, quietMillis: Long, make: suspend (String) -> T): Flow<T> = channelFlow {
    typed.collectLatest { text ->
        delay(quietMillis)
        send(make(text))
    }
}
