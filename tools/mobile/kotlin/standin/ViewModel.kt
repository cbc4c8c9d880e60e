// A stand-in for what the sample uses of androidx.lifecycle. Its scope has one thread, as that of Android has.
package androidx.lifecycle

import java.util.concurrent.Executors
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.SupervisorJob
import kotlinx.coroutines.asCoroutineDispatcher
import kotlinx.coroutines.cancel

open class ViewModel {
    internal val scope = CoroutineScope(SupervisorJob() + Executors.newSingleThreadExecutor().asCoroutineDispatcher())

    protected open fun onCleared() = Unit

    /** What Android does when the screen has gone for good. */
    fun clear() {
        scope.coroutineContext.cancel()
        onCleared()
    }
}

val ViewModel.viewModelScope: CoroutineScope get() = scope
