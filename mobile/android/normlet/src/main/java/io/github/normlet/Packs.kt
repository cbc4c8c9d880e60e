package io.github.normlet

import io.github.normlet.mobile.Mobile
import io.github.normlet.mobile.Update
import io.github.normlet.mobile.Updated
import java.io.File
import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.withContext

/**
 * Packs that a repository brings over the air, in a folder of the app. Nothing is used before it is verified, and
 * whatever fails, the pack that is in use stays. Any number of coroutines may use it.
 */
class Packs private constructor(
    private val bound: io.github.normlet.mobile.Packs,
    private val workers: CoroutineDispatcher
) {
    /** Opens the pack of a name; if its file has been damaged since it was brought, the last good one. */
    suspend fun openPack(name: String): Normlet =
        withContext(workers) { explained { Normlet(bound.openPack(name), workers) } }

    /**
     * Makes a pack that came with the app, a file of the repository whose version the app knows, the one in use, so that
     * the first [update] is a small one. Returns the version that is in use then: a pack that is as new stays.
     */
    suspend fun adopt(name: String, version: Long, pack: ByteArray): Long =
        working { bound.adopt(name, version, pack).version }

    /** The version of a name that is in use, 0 if there is none. */
    suspend fun version(name: String): Long = working { bound.installed(name).version }

    /**
     * Brings the newest version of a name, or [version]. [fetch] gets a file of the repository: its bytes, or null if
     * there is no such file, as HTTP says by 404. What it throws ends the update as [ErrorKind.FETCH], except for the
     * exceptions of coroutines that are cancelled.
     */
    suspend fun update(name: String, version: Long = 0, fetch: suspend (WantedFile) -> ByteArray?): PackUpdate {
        val begun = working { if (version == 0L) bound.update(name, now()) else bound.updateTo(name, version, now()) }
        return bring(begun, fetch)
    }

    /** What [update] would bring: [PackUpdate.found] is the newest version, [PackUpdate.need] how much is to be fetched. */
    suspend fun look(name: String, fetch: suspend (WantedFile) -> ByteArray?): PackUpdate =
        bring(working { bound.look(name, now()) }, fetch)

    /**
     * Puts the last good pack of a name in the place of the one in use and returns its version. [update] passes the
     * other one over until there is a newer one.
     */
    suspend fun rollback(name: String): Long = working { bound.rollback(name).version }

    private suspend fun bring(update: Update, fetch: suspend (WantedFile) -> ByteArray?): PackUpdate {
        var want = update.next()
        while (want != null) {
            val file = WantedFile(want.path, want.most, want.content)
            val data = try {
                Fetched(fetch(file))
            } catch (e: java.util.concurrent.CancellationException) {
                throw e
            } catch (e: Exception) {
                Fetched(null, e.message ?: e.toString())
            }
            working { data.handTo(update) }
            want = update.next()
        }
        return working { packUpdate(update.result()) }
    }

    private suspend fun <T> working(work: () -> T): T = withContext(workers) { explained(work) }

    companion object {
        /**
         * Opens a folder that exists and belongs to the app alone. [root] is the file root.json that came with the app,
         * of the repository whose packs are to be trusted.
         */
        suspend fun open(folder: File, root: ByteArray, workers: CoroutineDispatcher = Dispatchers.Default): Packs =
            withContext(workers) { explained { Packs(Mobile.openPacks(folder.path, root), workers) } }
    }
}

/**
 * A file of the repository.
 *
 * @property path below the address of the repository
 * @property most bytes; fetch no more, for they would be refused
 * @property content whether the file never changes, so that a part of it can be kept and the rest fetched later
 */
data class WantedFile(val path: String, val most: Long, val content: Boolean)

/**
 * What an update did.
 *
 * @property version the one in use now
 * @property upToDate whether it was in use before
 * @property delta whether the pack was made of the one before, with little to fetch
 * @property received bytes of all files that were fetched
 * @property found the version that the repository has
 * @property need after [Packs.look], how many bytes it takes to bring it
 * @property notes what went wrong and did not matter
 */
data class PackUpdate(
    val version: Long,
    val upToDate: Boolean,
    val delta: Boolean,
    val received: Long,
    val found: Long,
    val need: Long,
    val notes: List<String>
)

/** What came of a file: its bytes, none, or why it could not be had. */
private class Fetched(private val data: ByteArray?, private val failure: String? = null) {
    fun handTo(update: Update) = when {
        failure != null -> update.fail(failure)
        data != null -> update.give(data)
        else -> update.missing()
    }
}

private fun now() = System.currentTimeMillis() / 1000

private fun packUpdate(u: Updated) = PackUpdate(
    version = u.version, upToDate = u.upToDate, delta = u.delta, received = u.received, found = u.found, need = u.need,
    notes = u.notes.split("\n").filter { it.isNotEmpty() }
)
