import io.github.normlet.AnnotateOptions
import io.github.normlet.Answer
import io.github.normlet.ErrorKind
import io.github.normlet.LookupOptions
import io.github.normlet.Normlet
import io.github.normlet.NormletException
import io.github.normlet.Packs
import io.github.normlet.WantedFile
import java.io.File
import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpResponse
import kotlin.system.exitProcess
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.runBlocking

/** Uses the Kotlin library as an app does. The argument is a folder with good.normpack and, of Go, mentions.txt and go.txt. */
fun main(args: Array<String>) {
    try {
        runBlocking { all(File(args[0])) }
        println("kotlin: answers, texts, spans, suggestions, flows, packs over the air, the sample, errors, closing")
        exitProcess(0) // threads that Go attached would keep the JVM alive
    } catch (e: Throwable) {
        e.printStackTrace()
        exitProcess(1)
    }
}

private suspend fun all(dir: File) {
    val pack = File(dir, "good.normpack")
    val default = Normlet.openDefault()
    val opened = Normlet.open(pack)
    Normlet.open(pack.readBytes()).use { check(it.info == default.info) { "a pack in memory" } }
    check(opened.info == default.info && opened.info.namespaces.size == 7) { "${opened.info}" }
    answers(opened, dir)
    options(opened)
    spans(opened)
    typing(opened)
    overTheAir(dir)
    sample(File(dir, "names.1.normpack"))
    sampleOverTheAir(dir)
    failures(pack, opened)
    val before = default.lookup("FOX-P2")
    default.rest()
    check(default.lookup("FOX-P2") == before) { "an answer after a rest" }
    default.close()
}

/** Compares ids with those that Go wrote, which begin a match after its mention and three figures. */
private suspend fun answers(n: Normlet, dir: File) {
    val lines = File(dir, "go.txt").readLines()
    val all = n.lookupAll(lines.map { it.substringBefore('\t') })
    for ((line, answer) in lines.zip(all)) {
        val fields = line.split('\t')
        check(answer.matches.map { it.id } == fields.drop(4).map { it.substringBefore('|') }) { "${answer.mention}: $answer" }
        check(answer.isNil == fields[1].toBoolean() && answer.tied == fields[3].toInt()) { "${answer.mention}: $answer" }
    }
    check(all.size == 1000 && all.count { it.best != null } > 100) { "${all.size} answers" }
}

private suspend fun options(n: Normlet) {
    val sure = LookupOptions(k = 2, namespaces = listOf("NCBIGene", "GO"), minProbability = 0.5, near = true)
    val found: Answer = n.lookup("FOXP2", sure)
    check(found.best?.id == "NCBIGene:93986" && found.matches.size == 2 && found.matches[0].probability >= sure.minProbability) { "$found" }
    check(n.lookup("qwxzqwxz", sure).isNil) { "a text that is no name" }
    check(n.lookup("FOXP2", LookupOptions()).matches.size == 1) { "without near names" }
    check(n.lookup("Bax", LookupOptions(organisms = listOf("10090"), language = "es", show = "es")).matches[0].taxon == "10090") { "a gene of the mouse" }
    check(found.parent == null && found.organism == "" && found.matches[0].kind == "primary") { "$found" }
    val text = n.lookupText(listOf("forkhead box P2", "FBP", ""), LookupOptions(namespaces = listOf("NCBIGene")))
    check(text[1].best?.id == "NCBIGene:93986" && text[2].isNil && text.size == 3) { "$text" }
}

private suspend fun spans(n: Normlet) {
    val text = "\uD83E\uDDEC no asthma without FOXP2"
    val found = n.annotate(text)
    check(found.map { text.substring(it.start, it.end) } == listOf("asthma", "FOXP2") && found[0].negated) { "$found" }
    check(found[1].id == "NCBIGene:93986" && found[1].matches[0].name == found[1].name) { "$found" }
    check(found[1].answers.map { it.mention } == listOf("FOXP2") && found[1].answers[0].matches[0] == found[1].matches[0]) { "$found" }
    check(n.annotate(text, AnnotateOptions(types = listOf("Gene"))).size == 1 && n.annotate(text, AnnotateOptions(1.0)).isEmpty()) { "options of spans" }
    fails(ErrorKind.NAMESPACE) { n.annotate(text, AnnotateOptions(types = listOf("Oven"))) }
}

