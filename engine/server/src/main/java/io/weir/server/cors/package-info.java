/**
 * Which pages of other origins may use an account from a browser: rules, and what they make of a request.
 *
 * <p>{@link io.weir.server.cors.CorsRules} are an account's, of which the first that matches a request counts. {@link
 * io.weir.server.cors.CrossOriginRules} answers preflight requests and marks other answers by them. They are no protection: who asks
 * must prove who it is all the same.
 *
 * <p>Threads: any; rules are immutable. Failures: those of {@link io.weir.server.xml} for rules, {@code CorsPreflightFailure} where none
 * matches. Source: the public documentation, "Cross-Origin Resource Sharing (CORS) support for Azure Storage", and the Fetch
 * standard.
 */
@NullMarked
package io.weir.server.cors;

import org.jspecify.annotations.NullMarked;
