// A stand-in for MutableStateFlow: see Flow.kt.
package kotlinx.coroutines.flow

import kotlinx.coroutines.channels.ConflatedBroadcastChannel

interface StateFlow<out T> : Flow<T> {
    val value: T
}

interface MutableStateFlow<T> : StateFlow<T> {
    override var value: T
}

@Suppress("FunctionName")
fun <T> MutableStateFlow(first: T): MutableStateFlow<T> = object : MutableStateFlow<T> {
    private val channel = ConflatedBroadcastChannel(first)

    override var value: T
        get() = channel.value
        set(next) {
            if (next != channel.value) channel.offer(next)
        }

    override suspend fun collect(collector: FlowCollector<T>) {
        val values = channel.openSubscription()
        try {
            for (value in values) collector.emit(value)
        } finally {
            values.cancel()
        }
    }
}
