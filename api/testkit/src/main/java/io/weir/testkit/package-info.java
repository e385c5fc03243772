/**
 * Tools for the tests of all modules: detection of blocking calls and lost buffers, interleavings
 * of threads, fuzz tests of parsers, and architecture rules.
 *
 * <p>Most classes are not called by tests directly. {@link io.weir.testkit.BlockingCalls}
 * configures BlockHound. JUnit finds {@link io.weir.testkit.LeakCheck}. A system property of the
 * build names {@link io.weir.testkit.RecordingLeakDetector} to Netty. The class
 * {@code ArchitectureTest} of each module uses {@link io.weir.testkit.MainClasses} and
 * {@link io.weir.testkit.Rules}. A test factory returns the tests that
 * {@link io.weir.testkit.ReactiveStreamsTck} derives from a verification. Classes whose names end
 * in {@code Lincheck} call {@link io.weir.testkit.Interleavings}.
 *
 * <p><b>Fuzz tests</b> feed parsers with inputs that no correct client sends;
 * {@link io.weir.testkit.Fuzz} is their door. An input is drawn from the parser's own grammar.
 * Three of four inputs are then damaged: cut, repeated, joined with another one, or mixed with
 * words of the grammar. Most inputs therefore get past the first character, and many are accepted.
 * A parser may accept an input or refuse it as an invalid request. Any other outcome is a fault, an
 * {@code AssertionError} with the escaped input. Each input has its own random generator, seeded by
 * the run's seed and the input's number. A failure and the line at the end of a run print the seed.
 * {@code -Dweir.fuzz.seed=S} draws the same inputs again; {@code -Dweir.fuzz.inputs=N} sets their
 * number. The profile {@code torture} draws fifty times as many.
 *
 * <p>Tests whose names end in {@code JazzerTest} give the parsers with the largest grammars to
 * Jazzer as well. It repeats the seeds in the test's resources. In the profile {@code torture} it
 * changes them, guided by the branches that an input reaches.
 *
 * <p>Threads: any, unless a class states otherwise. Failures: a test fails, and its message names
 * the cause.
 */
@NullMarked
package io.weir.testkit;

import org.jspecify.annotations.NullMarked;
