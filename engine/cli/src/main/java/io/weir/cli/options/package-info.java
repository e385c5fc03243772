/**
 * Options that several commands share, the values of options that the command line does not give,
 * and the service at the endpoint that options name.
 *
 * <p>{@link io.weir.cli.options.CommonOptions} belongs to every command,
 * {@link io.weir.cli.options.AccountOptions} to commands that name an account and its key.
 * {@link io.weir.cli.options.OptionDefaults} gives an option its value from the environment, or
 * from the {@link io.weir.cli.options.ConfigFile}. The options of one command stand beside that
 * command.
 *
 * <p>{@link io.weir.cli.options.EndpointOptions} makes a {@link io.weir.client.WeirClient} of the
 * options, {@link io.weir.cli.options.SigningOptions} the key and the certificates for any
 * endpoint. {@link io.weir.cli.options.SignedRequest} signs requests that other programs send, such
 * as curl. {@code EndpointPolicies} are the stored access policies as {@link io.weir.cli.archive}
 * needs them. {@link io.weir.cli.options.EndpointAccount} is the account as
 * {@link io.weir.cli.archive} exports it.
 *
 * <p>{@link io.weir.cli.options.FilterArgument} reads filters; {@code FilterFault} marks what is
 * wrong with one and says what was likely meant.
 *
 * <p>Invariant: the command line comes first, then the environment, the file and the default.
 * {@code --port} is {@code WEIR_PORT} in the environment and {@code port} in the file; every option
 * has all three names.
 *
 * <p>Callers: the launcher reads the file and sets the defaults before it parses a command; every
 * command that speaks to a service. Threads: the main thread, which blocks on each request for
 * policies.
 *
 * <p>Failures: {@link io.weir.cli.terminal.CommandFailure} with exit code 2 for options that are
 * wrong. Its message names the option and no key. Those of the contract and of the network.
 */
@NullMarked
package io.weir.cli.options;

import org.jspecify.annotations.NullMarked;
