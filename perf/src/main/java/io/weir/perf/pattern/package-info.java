/**
 * Measures what the patterns of the client cost, beside the naive way and beside what the service
 * does by itself.
 *
 * <p>{@link io.weir.perf.pattern.PatternsCommand} is the command {@code patterns};
 * {@code PatternRun} goes through the patterns; each {@code ...Costs} class has the ways of one
 * pattern or of related ones. A {@code CostMeter} carries a way out some times and makes a
 * measurement of it, whose further numbers are those of one repetition. {@code CountedTables}
 * counts at the contract: a request is one call of {@code TableService} that is subscribed to,
 * whether or not the client sends several of them together.
 *
 * <p>Invariants: all ways of one question return equally many items, or the run fails with
 * {@code WrongAnswer}. An entity counts as read if the service looked at it or at its index entry,
 * also if it then left it out. Processor time is that of the server's processes without their JIT
 * compilers.
 *
 * <p>Data: {@code Staff} computes each employee from its number. Tables are loaded by bulk writes;
 * {@code PlannedWrites} lets a pattern's own code decide which rows it has.
 *
 * <p>Threads: everything belongs to the launcher's thread, which blocks; counters are of any
 * thread. Failures: those of the service end the run.
 */
@NullMarked
package io.weir.perf.pattern;

import org.jspecify.annotations.NullMarked;
