package android.content;

/** Stands in for Android's class, which the generated code only names. */
public class Context {
}
