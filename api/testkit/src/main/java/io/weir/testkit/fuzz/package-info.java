/**
 * Fuzz tests: parsers are fed with inputs that no correct client sends.
 *
 * <p>An input is drawn from the parser's own grammar. Three of four inputs are then damaged: cut, repeated, joined with another
 * one, or mixed with words of the grammar. Most inputs therefore get past the first character, and many are accepted. A parser may
 * accept an input or refuse it as an invalid request. Any other outcome is a fault.
 *
 * <p>Each input has its own random generator, seeded by the run's seed and the input's number. A failure and the line at the end of
 * a run print the seed. {@code -Dweir.fuzz.seed=S} draws the same inputs again; {@code -Dweir.fuzz.inputs=N} sets their number. The
 * profile {@code torture} draws fifty times as many.
 *
 * <p>Tests whose names end in {@code JazzerTest} give the parsers with the largest grammars to Jazzer as well. It repeats the seeds in
 * the test's resources. In the profile {@code torture} it changes them, guided by the branches that an input reaches.
 *
 * <p>Threads: the test's. Failures: an {@code AssertionError} with the escaped input. Begin reading at {@link
 * io.weir.testkit.fuzz.Fuzz}.
 */
@NullMarked
package io.weir.testkit.fuzz;

import org.jspecify.annotations.NullMarked;
