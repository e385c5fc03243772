/**
 * Options that several commands share, and the values of options that the command line does not give.
 *
 * <p>{@link io.weir.cli.options.CommonOptions} belongs to every command, {@link io.weir.cli.options.AccountOptions} to commands that name
 * an account and its key. {@link io.weir.cli.options.OptionDefaults} gives an option its value from the environment, or from the {@link
 * io.weir.cli.options.ConfigFile}. The options of one command stand beside that command.
 *
 * <p>Invariant: the command line comes first, then the environment, the file and the default. {@code --port} is {@code WEIR_PORT} in
 * the environment and {@code port} in the file; every option has all three names.
 *
 * <p>Callers: the launcher reads the file and sets the defaults before it parses a command. Threads: the main thread.
 *
 * <p>Failures: {@link io.weir.cli.terminal.CommandFailure} with exit code 2. Its message names the option and no key.
 */
@NullMarked
package io.weir.cli.options;

import org.jspecify.annotations.NullMarked;
