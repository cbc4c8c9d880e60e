package io.github.normlet.sample

import android.app.Activity
import android.os.Bundle
import android.os.Handler
import android.os.Looper
import android.text.Editable
import android.text.TextWatcher
import android.view.View
import android.view.ViewGroup
import android.widget.ArrayAdapter
import android.widget.EditText
import android.widget.ListView
import android.widget.TextView
import java.util.concurrent.Executor

/** A field for a name, and the entities that it may mean. */
class MainActivity : Activity() {
    private lateinit var search: LiveSearch

    override fun onCreate(state: Bundle?) {
        super.onCreate(state)
        setContentView(R.layout.main)
        val note = findViewById<TextView>(R.id.note)
        val rows = Rows(this)
        findViewById<ListView>(R.id.matches).adapter = rows

        val handler = Handler(Looper.getMainLooper())
        search = LiveSearch(Executor { handler.post(it) }) { screen ->
            note.text = screen.note
            rows.clear()
            rows.addAll(screen.rows)
        }
        findViewById<EditText>(R.id.mention).addTextChangedListener(object : TextWatcher {
            override fun afterTextChanged(text: Editable) = search.type(text.toString())
            override fun beforeTextChanged(text: CharSequence, start: Int, count: Int, after: Int) = Unit
            override fun onTextChanged(text: CharSequence, start: Int, before: Int, count: Int) = Unit
        })
    }

    override fun onDestroy() {
        search.close()
        super.onDestroy()
    }

    private class Rows(activity: Activity) :
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
