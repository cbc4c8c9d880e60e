package io.github.normlet.sample

import io.github.normlet.Packs
import io.github.normlet.WantedFile
import java.io.ByteArrayOutputStream
import java.io.File
import java.io.IOException
import java.io.InputStream
import java.net.HttpURLConnection
import java.net.URL
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.withContext

/**
 * A repository of packs.
 *
 * @property address where it is, over HTTP
 * @property root its root.json, which came with the app
 * @property folder keeps its packs, and belongs to the app alone
 */
class Air(private val address: String, private val root: ByteArray, private val folder: File) {
    suspend fun packs(): Packs {
        folder.mkdirs()
        return Packs.open(folder, root)
    }

    /** A file of the repository, null if it has none of that path. */
    suspend fun fetch(file: WantedFile): ByteArray? = withContext(Dispatchers.IO) {
        val connection = URL("$address/${file.path}").openConnection() as HttpURLConnection
        connection.connectTimeout = 20_000
        connection.readTimeout = 20_000
        try {
            when (val status = connection.responseCode) {
                HttpURLConnection.HTTP_OK -> connection.inputStream.use { it.read(file.most) }
                HttpURLConnection.HTTP_NOT_FOUND -> null
                else -> throw IOException("$address answers with $status")
            }
        } finally {
            connection.disconnect()
        }
    }
}

/** Reads until there is more than [most], which the library refuses: no server can fill the memory. */
private fun InputStream.read(most: Long): ByteArray {
    val all = ByteArrayOutputStream()
    val part = ByteArray(1 shl 16)
    while (all.size() <= most) {
        val n = read(part)
        if (n < 0) break
        all.write(part, 0, n)
    }
    return all.toByteArray()
}
