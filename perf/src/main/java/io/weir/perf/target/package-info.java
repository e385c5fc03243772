/**
 * Puts everything that can be measured behind one interface: Weir, the stores it competes with, and
 * bare endpoints as the limit.
 *
 * <p>A {@link io.weir.perf.target.TargetKind} has a title, says what its acknowledged writes
 * survive, and starts a {@link io.weir.perf.target.Target}: usually a
 * {@link io.weir.perf.target.ServerTarget}, which is a child process on a free port, with its data
 * in a folder of its own, and a client in this process. A target loads a population into a
 * {@link io.weir.perf.target.TargetTable}, whose methods are the operations of workloads.
 * {@link io.weir.perf.target.TurnRunner} runs a workload on a
 * {@link io.weir.perf.target.LoadedTable}.
 *
 * <p>All targets get the same rows. Each is configured as its documentation recommends; a class
 * says if it is tuned further.
 *
 * <p><b>Plain HTTP.</b> Targets that speak the standard dialect share its parts: pooled
 * connections, signatures, JSON rows and batch bodies. {@link io.weir.perf.target.HttpConnections}
 * opens connections of HTTP/1.1 or HTTP/2. {@link io.weir.perf.target.RestSignature} signs a
 * request with the development key. {@link io.weir.perf.target.StreamBody} reads a whole table.
 *
 * <p>Threads: starting, closing, {@code TurnRunner} and {@code StreamBody.read} block; the methods
 * of a table never block and may be called on any thread.
 *
 * <p>Failures: {@code MissingProgram} if a program is not installed; an {@code IOException} if a
 * start fails for another reason; {@link io.weir.perf.target.WrongAnswer} if a server refuses a
 * request. Operations fail as the client of the target does.
 */
@NullMarked
package io.weir.perf.target;

import org.jspecify.annotations.NullMarked;
