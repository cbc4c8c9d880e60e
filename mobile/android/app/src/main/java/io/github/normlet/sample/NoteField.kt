package io.github.normlet.sample

import android.content.Context
import android.graphics.Color
import android.text.Spanned
import android.text.TextPaint
import android.text.style.CharacterStyle
import android.util.AttributeSet
import android.widget.EditText

/** A field for a note, with its entities coloured, that tells where the cursor is. */
class NoteField(context: Context, attributes: AttributeSet) : EditText(context, attributes) {
    /** Is told the place of the cursor, a tap's too. Null while EditText is being made, which moves the cursor already. */
    var onCursor: ((Int) -> Unit)? = null

    override fun onSelectionChanged(start: Int, end: Int) {
        super.onSelectionChanged(start, end)
        onCursor?.invoke(start)
    }

    /** Colours [marks] of [of], unless the note is another by now. */
    fun colour(of: String, marks: List<Mark>, dark: Boolean) {
        val note = text
        if (note == null || note.toString() != of) return
        note.getSpans(0, note.length, Colour::class.java).forEach { note.removeSpan(it) }
        marks.forEach { note.setSpan(Colour(colourOf(it.hue, dark)), it.start, it.end, Spanned.SPAN_EXCLUSIVE_EXCLUSIVE) }
    }

    /** Unlike Android's own spans not kept with the text when the app is ended, for the model has the marks. */
    private class Colour(private val colour: Int) : CharacterStyle() {
        override fun updateDrawState(paint: TextPaint) {
            paint.bgColor = colour
        }
    }
}

internal fun colourOf(hue: Float, dark: Boolean): Int =
    Color.HSVToColor(if (dark) floatArrayOf(hue, 0.6f, 0.4f) else floatArrayOf(hue, 0.25f, 1f))
