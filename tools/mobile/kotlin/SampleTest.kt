import io.github.normlet.sample.Screen
import io.github.normlet.sample.SearchModel
import java.io.File
import java.io.IOException
import kotlinx.coroutines.delay
import kotlinx.coroutines.withTimeout

/** Uses the model of the sample app as its screen does. */
suspend fun sample(pack: File) {
    val model = SearchModel()
    model.shows { it.note.contains("names. ") }
    model.type("FOX-P")
    model.type(" FOX-P2 ")
    model.shows { it.rows.firstOrNull()?.title == "FOXP2" }
    model.openPack { ByteArray(10) }
    model.shows { it.note.startsWith("not a pack: ") }
    model.openPack { throw IOException("gone") }
    model.shows { it.note == "The file cannot be read: gone" }
    model.type("PLCG2") // the pack from before is still there
    model.shows { it.rows.firstOrNull()?.title == "PLCG2" }
    model.openPack { pack.readBytes() }
    model.shows { it.rows.firstOrNull()?.detail?.startsWith("X:") == true } // what was typed, in the other pack
    model.clear()
}

private suspend fun SearchModel.shows(what: (Screen) -> Boolean) {
    try {
        withTimeout(20_000) { while (!what(screen.value)) delay(10) }
    } catch (e: Exception) {
        error("the screen shows ${screen.value}")
    }
}
