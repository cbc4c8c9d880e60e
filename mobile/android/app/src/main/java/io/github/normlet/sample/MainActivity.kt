package io.github.normlet.sample

import android.net.Uri
import android.os.Bundle
import android.view.View
import android.view.ViewGroup
import android.widget.ArrayAdapter
import android.widget.Button
import android.widget.EditText
import android.widget.ListView
import android.widget.TextView
import androidx.activity.ComponentActivity
import androidx.activity.result.contract.ActivityResultContracts
import androidx.activity.viewModels
import androidx.core.widget.doAfterTextChanged
import androidx.lifecycle.Lifecycle
import androidx.lifecycle.lifecycleScope
import androidx.lifecycle.repeatOnLifecycle
import java.io.FileNotFoundException
import kotlinx.coroutines.flow.collectLatest
import kotlinx.coroutines.launch

/** A field for a name, the entities that it may mean, and a button to open a pack. */
class MainActivity : ComponentActivity() {
    private val model: SearchModel by viewModels()

    private val choosePack = registerForActivityResult(ActivityResultContracts.OpenDocument()) { chosen: Uri? ->
        if (chosen != null) model.openPack { read(chosen) }
    }

    override fun onCreate(state: Bundle?) {
        super.onCreate(state)
        setContentView(R.layout.main)
        val note = findViewById<TextView>(R.id.note)
        val rows = Rows(this)
        findViewById<ListView>(R.id.matches).adapter = rows
        findViewById<EditText>(R.id.mention).doAfterTextChanged { model.type(it.toString()) }
        findViewById<Button>(R.id.open).setOnClickListener { choosePack.launch(arrayOf("*/*")) }

        lifecycleScope.launch {
            repeatOnLifecycle(Lifecycle.State.STARTED) {
                model.screen.collectLatest { screen ->
                    note.text = screen.note
                    rows.clear()
                    rows.addAll(screen.rows)
                }
            }
        }
    }

    private fun read(chosen: Uri): ByteArray =
        contentResolver.openInputStream(chosen)?.use { it.readBytes() } ?: throw FileNotFoundException(chosen.toString())

    private class Rows(activity: MainActivity) :
        ArrayAdapter<Row>(activity, android.R.layout.simple_list_item_2, android.R.id.text1) {
        override fun getView(position: Int, reused: View?, parent: ViewGroup): View {
            val view = super.getView(position, reused, parent)
            val row = getItem(position) ?: return view
            view.findViewById<TextView>(android.R.id.text1).text = row.title
            view.findViewById<TextView>(android.R.id.text2).text = row.detail
            return view
        }
    }
}
