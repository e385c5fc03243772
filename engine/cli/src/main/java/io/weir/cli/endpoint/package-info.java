/**
 * A service at an endpoint, wherever it runs: its address, the account and key for it, and a client of it.
 *
 * <p>{@link io.weir.cli.endpoint.EndpointOptions} makes a {@link io.weir.client.WeirClient} of the options, {@link
 * io.weir.cli.endpoint.SigningOptions} the key and the certificates for any endpoint. {@link io.weir.cli.endpoint.SignedRequest} signs requests that other programs send, such as curl.
 * {@code EndpointPolicies} are the stored access policies as {@link io.weir.cli.archive} needs them. {@link io.weir.cli.endpoint.EndpointAccount} is the account as {@link io.weir.cli.archive} exports it.
 *
 * <p>Callers: every command that speaks to a service. Threads: the main thread, which blocks on each request for policies.
 *
 * <p>Failures: {@link io.weir.cli.terminal.CommandFailure} for options that are wrong; those of the contract and of the network.
 */
@NullMarked
package io.weir.cli.endpoint;

import org.jspecify.annotations.NullMarked;
