import io.github.normlet.sample.Air
import io.github.normlet.sample.Mark
import io.github.normlet.sample.SampleModel
import java.io.File
import java.io.IOException
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.StateFlow
import kotlinx.coroutines.withTimeout

/** Uses the model of the sample app as its screen does. */
suspend fun sample(pack: File) {
    val model = SampleModel()
    model.start(null)
    model.start(null) // the device was turned
    model.pack.shows { !it.busy && it.line.contains("names. ") }
    model.search.type("FOX-P")
    model.search.type(" FOX-P2 ")
    model.search.screen.shows { it.rows.firstOrNull()?.title == "FOXP2" }
    model.search.type(" ")
    model.search.screen.shows { it.rows.isEmpty() && it.line == "" }
    note(model)
    model.open { ByteArray(10) }
    model.pack.shows { it.line.startsWith("not a pack: ") && !it.busy }
    model.open { throw IOException("gone") }
    model.pack.shows { it.line == "The file cannot be read: gone" }
    model.rest()
    model.check()
    model.pack.shows { it.line.startsWith("This app has no repository") }
    model.search.type("PLCG2") // the pack from before is still there
    model.search.screen.shows { it.rows.firstOrNull()?.title == "PLCG2" }
    model.open { pack.readBytes() }
    model.search.screen.shows { it.rows.firstOrNull()?.detail?.startsWith("X:") == true } // what was typed, in the other pack
    model.note.screen.shows { it.line == "0 entities" && it.marks.isEmpty() } // and the note
    model.clear()
}

private suspend fun note(model: SampleModel) {
    val note = model.note
    note.edit("No asth")
    note.edit("\uD83E\uDDEC no asthma without FOXP2")
    note.screen.shows { it.marks == listOf(Mark(6, 12, 210f), Mark(21, 26, 140f)) && it.line == "2 entities" }
    val rows = note.screen.value.rows
    check(rows.map { it.title } == listOf("asthma", "FOXP2") && rows.map { it.hue } == listOf(210f, 140f)) { "$rows" }
    check(rows[0].detail.startsWith("Disease, ") && rows[0].detail.endsWith(", negated")) { "$rows" }
    note.moveTo(22)
    note.screen.shows { it.line.contains("NCBIGene:93986 FOXP2") && it.rows[0].detail.startsWith("NCBIGene:93986, ") && it.marks.size == 2 }
    note.moveTo(14)
    note.screen.shows { it.line == "2 entities" }
    note.edit("")
    note.screen.shows { it.text == "" && it.line == "" && it.marks.isEmpty() }
    note.edit("growing")
    note.moveTo(0) // before its entities are there
    note.screen.shows { it.text == "growing" }
}

/** The repositories are those of repositories.sh. */
suspend fun sampleOverTheAir(dir: File) {
    val served = Served(File(dir, "repository.1"))
    val root = File(served.folder, "metadata/1.root.json").readBytes()
    val folder = File(dir, "sample/packs").apply { deleteRecursively() }
    fun started(trust: ByteArray = root) = SampleModel().apply { start(Air(served.address, trust, folder)) }

    val first = started()
    first.pack.shows { it.line.contains("names. ") && !it.busy } // that of the library
    first.check()
    first.check() // is busy
    first.pack.shows { it.newer == 1L && it.line.startsWith("Version 1 is there: ") }
    first.fetch()
    first.pack.shows { it.line.contains("1000 names. ") && it.line.contains(" Version 1, ") && it.newer == 0L }
    first.search.type("zinc finger protein 7")
    first.search.screen.shows { it.rows.firstOrNull()?.detail?.startsWith("X:7, ") == true }
    first.check()
    first.pack.shows { it.line == "Version 1 is here, and there is none newer." }

    served.folder = File(dir, "repository.2")
    served.broken = true
    first.check()
    first.pack.shows { it.newer == 2L }
    first.fetch()
    first.pack.shows { it.line.startsWith("bad repository: ") && it.newer == 0L }
    first.search.type("zinc finger protein 8") // the old pack stays
    first.search.screen.shows { it.rows.firstOrNull()?.detail?.startsWith("X:8, ") == true && it.line == "" }
    served.broken = false
    first.fetch()
    first.pack.shows { it.line.contains(" Version 2, ") }
    first.search.type("a new name 8")
    first.search.screen.shows { it.rows.firstOrNull()?.title == "a new name 8" }
    first.clear()
    served.close()

    val next = started() // with what was brought, without the network
    next.pack.shows { it.line.contains("1000 names. ") }
    next.check()
    next.pack.shows { it.line.startsWith("not fetched: ") && !it.busy }
    next.clear()
    val other = started(trust = ByteArray(3)) // cannot be trusted: the library's pack, and why
    other.pack.shows { it.line.contains("names. ") && it.line.contains("bad repository: ") && !it.line.contains(" 1000 names") }
    other.clear()
}

private suspend fun <T> StateFlow<T>.shows(what: (T) -> Boolean) {
    try {
        withTimeout(20_000) { while (!what(value)) delay(10) }
    } catch (e: Exception) {
        throw IllegalStateException("the screen shows $value", e)
    }
}
