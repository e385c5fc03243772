/**
 * Starts servers and other programs as child processes, each in a folder of its own, and ends them.
 *
 * <p>{@link io.weir.perf.process.ChildProcess} starts a program, waits until it serves, and deletes its folder when it is closed. Servers
 * that need more than a few options have a class that builds their command: {@link io.weir.perf.process.WeirServerProcess}, {@link
 * io.weir.perf.process.PostgresProcess} and {@link io.weir.perf.process.CassandraProcess}. {@link io.weir.perf.process.Surroundings} holds
 * what all of them share: the folder, the cores, the number of connections.
 * {@link io.weir.perf.process.StoreHome} is the folder of one store.
 *
 * <p>Threads: starting and closing block the calling thread. Failures: {@link io.weir.perf.process.MissingProgram} if a program is not
 * installed; otherwise an {@code IOException} with the last output of the program.
 */
@NullMarked
package io.weir.perf.process;

import org.jspecify.annotations.NullMarked;
