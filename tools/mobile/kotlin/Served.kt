import com.sun.net.httpserver.HttpServer
import java.io.File
import java.net.InetAddress
import java.net.InetSocketAddress

/** Serves [folder] over loopback. While it is [broken], a bit of every pack and delta is another. */
class Served(@Volatile var folder: File) : AutoCloseable {
    @Volatile var broken = false
    private val server = HttpServer.create(InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0)
    val address: String get() = "http://127.0.0.1:${server.address.port}"

    init {
        server.createContext("/") { exchange ->
            val path = exchange.requestURI.path
            val content = File(folder, path).takeIf { it.isFile }?.readBytes()
            if (broken && content != null && path.startsWith("/targets/")) content[content.size / 2]++
            exchange.sendResponseHeaders(if (content == null) 404 else 200, content?.size?.toLong() ?: -1)
            if (content != null) exchange.responseBody.write(content)
            exchange.close()
        }
        server.start()
    }

    override fun close() = server.stop(0)
}
