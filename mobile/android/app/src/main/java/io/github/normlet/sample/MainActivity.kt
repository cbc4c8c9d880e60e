package io.github.normlet.sample

import android.content.ComponentCallbacks2.TRIM_MEMORY_UI_HIDDEN
import android.content.res.Configuration
import android.graphics.Color
import android.net.Uri
import android.os.Bundle
import android.view.View
import android.view.ViewGroup
import android.widget.ArrayAdapter
import android.widget.Button
import android.widget.EditText
import android.widget.ListView
import android.widget.RadioGroup
import android.widget.TextView
import androidx.activity.ComponentActivity
import androidx.activity.result.contract.ActivityResultContracts
import androidx.activity.viewModels
import androidx.core.widget.doAfterTextChanged
import androidx.lifecycle.Lifecycle
import androidx.lifecycle.lifecycleScope
import androidx.lifecycle.repeatOnLifecycle
import java.io.File
import java.io.FileNotFoundException
import kotlinx.coroutines.flow.StateFlow
import kotlinx.coroutines.flow.collectLatest
import kotlinx.coroutines.launch

/** Two pages, a name that is looked up and a note whose entities are coloured, and below them the pack. */
class MainActivity : ComponentActivity() {
    private val model: SampleModel by viewModels()

    private val choosePack = registerForActivityResult(ActivityResultContracts.OpenDocument()) { chosen: Uri? ->
        if (chosen != null) model.open { read(chosen) }
    }

    private val dark: Boolean
        get() = resources.configuration.uiMode and Configuration.UI_MODE_NIGHT_MASK == Configuration.UI_MODE_NIGHT_YES

    override fun onCreate(state: Bundle?) {
        super.onCreate(state)
        setContentView(R.layout.main)
        model.start(repository())
        pages()
        showSearch()
        showNote()
        showPack()
    }

    override fun onTrimMemory(level: Int) {
        super.onTrimMemory(level)
        if (level >= TRIM_MEMORY_UI_HIDDEN) model.rest()
    }

    /** The repository of packs, if the app was built with one: see README.md. */
    private fun repository(): Air? = try {
        Air(getString(R.string.repository), assets.open("root.json").use { it.readBytes() }, File(filesDir, "packs"))
    } catch (e: FileNotFoundException) {
        null
    }

    private fun pages() {
        val pages = findViewById<RadioGroup>(R.id.pages)
        fun show(chosen: Int) {
            findViewById<View>(R.id.search_page).visibility = if (chosen == R.id.note_tab) View.GONE else View.VISIBLE
            findViewById<View>(R.id.note_page).visibility = if (chosen == R.id.note_tab) View.VISIBLE else View.GONE
        }
        pages.setOnCheckedChangeListener { _, chosen -> show(chosen) }
        show(pages.checkedRadioButtonId)
    }

    private fun showSearch() {
        val line = findViewById<TextView>(R.id.search_line)
        val rows = Rows(this, dark)
        findViewById<ListView>(R.id.matches).adapter = rows
        findViewById<EditText>(R.id.mention).doAfterTextChanged { model.search.type(it.toString()) }
        whileShown(model.search.screen) { screen ->
            line.text = screen.line
            rows.show(screen.rows)
        }
    }

    private fun showNote() {
        val line = findViewById<TextView>(R.id.note_line)
        val field = findViewById<NoteField>(R.id.note)
        val rows = Rows(this, dark)
        findViewById<ListView>(R.id.entities).adapter = rows
        fun colour(screen: NoteScreen) = field.colour(screen.text, screen.marks, dark)
        field.doAfterTextChanged {
            model.note.edit(it.toString())
            colour(model.note.screen.value) // the text comes back after the screen when the device is turned
        }
        field.onCursor = { model.note.moveTo(it) }
        whileShown(model.note.screen) { screen ->
            colour(screen)
            line.text = screen.line
            rows.show(screen.rows)
        }
    }

    private fun showPack() {
        val line = findViewById<TextView>(R.id.pack)
        val open = findViewById<Button>(R.id.open)
        val air = findViewById<Button>(R.id.air)
        open.setOnClickListener { choosePack.launch(arrayOf("*/*")) }
        air.setOnClickListener { if (model.pack.value.newer == 0L) model.check() else model.fetch() }
        whileShown(model.pack) { pack ->
            line.text = pack.line
            open.isEnabled = !pack.busy
            air.isEnabled = !pack.busy
            air.text = if (pack.newer == 0L) getString(R.string.check) else getString(R.string.fetch, pack.newer)
        }
    }

    private fun <T> whileShown(state: StateFlow<T>, show: (T) -> Unit) {
        lifecycleScope.launch {
            repeatOnLifecycle(Lifecycle.State.STARTED) { state.collectLatest { show(it) } }
        }
    }

    private fun read(chosen: Uri): ByteArray =
        contentResolver.openInputStream(chosen)?.use { it.readBytes() } ?: throw FileNotFoundException(chosen.toString())

    private class Rows(activity: MainActivity, private val dark: Boolean) :
        ArrayAdapter<Row>(activity, android.R.layout.simple_list_item_2, android.R.id.text1) {
        fun show(rows: List<Row>) {
            clear()
            addAll(rows)
        }

        override fun getView(position: Int, reused: View?, parent: ViewGroup): View {
            val view = super.getView(position, reused, parent)
            val row = getItem(position) ?: return view
            val title = view.findViewById<TextView>(android.R.id.text1)
            title.text = row.title
            title.setBackgroundColor(row.hue?.let { colourOf(it, dark) } ?: Color.TRANSPARENT)
            view.findViewById<TextView>(android.R.id.text2).text = row.detail
            return view
        }
    }
}
