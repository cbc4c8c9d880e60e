package io.github.normlet

import io.github.normlet.mobile.Mobile

/** What went wrong, as [kind], and a [message] for people. */
class NormletException(val kind: ErrorKind, message: String, cause: Throwable? = null) : Exception(message, cause)

/** The kinds of errors; [text] is what the library calls them. */
enum class ErrorKind(val text: String) {
    ARGUMENT(Mobile.KindArgument),
    CLOSED(Mobile.KindClosed),
    FILE(Mobile.KindFile),
    NOT_A_PACK(Mobile.KindNotPack),
    BAD_PACK(Mobile.KindBadPack),
    NEWER_PACK(Mobile.KindNewerPack),
    KEY(Mobile.KindKey),
    SIGNATURE(Mobile.KindSignature),
    NAMESPACE(Mobile.KindNamespace),
    FETCH(Mobile.KindFetch),
    EXPIRED(Mobile.KindExpired),
    REPOSITORY(Mobile.KindRepository),
    NOT_INSTALLED(Mobile.KindNotInstalled),
    NO_DEFAULT(Mobile.KindNoDefault),
    INTERNAL(Mobile.KindInternal)
}

/** Runs [work] and gives what it throws its kind: Java has nothing but the message, which begins with it. */
internal fun <T> explained(work: () -> T): T = try {
    work()
} catch (e: NormletException) {
    throw e
} catch (e: Exception) {
    val message = e.message ?: e.toString()
    val text = Mobile.errorKind(message)
    val kind = ErrorKind.values().firstOrNull { it.text == text } ?: ErrorKind.INTERNAL
    throw NormletException(kind, message, e)
}
