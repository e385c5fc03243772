package io.weir.cli.rows;

import java.io.Closeable;
import java.util.Iterator;

/**
 * One reading of a file, from its first row to its last. {@link #next} fails with
 * {@link InputException} for a broken row.
 */
public interface InputRows extends Iterator<InputRow>, Closeable {}
