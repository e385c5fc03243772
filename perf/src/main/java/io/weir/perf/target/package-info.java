/**
 * What is measured: Weir, what people would otherwise use, and what the machine can do at most, all behind one interface.
 *
 * <p>{@link io.weir.perf.target.Targets} lists what there is. A {@link io.weir.perf.target.TargetKind} has a name, says what its
 * acknowledged writes survive, and starts a {@link io.weir.perf.target.Target}: usually a server as a child process on a free port, with
 * its data in a folder of its own, and a client within this process. A target loads a {@link io.weir.perf.workload.Population} into a
 * {@link io.weir.perf.target.Table}, whose methods are what workloads do.
 *
 * <p>All get the same rows. Each is set up as its own documentation has it for this use, and is tuned in its favour where that is said.
 *
 * <p>Threads: starting and closing wait; the methods of a table never do, and may be called on any thread.
 *
 * <p>Failures: a program that is not installed makes a kind unavailable, with the reason ({@link
 * io.weir.perf.process.MissingProgram}); anything else that goes wrong at the start is an {@code IOException}. Operations fail as the
 * client of the target does.
 *
 * <p>Start reading at {@link io.weir.perf.target.Target}.
 */
@NullMarked
package io.weir.perf.target;

import org.jspecify.annotations.NullMarked;
