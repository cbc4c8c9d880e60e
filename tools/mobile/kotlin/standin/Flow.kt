// A stand-in for what the library uses of kotlinx.coroutines.flow, which Debian's release of kotlinx.coroutines is too
// old to have. Made for the test alone, without the speed and the guards of the real one.
package kotlinx.coroutines.flow

import kotlinx.coroutines.Job
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.channels.ProducerScope
import kotlinx.coroutines.channels.produce
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.launch

interface FlowCollector<in T> {
    suspend fun emit(value: T)
}

interface Flow<out T> {
    suspend fun collect(collector: FlowCollector<T>)
}

fun <T> flow(block: suspend FlowCollector<T>.() -> Unit): Flow<T> = object : Flow<T> {
    override suspend fun collect(collector: FlowCollector<T>) = collector.block()
}

fun <T> channelFlow(block: suspend ProducerScope<T>.() -> Unit): Flow<T> = flow {
    coroutineScope { for (value in produce(block = block)) emit(value) }
}

suspend fun <T> Flow<T>.collect(action: suspend (T) -> Unit) = collect(object : FlowCollector<T> {
    override suspend fun emit(value: T) = action(value)
})

suspend fun <T> Flow<T>.collectLatest(action: suspend (T) -> Unit) = coroutineScope {
    var last: Job? = null
    collect { value ->
        last?.cancelAndJoin()
        last = launch { action(value) }
    }
}

suspend fun <T> Flow<T>.toList(): List<T> {
    val list = mutableListOf<T>()
    collect { list.add(it) }
    return list
}
