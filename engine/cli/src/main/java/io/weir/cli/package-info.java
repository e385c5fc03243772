/**
 * The command line: commands that serve, load, print, back up and check tables, and make keys and tokens.
 *
 * <p>The only home of picocli, and the only place that reads files, environment and system properties, waits for a publisher, or
 * ends the process. {@link io.weir.cli.Weir} is where the process begins; {@code CommandLines} puts the commands together, and
 * each {@code …Command} is one. Options that several commands share stand in the classes named {@code …Options}; {@code OptionDefaults}
 * gives each a value from the environment or a file where it was not given.
 *
 * <p>{@code LocalService} is a store with its endpoint in this process. The other commands speak to a service, wherever it runs,
 * through {@link io.weir.client.WeirClient}.
 *
 * <p>Threads: commands run on the main thread, which may block.
 *
 * <p>Failures: {@code FailureMessage} turns each into one line for a person and an exit code.
 */
@NullMarked
package io.weir.cli;

import org.jspecify.annotations.NullMarked;
