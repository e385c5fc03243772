/**
 * The syntax of {@code multipart/mixed} bodies that contain HTTP requests, as entity group transactions use it. The package does not
 * interpret the requests. Source: RFC 2046, section 5.1, and RFC 9112, section 2.
 *
 * <p>Accepts some deviations of public clients: lines that end with a bare line feed, blank lines before the first boundary and between
 * headers and body, a last boundary without its two trailing hyphens.
 *
 * <p>{@link io.weir.server.multipart.MultipartReader} splits a body into parts, {@link io.weir.server.multipart.EmbeddedRequest} parses
 * the request in a part, {@link io.weir.server.multipart.MultipartWriter} writes responses.
 *
 * <p>Threads: any; parsing creates views of the body, not copies. Failures: {@code InvalidInput} with the expected syntax. The time is
 * linear in the length of the body, for every body.
 */
@NullMarked
package io.weir.server.multipart;

import org.jspecify.annotations.NullMarked;
