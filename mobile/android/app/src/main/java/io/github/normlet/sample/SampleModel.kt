package io.github.normlet.sample

import androidx.lifecycle.ViewModel
import androidx.lifecycle.viewModelScope
import io.github.normlet.ErrorKind
import io.github.normlet.Normlet
import io.github.normlet.NormletException
import java.io.IOException
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.flow.MutableStateFlow
import kotlinx.coroutines.flow.StateFlow
import kotlinx.coroutines.launch
import kotlinx.coroutines.withContext

/**
 * What is shown of the pack.
 *
 * @property line the pack, or what went wrong
 * @property busy whether a pack is being opened or fetched, so that buttons have to wait
 * @property newer the version that the repository has and the app lacks, 0 before [SampleModel.check] finds one
 */
data class PackScreen(val line: String, val busy: Boolean = false, val newer: Long = 0)

/** Holds the pack, and what the pages show, while the screen comes and goes, as it does when the device is turned. */
class SampleModel : ViewModel() {
    private val shown = MutableStateFlow(PackScreen(""))
    private var normlet: Normlet? = null
    private var air: Air? = null

    val pack: StateFlow<PackScreen> = shown
    val search = Search(viewModelScope)
    val note = Note(viewModelScope)

    /** Opens the pack that was brought over the air, or else that of the library; once, however often it is called. */
    fun start(repository: Air?) {
        if (normlet != null) return
        air = repository
        work("Opening the pack…") {
            var problem = ""
            val brought = try {
                repository?.packs()?.openPack(PACK)
            } catch (e: NormletException) {
                if (e.kind != ErrorKind.NOT_INSTALLED) problem = " ${e.message}"
                null
            }
            use(brought ?: Normlet.openDefault(), problem)
        }
    }

    /** Opens a pack of the user's in place of the one in use, which stays if that fails. */
    fun open(read: () -> ByteArray) = work("Opening the pack…") {
        use(Normlet.open(withContext(Dispatchers.Default) { read() }))
    }

    /** Asks the repository for a newer pack, without fetching it. */
    fun check() = overTheAir("Asking for a newer pack…") { air ->
        val found = air.packs().look(PACK) { air.fetch(it) }
        shown.value = when {
            found.upToDate -> PackScreen("Version ${found.found} is here, and there is none newer.")
            else -> PackScreen("Version ${found.found} is there: ${found.need / 1000 + 1} kB to fetch.", newer = found.found)
        }
    }

    /** Fetches the newer pack and, once it is verified, takes it into use. The old one stays if anything fails. */
    fun fetch() = overTheAir("Fetching the pack…") { air ->
        val packs = air.packs()
        val update = packs.update(PACK) { air.fetch(it) }
        use(packs.openPack(PACK), " Version ${update.version}, ${update.received / 1000 + 1} kB were fetched.")
    }

    /** Gives memory back while nobody sees the app. */
    fun rest() {
        viewModelScope.launch { normlet?.rest() }
    }

    private fun overTheAir(line: String, what: suspend (Air) -> Unit) {
        val air = air
        if (air == null) shown.value = PackScreen("This app has no repository: see its README.") else work(line) { what(air) }
    }

    private fun work(line: String, what: suspend () -> Unit) {
        if (shown.value.busy) return
        shown.value = PackScreen(line, busy = true)
        viewModelScope.launch {
            try {
                what()
            } catch (e: NormletException) { // its message begins with its kind
                shown.value = PackScreen(e.message.orEmpty())
            } catch (e: IOException) {
                shown.value = PackScreen("The file cannot be read: ${e.message}")
            }
        }
    }

    private fun use(opened: Normlet, how: String = "") {
        search.use(opened)
        note.use(opened)
        normlet?.close()
        normlet = opened
        shown.value = PackScreen("${opened.info.name}: ${opened.info.nameCount} names. ${opened.info.license}$how")
    }

    override fun onCleared() {
        normlet?.close()
    }
}

private const val PACK = "genes"