private suspend fun typing(n: Normlet) {
    val first = n.suggest("FOXP2").first()
    check(first.id == "NCBIGene:93986" && first.whole && n.suggest("foxp", k = 2, namespaces = listOf("NCBIGene")).size == 2) { "$first" }
    check(n.suggest("  ").isEmpty()) { "suggestions for nothing" }
    val slow = n.suggestions(flow { for (text in listOf("f", "fo", "foxp2")) { emit(text); delay(200) } }).toList()
    check(slow.size == 3 && slow[2][0] == first) { "typed slowly: $slow" }
    val fast = n.answers(flow { for (text in listOf("f", "fo", "FOXP2")) emit(text) }, quietMillis = 50).toList()
    check(fast.map { it.mention } == listOf("FOXP2")) { "typed fast: $fast" }
}

/** A user's tale over loopback, with the repositories that repositories.sh made: a pack, a newer one by its delta, and back. */
private suspend fun overTheAir(dir: File) {
    val served = Served(File(dir, "repository.1"))
    val client = HttpClient.newHttpClient()
    val fetch: suspend (WantedFile) -> ByteArray? = { file ->
        val request = HttpRequest.newBuilder(URI("${served.address}/${file.path}")).build()
        val response = client.send(request, HttpResponse.BodyHandlers.ofByteArray())
        if (response.statusCode() == 404) null else response.body()
    }
    val folder = File(dir, "kotlin-packs").apply { deleteRecursively() }.apply { mkdir() }
    val packs = Packs.open(folder, File(served.folder, "metadata/1.root.json").readBytes())
    fails(ErrorKind.NOT_INSTALLED) { packs.openPack("genes") }
    check(packs.version("genes") == 0L) { "a version of nothing" }
    val first = packs.update("genes", fetch = fetch)
    served.folder = File(dir, "repository.2")
    check(packs.look("genes", fetch).found == 2L && packs.version("genes") == 1L) { "what there is" }
    val second = packs.update("genes", fetch = fetch)
    check(second.version == 2L && second.delta && second.received < 0.15 * first.received) { "$second after $first" }
    packs.openPack("genes").use { check(it.lookup("a new name 7").best?.stage == "exact") { "a new name" } }
    fails(ErrorKind.FETCH) { packs.update("genes") { throw java.io.IOException("no network") } }
    try {
        packs.update("genes") { throw java.util.concurrent.CancellationException("the screen is gone") }
        error("an update went on after it was cancelled")
    } catch (e: java.util.concurrent.CancellationException) {
    }
    check(packs.rollback("genes") == 1L && packs.update("genes", fetch = fetch).notes.size == 1) { "back" }
    check(packs.update("genes", version = 2, fetch = fetch).version == 2L) { "a version by its number" }
    val shipped = File(dir, "kotlin-shipped").apply { deleteRecursively() }.apply { mkdir() }
    val with = Packs.open(shipped, File(served.folder, "metadata/1.root.json").readBytes())
    check(with.adopt("genes", 1, folder.listFiles()!!.single { it.name.startsWith("genes.1.") }.readBytes()) == 1L) { "the pack of the app" }
    check(with.update("genes", fetch = fetch).delta) { "a delta on the pack of the app" }
    served.close()
    println("kotlin: a pack of ${first.received} bytes over loopback, the next of ${second.received}, and back")
}

private suspend fun failures(pack: File, n: Normlet) {
    fails(ErrorKind.NAMESPACE) { n.lookup("FOXP2", LookupOptions(namespaces = listOf("MESH"))) }
    fails(ErrorKind.ARGUMENT) { n.lookup("FOXP2", LookupOptions(minProbability = 2.0)) }
    fails(ErrorKind.ARGUMENT) { n.lookup("FOXP2", LookupOptions(k = 0)) }
    fails(ErrorKind.ARGUMENT) { n.suggest("FOXP2", k = 0) }
    fails(ErrorKind.FILE) { Normlet.open(File("no such file")) }
    fails(ErrorKind.NOT_A_PACK) { Normlet.open(ByteArray(10)) }
    fails(ErrorKind.BAD_PACK) { Normlet.open(pack.readBytes().copyOf(100_000)) }
    fails(ErrorKind.KEY) { Normlet.openSigned(pack, "no key") }
    runBlocking(Dispatchers.Default) {
        val late = List(100) { async { try { n.lookup("FOXP2").matches.size } catch (e: NormletException) { check(e.kind == ErrorKind.CLOSED); 1 } } }
        check(late[0].await() == 1) { "looked up before it was closed" }
        n.close()
        check(late.all { it.await() == 1 }) { "looked up while it was closed" }
    }
    fails(ErrorKind.CLOSED) { n.lookup("FOXP2") }
}

private suspend fun fails(kind: ErrorKind, call: suspend () -> Any) {
    try {
        call()
    } catch (e: NormletException) {
        check(e.kind == kind) { "${e.kind} for $kind: ${e.message}" }
        return
    }
    error("no error of kind $kind")
}
