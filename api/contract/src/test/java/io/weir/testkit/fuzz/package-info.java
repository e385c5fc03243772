/**
 * Feeds parsers with what nobody would send.
 *
 * <p>An input is drawn from the parser's own grammar, then, three times of four, damaged: cut, repeated, joined with another, or with
 * words of the grammar where they do not belong. So most inputs get past the first character, and many are taken. A parser may take
 * an input or refuse it as a request that is wrong; anything else is a fault.
 *
 * <p>Each input has a random of its own, made from the seed and the input's number. A failure and the line at the end of a run print
 * the seed; {@code -Dweir.fuzz.seed=S} draws the same inputs again, {@code -Dweir.fuzz.inputs=N} says how many. The profile {@code
 * torture} draws fifty times as many.
 *
 * <p>Threads: the test's. Failures: an {@code AssertionError} with the input, escaped. Begin reading at {@link
 * io.weir.testkit.fuzz.Fuzz}.
 */
@NullMarked
package io.weir.testkit.fuzz;

import org.jspecify.annotations.NullMarked;
